import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EventReport } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { testJpeg, testReport } from '../../../testing/events/test-reports.ts';

const latestUtcMs = 8_640_000_000_000_000;
let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;
let sequence = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
  cameraId = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body.id;
  await edge.connect();
  sequence = 0;
});

async function send(...events: readonly unknown[]): Promise<void> {
  edge.records(sequence + 1, events.map((event) => ({ kind: 'event', event })) as never);
  sequence += events.length;
  await edge.next('ack', (message) => message.sequence === sequence);
}
const get = async (id: string) => (await owner.call(eventsCalls.get, { params: { id } })).body;
const list = async () => (await owner.call(eventsCalls.list, { query: {} })).body;

it('numbers too small for the database hold nothing up', async () => {
  const tiny = testReport({ cameraId, score: 1e-50, speed: 1e-310, heading: 5e-324, minusZero: -0 } as never);
  await send(tiny, testReport({ cameraId }));
  expect((await list()).total).toEqual({ value: 2, relation: 'exact' });
  expect(await get(tiny.eventId)).toMatchObject({ score: 0, speed: 0, heading: 0 });
});

it('one id in large and in small letters is one event', async () => {
  const report = testReport({ cameraId });
  await send(report, { ...report, eventId: report.eventId.toUpperCase(), revision: 2, subtype: 'adult' });
  expect((await list()).items).toMatchObject([{ id: report.eventId, revision: 2, subtype: 'adult' }]);
  await send({
    ...report,
    eventId: report.eventId.toUpperCase(),
    revision: 3,
    startedAtUtcMs: report.startedAtUtcMs - 1,
  });
  expect(await get(report.eventId)).toMatchObject({ revision: 2, startedAtUtcMs: report.startedAtUtcMs });
  const picture = {
    type: 'thumbnail',
    eventId: report.eventId.toUpperCase(),
    cameraId: cameraId.toUpperCase(),
    startedAtUtcMs: report.startedAtUtcMs,
  };
  edge.send({ ...picture, kind: 'object', jpeg: testJpeg().toString('base64') });
  expect(await edge.next('thumbnailAck')).toMatchObject({ eventId: report.eventId, outcome: 'kept' });
  expect((await fetch(`${server.url}${(await get(report.eventId)).thumbnails.object ?? ''}`)).status).toBe(200);
});

it('what has ended is corrected, but never goes on', async () => {
  const open = testReport({ cameraId });
  const closed: EventReport = { ...open, phase: 'closed', endedAtUtcMs: open.lastSeenUtcMs, revision: 2 };
  await send(open, closed, { ...open, phase: 'updated', revision: 3 });
  expect(await get(open.eventId)).toMatchObject({ phase: 'closed', endedAtUtcMs: closed.endedAtUtcMs, revision: 2 });
  await send({ ...open, phase: 'updated', revision: 4 }, { ...closed, revision: 5, subtype: 'child' });
  expect(await get(open.eventId)).toMatchObject({ phase: 'closed', revision: 5, subtype: 'child' });
});

it('what a lost core never ended does not go on for ever', async () => {
  const open = testReport({ cameraId });
  await send(open);
  const query = { fromUtcMs: open.startedAtUtcMs, toUtcMs: open.startedAtUtcMs + 60_000 };
  const mark = async () => (await owner.call(eventsCalls.ofCamera, { params: { id: cameraId }, query })).body.items[0];
  expect([await get(open.eventId), await mark()]).toMatchObject([
    { phase: 'opened' },
    { phase: 'opened', endedAtUtcMs: null },
  ]);
  await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
    sql`update events set received_at = received_at - interval '12 minutes' where camera_id = ${cameraId}::uuid`.execute(
      trx,
    ),
  );
  const lost = { phase: 'closed', endedAtUtcMs: open.lastSeenUtcMs, revision: 1 };
  expect([await get(open.eventId), await mark()]).toMatchObject([lost, lost]);
  await send({ ...open, phase: 'updated', revision: 2 });
  expect(await mark()).toMatchObject({ phase: 'updated', endedAtUtcMs: null, revision: 2 });
});

it('times at the end of all time keep the link', async () => {
  const report = testReport({ cameraId });
  const { box } = report.best;
  await send(
    {
      ...report,
      eventId: newId(),
      startedAtUtcMs: latestUtcMs,
      lastSeenUtcMs: latestUtcMs,
      best: { atUtcMs: latestUtcMs, box },
    },
    { ...report, eventId: newId(), startedAtUtcMs: 0 },
    { ...report, eventId: newId(), zones: [{ zoneId: newId(), enteredAtUtcMs: latestUtcMs, leftAtUtcMs: null }] },
    report,
  );
  expect((await list()).items.map((event) => event.id)).toEqual([report.eventId]);
  edge.send({
    type: 'thumbnail',
    eventId: newId(),
    cameraId,
    startedAtUtcMs: latestUtcMs,
    kind: 'object',
    jpeg: testJpeg().toString('base64'),
  });
  expect(await edge.next('thumbnailAck')).toMatchObject({ outcome: 'refused' });
  const query = { fromUtcMs: latestUtcMs - 60_000, toUtcMs: latestUtcMs };
  expect((await owner.call(eventsCalls.list, { query })).body.items).toEqual([]);
  expect((await owner.call(eventsCalls.ofCamera, { params: { id: cameraId }, query })).body.items).toEqual([]);
  expect((await owner.call(eventsCalls.paths, { params: { id: cameraId }, query })).body.items).toEqual([]);
});

it('a picture that unfolds to gigabytes is refused', async () => {
  const report = testReport({ cameraId });
  await send(report);
  const { eventId, startedAtUtcMs } = report;
  for (const size of [
    { width: 65_535, height: 65_535 },
    { width: 64, height: 0 },
  ]) {
    edge.received.length = 0;
    edge.send({
      type: 'thumbnail',
      eventId,
      cameraId,
      startedAtUtcMs,
      kind: 'object',
      jpeg: testJpeg(400, size).toString('base64'),
    });
    expect(await edge.next('thumbnailAck')).toMatchObject({ outcome: 'refused' });
  }
});

it('refused records of many messages are put into few lines', async () => {
  const before = server.logged().split('records of a core were refused').length;
  for (let count = 0; count < 100; count += 1) await send(null);
  expect(server.logged().split('records of a core were refused').length - before).toBeLessThan(5);
  expect(await server.platform.metrics.registry.metrics()).toMatch(/link_refused_total\{reason="schema"\} \d{3}/);
});

it('whatever stands in the filters is answered or refused, and tells nothing of others', async () => {
  await send(testReport({ cameraId, plate: { text: 'ABC123', score: 1, reads: 3 } }));
  const headers = { authorization: `Bearer ${owner.session.accessToken}` };
  const cursor = (key: string, id: string): string => Buffer.from(JSON.stringify([key, id])).toString('base64url');
  const manyIds = Array.from({ length: 100 }, newId).join(',');
  const queries: [string, number][] = [
    [`cameraIds=${manyIds}`, 200],
    [`cameraIds=${manyIds},${newId()}`, 400],
    [`cameraIds=${','.repeat(4_000)}`, 200],
    [`cameraIds=${cameraId.toUpperCase()}`, 200],
    [`zoneIds=${newId()}`, 200],
    [`locationId=${newId()}`, 200],
    [`cursor=${cursor('1', '-'.repeat(36))}`, 400],
    [`cursor=${cursor('999999999999999', newId())}`, 200],
    [`cursor=${cursor('0', newId())}`, 200],
    [`cursor=${cursor('-1', newId())}`, 400],
    ['limit=0', 400],
    ['limit=201', 400],
    ['minDwellMs=9007199254740991', 200],
    ['maxDwellMs=9007199254740991', 200],
    ['minScore=1e-50', 200],
    ['minColourShare=1e-310&colours=red', 200],
    ['minMotion=NaN', 400],
    ['fromUtcMs=Infinity', 400],
    [`plate=${encodeURIComponent("%' or 1=1 --\0")}`, 200],
    [`plate=${encodeURIComponent('А\0ﬀ')}`, 200],
    ['plate=%', 400],
  ];
  const answers = await Promise.all(
    queries.map(async ([query]) => {
      const answer = await fetch(`${server.url}/api/v1/events?${query}`, { headers });
      return [query, answer.status] as const;
    }),
  );
  expect(answers.map(([query, status]) => `${String(status)} ${query.slice(0, 40)}`)).toEqual(
    queries.map(([query, status]) => `${String(status)} ${query.slice(0, 40)}`),
  );
});
