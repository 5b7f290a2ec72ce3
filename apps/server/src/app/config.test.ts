import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it.each(['0.0.0.0', '::', '192.168.1.4', 'example.com'])('refuses to listen on %s without TLS', (host) => {
    expect(() => readConfig(['--listen', host], {})).toThrow(
      expect.objectContaining({ code: 'listen_insecure' }) as Error,
    );
  });

  it('refuses arguments and settings that it does not know', () => {
    expect(() => readConfig(['--prot', '1'], {})).toThrow(/--prot/);
    expect(() => readConfig(['--port', 'x'], {})).toThrow();
    expect(() => readConfig(['--tls', 'one'], {})).toThrow(/two files/);
    expect(() => readConfig([], { SIGHTLINE_BUS: 'pigeon' })).toThrow();
  });

  it('LIVE-002 takes TURN servers and their secret together or not at all', () => {
    const SIGHTLINE_TURN_SECRET = 'a secret of sixteen and more';
    expect(readConfig([], {}).turn).toBeNull();
    expect(
      readConfig([], { SIGHTLINE_TURN_URLS: 'turn:t.example, turns:t.example:443', SIGHTLINE_TURN_SECRET }).turn,
    ).toEqual({
      urls: ['turn:t.example', 'turns:t.example:443'],
      secret: SIGHTLINE_TURN_SECRET,
    });
    expect(() => readConfig([], { SIGHTLINE_TURN_SECRET })).toThrow(/need each other/);
    expect(() => readConfig([], { SIGHTLINE_TURN_URLS: 'turn:t.example' })).toThrow(/need each other/);
    expect(() => readConfig([], { SIGHTLINE_TURN_URLS: 'https://t.example', SIGHTLINE_TURN_SECRET })).toThrow(
      /turn: and turns:/,
    );
    expect(() => readConfig([], { SIGHTLINE_TURN_URLS: 'turn:t.example', SIGHTLINE_TURN_SECRET: 'short' })).toThrow();
  });

  it('SHELL-030 is an installation for development on this machine alone', () => {
    const files = fileURLToPath(import.meta.url);
    const environment = (args: string[], env: Record<string, string>) =>
      readConfig(args, { SIGHTLINE_ENVIRONMENT: 'development', ...env }).appInfo.environment;
    expect(environment(['--listen', '0.0.0.0', '--tls', `${files},${files}`], {})).toBe('production');
    expect(environment([], { SIGHTLINE_PUBLIC_URL: 'https://cameras.example.org' })).toBe('production');
    expect(environment([], {})).toBe('development');
  });

  it('CAM-015 gives pages of cameras hosts of their own, or none', () => {
    const files = fileURLToPath(import.meta.url);
    const pattern = 'https://*.camera-pages.example.net';
    const beyond = ['--listen', '0.0.0.0', '--tls', `${files},${files}`];
    const pages = (args: string[], env: Record<string, string> = {}) => readConfig(args, env).cameraPages;
    const port = ['--camera-page-port', '8443'];
    expect([pages(beyond), pages([], { SIGHTLINE_PUBLIC_URL: 'https://video.example.org' })]).toEqual([null, null]);
    expect(() => pages([...beyond, ...port])).toThrow(/SIGHTLINE_CAMERA_PAGE_URL/);
    expect(() => pages(beyond, { SIGHTLINE_CAMERA_PAGE_URL: pattern })).toThrow(/--camera-page-port/);
    expect(() =>
      pages([...beyond, ...port], { SIGHTLINE_CAMERA_PAGE_URL: 'https://camera-pages.example.net' }),
    ).toThrow();
    expect(() =>
      pages([...beyond, ...port], { SIGHTLINE_CAMERA_PAGE_URL: 'http://*.camera-pages.example.net' }),
    ).toThrow(/https/);
    for (const app of [
      'https://camera-pages.example.net',
      'https://example.net',
      'https://video.camera-pages.example.net',
    ])
      expect(() =>
        pages([...beyond, ...port], { SIGHTLINE_CAMERA_PAGE_URL: pattern, SIGHTLINE_PUBLIC_URL: app }),
      ).toThrow(/SIGHTLINE_PUBLIC_URL/);
    expect(pages([...beyond, ...port], { SIGHTLINE_CAMERA_PAGE_URL: pattern })).toMatchObject({ port: 8443, pattern });
    expect(pages([])).toEqual({ port: 0, tls: null, pattern: null });
  });

  it('listens on this machine alone unless told otherwise', () => {
    expect(readConfig([], {})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      tls: null,
      bus: 'in-process',
      trustedProxies: [],
    });
    expect(
      readConfig([], { DATABASE_URL: 'postgres://x', SIGHTLINE_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2' }),
    ).toMatchObject({
      databaseUrl: 'postgres://x',
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
    });
  });
});
