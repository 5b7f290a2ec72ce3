import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedSightings } from '../../../../testing/people/seed-sightings.ts';
import { makeFacePlace, testFace } from '../../../../testing/people/test-faces.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { createPool } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { clusterSome, newMemory } from './cluster-jobs.ts';
import { deleteClusters } from './face-clusters.repository.ts';

let server: TestServer;
let pool: ReturnType<typeof createPool>;
let owner: TestPerson;
let place: { organizationId: string; cameraId: string };
beforeAll(async () => {
  server = await startTestServer();
  pool = createPool(server.connectionString, { max: 1, onError: () => undefined });
  await pool.query('set role none');
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});
beforeEach(async () => {
  owner = await server.person();
  const { cameraId } = await makeFacePlace(server, owner);
  place = { organizationId: owner.session.activeOrganizationId ?? '', cameraId };
});

let at = 0;
/** People are seen, each in this look; answers the events. */
async function see(people: readonly number[], look: number): Promise<string[]> {
  const faces = people.map((who) => {
    const eventId = newId();
    const vector = Int8Array.from(Buffer.from(testFace(who, look), 'base64'));
    return { eventId, startedAt: new Date(Date.now() - 3_600_000 + (at += 10)), vector, quality: 0.9 };
  });
  await seedSightings((text, values) => pool.query(text, values), place, faces);
  return faces.map(({ eventId }) => eventId);
}

const step = (memory = newMemory(), limit = 1_000): Promise<number> =>
  clusterSome({ changes: server.platform.changes, memory }, place.organizationId, limit);

/** To whom each of these events was put. */
async function clustersOf(eventIds: readonly string[]): Promise<(string | null)[]> {
  const rows = await server.platform.database.withOrganization(place.organizationId, (trx) =>
    trx
      .selectFrom('faceSightings')
      .select(['eventId', 'clusterId'])
      .where('organizationId', '=', place.organizationId)
      .execute(),
  );
  const byEvent = new Map(rows.map(({ eventId, clusterId }) => [eventId, clusterId]));
  return eventIds.map((id) => byEvent.get(id) ?? null);
}

const people = Array.from({ length: 30 }, (_, who) => who + 1);

describe('faces that are put together step by step', () => {
  it('DB-PEOPLE-013 go on as if nothing had ended, whether what was known is kept, lost or another process went on', async () => {
    const [one, other] = [newMemory(), newMemory()];
    const seen: string[][] = [];
    for (const [look, memory] of [one, one, newMemory(), other, one, other].entries()) {
      seen.push(await see(people, look + 1));
      // Small steps: several in each look.
      while ((await step(memory, 7)) === 7);
    }
    const of = await Promise.all(seen.map(clustersOf));
    expect(new Set(of[0])).toHaveLength(people.length);
    expect(of[0]).not.toContain(null);
    for (const later of of) expect(later).toEqual(of[0]);
  });

  it('of who was forgotten or saved since are compared with nobody, though they were known', async () => {
    const memory = newMemory();
    const [before] = await clustersOf((await see([1, 2], 1)).slice(0, 1));
    expect(before).toBeNull();
    await step(memory);
    const [gone] = await clustersOf(await see([1], 2).then(async (ids) => (await step(memory), ids)));
    await server.platform.database.withOrganization(place.organizationId, (trx) =>
      deleteClusters(trx, place.organizationId, [gone ?? '']),
    );
    const again = await see([1], 3);
    await step(memory);
    const [now] = await clustersOf(again);
    expect(now).not.toBeNull();
    expect(now).not.toBe(gone);
    const index = await server.platform.database.withOrganization(place.organizationId, (trx) =>
      memory.indexes.open(trx, place.organizationId),
    );
    const known = [...index.models.values()].flatMap((model) => [...model.ids()]);
    expect(known).not.toContain(gone);
    expect(known).toHaveLength(2);
  });

  it('stay known as they stand in the rows when a step is broken off', async () => {
    const memory = newMemory();
    await see(people, 1);
    await step(memory);
    const second = await see(people, 2);
    const { changes } = server.platform;
    const failing: typeof changes = {
      ...changes,
      run: (who, work) =>
        changes.run(who, async (change) => {
          await work(change);
          throw new Error('broken off');
        }),
    };
    await expect(clusterSome({ changes: failing, memory }, place.organizationId, 1_000)).rejects.toThrow('broken off');
    expect(await clustersOf(second)).toEqual(second.map(() => null));
    await step(memory);
    expect(new Set(await clustersOf(second))).toHaveLength(people.length);
    expect(await step(memory)).toBe(0);
  });

  it('are compared with those seen last where there are more than may be kept, also in a process that knew none', async () => {
    const memory = newMemory(10);
    await see(people, 1);
    await step(memory);
    for (const one of [memory, newMemory(10)]) {
      const [old, ...late] = await see([people[0]!, ...people.slice(-5)], 2).then(async (ids) => {
        await step(one);
        return clustersOf(ids);
      });
      expect(late).not.toContain(null);
      expect(old).not.toBeNull();
      const index = await server.platform.database.withOrganization(place.organizationId, (trx) =>
        one.indexes.open(trx, place.organizationId),
      );
      expect([...index.models.values()].reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(10);
    }
  });
});
