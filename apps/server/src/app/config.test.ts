import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it.each(['0.0.0.0', '::', '192.168.1.4', 'example.com'])('refuses to listen on %s without TLS', (host) => {
    expect(() => readConfig(['--listen', host], {})).toThrow(expect.objectContaining({ code: 'listen_insecure' }) as Error);
  });

  it('refuses arguments and settings that it does not know', () => {
    expect(() => readConfig(['--prot', '1'], {})).toThrow(/--prot/);
    expect(() => readConfig(['--port', 'x'], {})).toThrow();
    expect(() => readConfig(['--tls', 'one'], {})).toThrow(/two files/);
    expect(() => readConfig([], { SIGHTLINE_BUS: 'pigeon' })).toThrow();
  });

  it('SHELL-030 is an installation for development on this machine alone', () => {
    const files = fileURLToPath(import.meta.url);
    const environment = (args: string[], env: Record<string, string>) => readConfig(args, { SIGHTLINE_ENVIRONMENT: 'development', ...env }).appInfo.environment;
    expect(environment(['--listen', '0.0.0.0', '--tls', `${files},${files}`], {})).toBe('production');
    expect(environment([], { SIGHTLINE_PUBLIC_URL: 'https://cameras.example.org' })).toBe('production');
    expect(environment([], {})).toBe('development');
  });

  it('listens on this machine alone unless told otherwise', () => {
    expect(readConfig([], {})).toMatchObject({ host: '127.0.0.1', port: 8080, databaseUrl: null, tls: null, bus: 'in-process', trustedProxies: [] });
    expect(readConfig([], { DATABASE_URL: 'postgres://x', SIGHTLINE_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2' })).toMatchObject({
      databaseUrl: 'postgres://x',
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
    });
  });
});
