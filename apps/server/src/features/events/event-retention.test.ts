import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { dayOf } from './ingest/event-days.ts';
import { testJpeg, testReport, testVector } from '../../../testing/events/test-reports.ts';

const dayMs = 86_400_000;
let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let lateMs = 0;

beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.now() + lateMs });
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});
afterAll(() => server.stop());

async function addCamera(retentionDays: number): Promise<string> {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${retentionDays}` }];
  const body = { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams, retentionDays };
  return (await owner.call(camerasCalls.create, { body })).body.id;
}

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const count = async (table: string): Promise<number> => {
  const counted = await server.platform.database.withOrganization(organizationId(), (trx) =>
    sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(trx),
  );
  return counted.rows[0]?.count ?? -1;
};
const all = () =>
  Promise.all(['events', 'event_details', 'event_vectors', 'plates', 'plate_ends', 'event_hours'].map(count));
const days = async (): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select relname as name from pg_class where relname ~ '^event(s|_details|_vectors)_[0-9]{8}$' and relkind = 'r'`.execute(
    server.platform.database.global,
  );
  return rows.map((row) => row.name);
};

it('keeps events as long as the footage of their camera, then drops whole days, pictures and plates', async () => {
  const [short, long] = [await addCamera(3), await addCamera(20)];
  await edge.connect();
  const now = Date.now();
  const at = (cameraId: string, ageDays: number) =>
    testReport({
      cameraId,
      startedAtUtcMs: now - ageDays * dayMs,
      vectors: [testVector('face')],
      plate: { text: `AGE${Math.ceil(ageDays)}`, score: 1, reads: 1 },
    });
  const [old, young, oldest] = [at(short, 2), at(short, 0.01), at(long, 15)];
  edge.records(
    1,
    [old, young, oldest].map((event) => ({ kind: 'event' as const, event })),
  );
  await edge.next('ack');
  for (const report of [old, young, oldest]) {
    edge.send({ type: 'thumbnail', ...report, kind: 'object', jpeg: testJpeg().toString('base64') });
    await edge.next('thumbnailAck', (ack) => ack.eventId === report.eventId);
  }
  const pictures = async (): Promise<string[]> =>
    (await server.platform.blobs.children(`o/${organizationId()}/event`)).sort();
  const { housekeeping } = server;
  await housekeeping.tidy();
  expect(await all()).toEqual([3, 3, 3, 3, 10, 3]);
  expect(await pictures()).toEqual([oldest, old, young].map((report) => dayOf(report.startedAtUtcMs)).sort());

  lateMs = 2 * dayMs + 60_000;
  await housekeeping.tidy();
  expect(await all()).toEqual([2, 2, 2, 3, 10, 3]);
  expect(await pictures()).toEqual([oldest, young].map((report) => dayOf(report.startedAtUtcMs)).sort());
  expect(await days()).toContain(`events_${dayOf(oldest.startedAtUtcMs).replaceAll('-', '')}`);

  lateMs = 8 * dayMs;
  await housekeeping.tidy();
  expect(await all()).toEqual([0, 0, 0, 3, 10, 2]);
  expect(await pictures()).toEqual([]);
  expect((await days()).filter((name) => name.endsWith(dayOf(oldest.startedAtUtcMs).replaceAll('-', '')))).toEqual([]);

  lateMs = 40 * dayMs;
  await housekeeping.tidy();
  expect(await all()).toEqual([0, 0, 0, 0, 0, 0]);
  lateMs = 0;
  // A day that was dropped behind the back of the link ends it once, and is made anew when the core sends again.
  const again = at(long, 15);
  edge.records(4, [{ kind: 'event', event: again }]);
  await vi.waitFor(() => expect(edge.closed).toBe(true));
  await edge.connect();
  edge.records(4, [{ kind: 'event', event: again }]);
  await edge.next('ack', (ack) => ack.sequence === 4);
  expect(await count('events')).toBe(1);
}, 30_000);
