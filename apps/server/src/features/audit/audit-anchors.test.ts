import { appendFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { verifyAudit } from './audit.operator.ts';
import { createAuditAnchors, type Anchor } from './audit-anchors.ts';

const dayMs = 86_400_000;
const organizationOfFiles = newId();
const anchorOf = (number: number, atMs: number, from = number - 1): Anchor => ({
  organizationId: organizationOfFiles,
  from,
  number,
  hash: number.toString(16).padStart(64, '0'),
  atMs,
});

describe('the anchors in the data folder', () => {
  let folder: string;
  const organizationId = organizationOfFiles;
  const file = () => join(folder, 'audit-anchors', `${organizationId}.jsonl`);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-anchors-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are none where nothing was anchored', async () => {
    expect(await createAuditAnchors(folder).read(organizationId)).toEqual([]);
    expect(await createAuditAnchors(folder).list()).toEqual([]);
  });

  it('lose nothing but the line that a crash left half written', async () => {
    const anchors = createAuditAnchors(folder);
    for (const number of [1, 2]) await anchors.add(anchorOf(number, number));
    await truncate(file(), (await readFile(file())).length - 20);
    await anchors.add(anchorOf(3, 3));
    expect((await anchors.read(organizationId)).map(({ number }) => number)).toEqual([1, 3]);
    await appendFile(file(), '\n{"number":4');
    expect(await createAuditAnchors(folder).read(organizationId)).toHaveLength(2);
  });

  it('are thinned to one a day, but for those after which the chain had become shorter', async () => {
    const anchors = createAuditAnchors(folder);
    for (let number = 1; number <= 4; number += 1) await anchors.add(anchorOf(number, number));
    await anchors.add(anchorOf(5, dayMs));
    await anchors.add(anchorOf(9, dayMs + 1));
    await anchors.add(anchorOf(7, dayMs + 2, 3));
    await anchors.add(anchorOf(8, dayMs + 3));
    // The first line after a start thins.
    await createAuditAnchors(folder).add(anchorOf(10, 2 * dayMs));
    expect((await anchors.read(organizationId)).map(({ number }) => number)).toEqual([4, 9, 8, 10]);
    expect(await anchors.list()).toEqual([organizationId]);
  });
});

describe('a database that was set back', () => {
  let server: TestServer;
  let owner: pg.Client;
  let person: TestPerson;
  let organizationId: string;
  const verify = async () => (await person.call(auditCalls.verify, {})).body;
  const verifyDays = async () => (await person.call(auditCalls.verifyRange, { query: {} })).body;
  const operator = () => verifyAudit({ database: server.platform.database, dataDir: server.dataDir });
  const anchored = () =>
    vi.waitFor(async () => {
      const { entries } = await verify();
      const last = (await createAuditAnchors(server.dataDir).read(organizationId)).at(-1);
      expect(last?.number).toBe(entries);
      return entries;
    }, 10_000);
  const addLocation = (name: string) =>
    person.call(locationsCalls.create, { body: { name, parentId: null, timeZone: 'UTC' } });
  /** As it was before what follows; answers how to set it back there. */
  const remember = async () => {
    const head = (await owner.query('select * from audit_heads where organization_id = $1', [organizationId]))
      .rows[0] as Record<string, unknown>;
    const { rows } = await owner.query<{ id: string }>('select id from audit_entries where organization_id = $1', [
      organizationId,
    ]);
    return async () => {
      const ids = rows.map(({ id }) => id);
      await owner.query('delete from audit_seals where organization_id = $1 and not entry_id = any ($2::uuid[])', [
        organizationId,
        ids,
      ]);
      await owner.query('delete from audit_entries where organization_id = $1 and not id = any ($2::uuid[])', [
        organizationId,
        ids,
      ]);
      await owner.query(
        'update audit_heads set number = $2, hash = $3, newest_at = $4, proof = $5 where organization_id = $1',
        [organizationId, head['number'], head['hash'], head['newest_at'], head['proof']],
      );
    };
  };

  beforeAll(async () => {
    server = await startTestServer();
    owner = new pg.Client({ connectionString: server.connectionString });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await server.stop();
  });
  beforeEach(async () => {
    person = await server.person();
    organizationId = person.session.activeOrganizationId ?? '';
    await addLocation('North');
    await anchored();
  });

  it('is found, with the first seal that is missing, by the calls and by the command', async () => {
    const before = await anchored();
    const setBack = await remember();
    await addLocation('South');
    await anchored();
    await setBack();
    const brokenAt = { id: `#${before + 1}`, cause: 'missing' };
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt });
    expect(await verifyDays()).toMatchObject({ isWhole: false, brokenAt });
    const { isDone, said } = await operator();
    expect(isDone).toBe(false);
    expect(said).toContain(`first at #${before + 1}`);
  });

  it('is found also when the chain has grown past the old end since', async () => {
    const setBack = await remember();
    await addLocation('South');
    const end = await anchored();
    await setBack();
    await addLocation('Other');
    await addLocation('Another');
    await vi.waitFor(async () => expect((await verify()).sealed).toBeGreaterThan(end), 10_000);
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: { id: `#${end}`, cause: 'changed' } });
  });

  it('is found when everything was taken out of it', async () => {
    for (const table of ['audit_seals', 'audit_unsealed', 'audit_heads', 'audit_entries'])
      await owner.query(`delete from ${table} where organization_id = $1`, [organizationId]);
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: { id: '#1', cause: 'missing' } });
    expect(await verifyDays()).toMatchObject({ isWhole: false, brokenAt: { id: '#1', cause: 'missing' } });
    expect(await operator()).toMatchObject({
      isDone: false,
      said: expect.stringContaining(`BROKEN  ${organizationId}`) as string,
    });
  });

  it('is told from one that grows, and from an installation that has not anchored yet', async () => {
    expect(await verify()).toMatchObject({ isWhole: true, anchoredSince: expect.any(Number) as number });
    await rm(join(server.dataDir, 'audit-anchors', `${organizationId}.jsonl`));
    expect(await verify()).toMatchObject({ isWhole: true, anchoredSince: null });
    expect((await operator()).said).toMatch(new RegExp(`whole   ${organizationId}.*not anchored yet`));
    await addLocation('South');
    await anchored();
    expect(await verify()).toMatchObject({ isWhole: true, anchoredSince: expect.any(Number) as number });
  });
});
