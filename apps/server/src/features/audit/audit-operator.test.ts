import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

const program = fileURLToPath(new URL('../../app/operator.ts', import.meta.url));
let server: TestServer;
let people: TestPerson[];

beforeAll(async () => {
  server = await startTestServer();
  people = [await server.person(), await server.person()];
  for (const person of people)
    await vi.waitFor(
      async () => {
        const { body } = await person.call(auditCalls.verify, {});
        if (body.sealed !== body.entries) throw new Error('not sealed yet');
      },
      { timeout: 10_000 },
    );
});
afterAll(() => server.stop());

async function verify(): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: server.connectionString };
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'verify-audit', '--data', server.dataDir],
      { env },
    );
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
}

describe('the check of the audit at the machine of the server', () => {
  it('says that every chain is whole, then names the first entry that was changed', async () => {
    const ids = people.map(({ session }) => session.activeOrganizationId ?? '');
    const whole = await verify();
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('complete and unchanged') as string });
    for (const id of ids) expect(whole.said).toContain(`whole   ${id}`);
    const owner = new pg.Client({ connectionString: server.connectionString });
    await owner.connect();
    const { rows } = await owner.query<{ id: string }>(
      `update audit_entries set address = '10.9.9.9' where id = (select id from audit_entries where organization_id = $1 order by at limit 1) returning id`,
      [ids[1]],
    );
    await owner.end();
    const broken = await verify();
    expect(broken.code).toBe(1);
    expect(broken.said).toContain(`first at ${rows[0]?.id}`);
    expect(broken.said).toContain(`whole   ${ids[0]}`);
  }, 30_000);
});
