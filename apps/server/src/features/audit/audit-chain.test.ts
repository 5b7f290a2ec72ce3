import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: pg.Client;
let person: TestPerson;
let organizationId: string;

beforeAll(async () => {
  server = await startTestServer();
  // Whoever has the database itself: no fence and no missing right holds that one.
  owner = new pg.Client({ connectionString: server.connectionString });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

const verifyDays = async (query: { start?: number; end?: number } = {}) =>
  (await person.call(auditCalls.verifyRange, { query })).body;
const verify = async () => (await person.call(auditCalls.verify, {})).body;
const sealed = () =>
  vi.waitFor(
    async () => {
      const found = await verify();
      expect(found.sealed).toBe(found.entries);
      return found;
    },
    { timeout: 10_000 },
  );

beforeEach(async () => {
  person = await server.person();
  organizationId = person.session.activeOrganizationId ?? '';
  for (const name of ['North', 'South', 'West'])
    await person.call(locationsCalls.create, { body: { name, parentId: null, timeZone: 'UTC' } });
  await sealed();
});

const entryNamed = async (name: string): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>(
    'select id from audit_entries where organization_id = $1 and entity_name = $2',
    [organizationId, name],
  );
  return rows[0]?.id ?? '';
};

describe('the chain of the audit', () => {
  it('is whole as long as nobody touches it', async () => {
    expect(await sealed()).toMatchObject({ isWhole: true, brokenAt: null });
  });

  it.each([
    'update audit_entries set action = action',
    'delete from audit_entries',
    'update audit_seals set number = number',
    'delete from audit_seals',
  ])('cannot be touched by the application: %s', async (statement) => {
    const { database } = server.platform;
    const { sql } = await import('kysely');
    await expect(database.withOrganization(organizationId, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
      /permission denied/,
    );
  });

  it('finds an entry that was changed', async () => {
    const id = await entryNamed('South');
    await owner.query(`update audit_entries set data = jsonb_set(data, '{name}', '"Elsewhere"') where id = $1`, [id]);
    expect(await verifyDays()).toMatchObject({ isWhole: false, brokenAt: { id, cause: 'changed' } });
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: { id, cause: 'changed' } });
  });

  it('finds an entry that was taken out, with and without its seal', async () => {
    const id = await entryNamed('South');
    await owner.query('delete from audit_entries where id = $1', [id]);
    expect(await verifyDays()).toMatchObject({ isWhole: false, brokenAt: { id, cause: 'missing' } });
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: { id, cause: 'missing' } });
    await owner.query('delete from audit_seals where entry_id = $1', [id]);
    expect((await verify()).brokenAt?.cause).toBe('missing');
    expect((await verifyDays()).brokenAt?.cause).toBe('missing');
  });

  it('finds that the end was cut off', async () => {
    const id = await entryNamed('West');
    await owner.query('delete from audit_seals where entry_id = $1', [id]);
    await owner.query('delete from audit_entries where id = $1', [id]);
    expect((await verify()).brokenAt?.cause).toBe('missing');
    expect((await verifyDays()).brokenAt?.cause).toBe('missing');
  });

  it('finds an entry that was put into the past, also when it has been sealed since', async () => {
    const id = newId();
    await owner.query(
      `insert into audit_entries (organization_id, id, at, action, entity_kind) values ($1, $2, now() - interval '1 day', 'location.remove', 'location')`,
      [organizationId, id],
    );
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: { id, cause: 'inserted' } });
    expect(await sealed()).toMatchObject({ isWhole: false, brokenAt: { id, cause: 'inserted' } });
  });

  it('finds an entry that never waited for its seal', async () => {
    const id = newId();
    await owner.query('begin; alter table audit_entries disable trigger queue_for_sealing');
    await owner.query(
      `insert into audit_entries (organization_id, id, action, entity_kind) values ($1, $2, 'location.remove', 'location')`,
      [organizationId, id],
    );
    await owner.query('alter table audit_entries enable trigger queue_for_sealing; commit');
    expect(await verify()).toMatchObject({ brokenAt: { id, cause: 'inserted' } });
    expect(await verifyDays()).toMatchObject({ brokenAt: { id, cause: 'inserted' } });
  });

  it('finds a chain that was written anew, because nobody else can prove its end', async () => {
    await owner.query(`update audit_heads set proof = '\\x00' where organization_id = $1`, [organizationId]);
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: { cause: 'changed' } });
    expect(await verifyDays()).toMatchObject({ isWhole: false, brokenAt: { cause: 'changed' } });
  });

  it('is one for each organization', async () => {
    await owner.query('delete from audit_entries where id = $1', [await entryNamed('South')]);
    const other = await server.person();
    const found = await vi.waitFor(async () => {
      const { body } = await other.call(auditCalls.verify, {});
      expect(body.sealed).toBeGreaterThan(0);
      return body;
    }, 10_000);
    expect(found.isWhole).toBe(true);
  });
});
