import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { auditKey, createAuditAnchors } from './audit.public.ts';
import { verifyRange } from './audit-verification.service.ts';

const dayMs = 86_400_000;
const firstDay = Date.UTC(2026, 0, 1);
const dayOf = (day: number) => ({ start: firstDay + day * dayMs, end: firstDay + (day + 1) * dayMs });

let server: TestServer;
let owner: pg.Client;
let person: TestPerson;
let organizationId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = new pg.Client({ connectionString: server.connectionString });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

const verify = async (query: { start?: number; end?: number }) =>
  (await person.call(auditCalls.verifyRange, { query })).body;

const sealed = (count: number) =>
  vi.waitFor(
    async () =>
      expect((await person.call(auditCalls.verify, {})).body).toMatchObject({
        isWhole: true,
        sealed: count,
        entries: count,
      }),
    {
      timeout: 15_000,
    },
  );

/** What is under way for the chain that the person began with would come back after it was taken away. */
const anchored = () =>
  vi.waitFor(
    async () => {
      const { sealed: number, entries } = (await person.call(auditCalls.verify, {})).body;
      const last = (await createAuditAnchors(server.dataDir).read(organizationId)).at(-1);
      if (number !== entries || last?.number !== number) throw new Error('not anchored yet');
    },
    { timeout: 15_000 },
  );

/** An organization with ten sealed entries a day for five days, and nothing before them. */
beforeEach(async () => {
  person = await server.person();
  organizationId = person.session.activeOrganizationId ?? '';
  await anchored();
  await rm(join(server.dataDir, 'audit-anchors', `${organizationId}.jsonl`));
  // A chain with no past of its own: entries of old days are not late in it.
  for (const table of ['audit_seals', 'audit_unsealed', 'audit_heads', 'audit_entries'])
    await owner.query(`delete from ${table} where organization_id = $1`, [organizationId]);
  for (let day = 0; day < 5; day += 1)
    for (let hour = 0; hour < 10; hour += 1)
      await owner.query(
        `insert into audit_entries (organization_id, id, at, action, entity_kind, entity_name) values ($1, $2, $3, 'location.create', 'location', $4)`,
        [organizationId, newId(), new Date(firstDay + day * dayMs + hour * 3_600_000), `${day}-${hour}`],
      );
  await sealed(50);
});

const change = (name: string) =>
  owner.query(`update audit_entries set address = '203.0.113.9' where organization_id = $1 and entity_name = $2`, [
    organizationId,
    name,
  ]);
const idOf = async (name: string): Promise<string> =>
  (
    await owner.query<{ id: string }>('select id from audit_entries where organization_id = $1 and entity_name = $2', [
      organizationId,
      name,
    ])
  ).rows[0]?.id ?? '';
const remove = async (pattern: string): Promise<void> => {
  const ids = (
    await owner.query<{ id: string }>(
      'select id from audit_entries where organization_id = $1 and entity_name like $2',
      [organizationId, pattern],
    )
  ).rows;
  for (const { id } of ids) {
    await owner.query('delete from audit_seals where entry_id = $1', [id]);
    await owner.query('delete from audit_entries where id = $1', [id]);
  }
};

describe('the check of some days of the audit', () => {
  it('refuses a range that ends before it begins', async () => {
    expect(await verify({ start: 2, end: 1 })).toMatchObject({ code: 'search_range_invalid' });
  });

  it('finds what was changed in them, and leaves what was changed before them to the check of the whole chain', async () => {
    const id = await idOf('2-4');
    await change('2-4');
    expect(await verify(dayOf(2))).toMatchObject({ isWhole: false, brokenAt: { id, cause: 'changed' } });
    expect(await verify({ start: dayOf(1).start, end: dayOf(3).end })).toMatchObject({
      isWhole: false,
      brokenAt: { id },
    });
    expect(await verify(dayOf(4))).toMatchObject({
      isWhole: true,
      entries: 10,
      sealed: 10,
      reachesEnd: true,
      checkedSince: null,
    });
    expect((await person.call(auditCalls.verify, {})).body).toMatchObject({ isWhole: false, brokenAt: { id } });
  });

  it.each([
    ['the first', '2-0'],
    ['the last', '2-9'],
    ['one in the middle', '2-5'],
  ])('finds that %s of them was moved to another time', async (_which, name) => {
    const id = await idOf(name);
    for (const at of [dayOf(2).start - 1, dayOf(0).start - dayMs, dayOf(2).end + 1, dayOf(9).start]) {
      await owner.query('update audit_entries set at = $3 where organization_id = $1 and id = $2', [
        organizationId,
        id,
        new Date(at),
      ]);
      expect(await verify(dayOf(2)), new Date(at).toISOString()).toMatchObject({
        isWhole: false,
        brokenAt: { id, cause: 'changed' },
      });
    }
  });

  it('finds that all of them were taken out with their seals', async () => {
    await remove('2-%');
    expect(await verify(dayOf(2))).toMatchObject({ isWhole: false, entries: 0, brokenAt: { cause: 'missing' } });
  });

  it('finds that they and everything after them were taken out with their seals', async () => {
    for (const day of [2, 3, 4]) await remove(`${day}-%`);
    for (const day of [2, 4])
      expect(await verify(dayOf(day))).toMatchObject({ isWhole: false, brokenAt: { cause: 'missing' } });
  });

  it('finds that they were sealed anew, which fits only until the end that this server proves', async () => {
    await owner.query(`update audit_seals set hash = sha256(hash) where organization_id = $1 and number >= 21`, [
      organizationId,
    ]);
    expect(await verify(dayOf(2))).toMatchObject({ isWhole: false, brokenAt: { cause: 'changed' } });
    await owner.query(`update audit_heads set proof = '\\x00' where organization_id = $1`, [organizationId]);
    expect(await verify(dayOf(4))).toMatchObject({ isWhole: false, brokenAt: { cause: 'changed' } });
  });

  it('follows no more than it may, and says what it left out', async () => {
    const { database, box } = server.platform;
    const parts = {
      database,
      key: await auditKey({ database, box }),
      anchors: createAuditAnchors(server.dataDir),
      followAtMost: 15,
    };
    const check = (day: number, days = 1) =>
      verifyRange(parts, organizationId, { startMs: dayOf(day).start, endMs: dayOf(day + days - 1).end });
    expect(await check(1)).toMatchObject({ isWhole: true, reachesEnd: false, checkedSince: null });
    expect(await check(4)).toMatchObject({ isWhole: true, reachesEnd: true, checkedSince: null });
    expect(await check(0, 5)).toMatchObject({
      isWhole: true,
      entries: 50,
      sealed: 50,
      reachesEnd: true,
      checkedSince: firstDay + 3 * dayMs + 4 * 3_600_000,
    });
    await change('1-5');
    expect(await check(1)).toMatchObject({ isWhole: false, brokenAt: { cause: 'changed' } });
  });
});
