import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('operator.ts', import.meta.url));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function operate(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: server.connectionString };
  try {
    const { stdout } = await run(process.execPath, [program, '--data', server.dataDir, ...args], { env });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
}

describe('an emergency at the machine of the server', () => {
  it('says so where nobody is locked out', async () => {
    const person = await server.person();
    expect(await operate('--email', 'nobody@example.com')).toMatchObject({ code: 1, said: expect.stringContaining('nobody@example.com') as string });
    expect((await operate('--email', person.session.user.email)).code).toBe(1);
  });

  it('lifts a login firewall for an hour', async () => {
    const person = await server.person();
    const rules = [{ cidr: '127.0.0.1', note: '' }];
    await person.call(loginFirewallCalls.set, { body: { isEnabled: true, rules, revision: 0 } });
    const { code, said } = await operate('--email', person.session.user.email.toUpperCase());
    expect(said).toMatch(/^the login firewall of Org \d+ is lifted until /);
    expect(code).toBe(0);
    expect((await person.call(loginFirewallCalls.get, {})).body.breakGlassUntil).toBeGreaterThan(Date.now() + 3_500_000);
  });
});
