import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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
    const { stdout } = await run(process.execPath, [program, ...args, '--data', server.dataDir], { env });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
}

describe('an emergency at the machine of the server', () => {
  it('says so where nobody is locked out', async () => {
    const person = await server.person();
    expect(await operate('break-glass', '--email', 'nobody@example.com')).toMatchObject({
      code: 1,
      said: expect.stringContaining('nobody@example.com') as string,
    });
    expect((await operate('break-glass', '--email', person.session.user.email)).code).toBe(1);
  });

  it('lifts a login firewall for an hour', async () => {
    const person = await server.person();
    const rules = [{ cidr: '127.0.0.1', note: '' }];
    await person.call(loginFirewallCalls.set, { body: { isEnabled: true, rules, revision: 0 } });
    const { code, said } = await operate('break-glass', '--email', person.session.user.email.toUpperCase());
    expect(said).toMatch(/^the login firewall of Org \d+ is lifted until /);
    expect(code).toBe(0);
    expect((await person.call(loginFirewallCalls.get, {})).body.breakGlassUntil).toBeGreaterThan(
      Date.now() + 3_500_000,
    );
  });
});

describe('the organization of the installation', () => {
  it('is named at the machine of the server, and stands in its audit', async () => {
    const [first, second] = [await server.person(), await server.person()];
    const id = second.session.activeOrganizationId ?? '';
    expect(await operate('default-organization', '--email', 'nobody@example.com')).toMatchObject({ code: 1 });
    expect(
      await operate('default-organization', '--email', second.session.user.email, '--organization', 'Nowhere'),
    ).toMatchObject({ code: 1 });
    const { code, said } = await operate('default-organization', '--email', second.session.user.email);
    expect(said).toContain(`${second.session.organization?.orgName} is now the default organization`);
    expect(code).toBe(0);
    const isDefault = async (person: typeof first) =>
      (await person.call(sessionsCalls.current, {})).body.organization?.isDefault;
    expect([await isDefault(first), await isDefault(second)]).toEqual([false, true]);
    const rows = await server.platform.database.withOrganization(id, (trx) =>
      trx.selectFrom('auditEntries').select('entityId').where('action', '=', 'organization.nameDefault').execute(),
    );
    expect(rows).toEqual([{ entityId: id }]);
    expect((await operate('default-organization', '--email', first.session.user.email)).code).toBe(0);
    expect([await isDefault(first), await isDefault(second)]).toEqual([true, false]);
  });
});

describe('the staff, named at the machine of the server', () => {
  it('AUTH-017 AUTH-021 is added to and taken away, but for the last ADMIN, and stands in the audit', async () => {
    const [boss, dev] = [await server.person(), await server.person()];
    const [first, second] = [boss.session.user.email, dev.session.user.email];
    expect(await operate('staff', '--email', 'nobody@example.com', '--roles', 'admin')).toMatchObject({
      code: 1,
      said: expect.stringContaining('nobody@example.com') as string,
    });
    expect(await operate('staff', '--email', first, '--roles', 'admin')).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${first} is now ADMIN`) as string,
    });
    expect((await operate('staff', '--email', second, '--roles', 'developer,dev-team')).code).toBe(0);
    const { user } = (await dev.call(sessionsCalls.current, {})).body;
    expect(user).toMatchObject({ roles: ['USER'], isDeveloper: true, isDevTeam: true, isPartner: false });
    expect(await operate('staff', '--email', first, '--roles', '')).toMatchObject({
      code: 1,
      said: expect.stringContaining('last administrator') as string,
    });
    expect((await operate('staff', '--email', second, '--roles', '')).code).toBe(0);
    expect((await dev.call(sessionsCalls.current, {})).body.user).toMatchObject({
      isDeveloper: false,
      isDevTeam: false,
    });
    const { database } = server.platform;
    const { defaultOrganizationId } = await database.global
      .selectFrom('installation')
      .selectAll()
      .executeTakeFirstOrThrow();
    const rows = await database.withOrganization(defaultOrganizationId, (trx) =>
      trx.selectFrom('auditEntries').select('entityId').where('action', '=', 'staff.set').execute(),
    );
    expect(rows.map((row) => row.entityId)).toEqual([boss.userId, dev.userId, dev.userId]);
  });
});
