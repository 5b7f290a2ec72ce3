import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EventReport } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../../testing/link/test-edge.ts';
import { testReport, testVector } from '../../../../testing/events/test-reports.ts';

const dayMs = 86_400_000;
let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;
let sequence = 0;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
});
afterAll(() => server.stop());
beforeEach(async () => {
  edge = await makeTestEdge(server, owner);
  cameraId = await addCamera(edge);
  await edge.connect();
  sequence = 0;
});

async function addCamera(at: TestEdge, retentionDays = 30): Promise<string> {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  const answer = await owner.call(camerasCalls.create, {
    body: { name: 'Gate', edgeId: at.edgeId, locationId: at.locationId, streams, retentionDays },
  });
  return answer.body.id;
}

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const ack = () => edge.next('ack', (message) => message.sequence === sequence);

/** Sends bodies as the next records and waits until they are kept or passed over. */
async function send(...events: readonly unknown[]): Promise<void> {
  edge.records(sequence + 1, events.map((event) => ({ kind: 'event', event })) as never);
  sequence += events.length;
  await ack();
}

const kept = () =>
  server.platform.database.withOrganization(organizationId(), async (trx) => {
    const { rows } = await sql<{
      id: string;
      revision: number;
      startedAt: Date;
    }>`select id, revision, started_at from events
      where camera_id = ${cameraId}::uuid order by started_at, id`.execute(trx);
    return rows;
  });
const partitions = async (): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from pg_inherits where inhparent = 'events'::regclass`.execute(
    server.platform.database.global,
  );
  return rows[0]?.count ?? 0;
};
const report = (change: Partial<EventReport> = {}): EventReport => testReport({ cameraId, ...change });

describe('a hostile core', () => {
  const now = Date.now();
  const lies: [string, () => unknown, string][] = [
    ['a time in the future', () => report({ startedAtUtcMs: now + 600_000 }), 'future'],
    ['a best moment in the future', () => report({ best: { ...report().best, atUtcMs: now + 600_000 } }), 'future'],
    ['a time before its footage is kept', () => report({ startedAtUtcMs: now - 31 * dayMs }), 'expired'],
    ['an end before its beginning', () => report({ phase: 'closed', endedAtUtcMs: now - 90_000 }), 'times'],
    ['an end of what is still open', () => report({ endedAtUtcMs: now }), 'times'],
    ['something seen before it began', () => report({ lastSeenUtcMs: now - 90_000 }), 'times'],
    [
      'a path that goes back in time',
      () =>
        report({
          path: [
            [9, 0, 0, 0, 0],
            [3, 0, 0, 0, 0],
          ],
        }),
      'times',
    ],
    ['text that no database takes', () => report({ subtype: 'a\0b' }), 'text'],
    ['half a sign', () => report({ subtype: '\ud800' }), 'text'],
    ['a model without a name', () => report({ modelId: '\n' }), 'text'],
    ['a vector that is none', () => report({ vectors: [{ kind: 'face', modelId: 'm@1', values: '!!!!' }] }), 'vectors'],
    ['a short vector', () => report({ vectors: [{ kind: 'face', modelId: 'm@1', values: 'AAAA' }] }), 'vectors'],
    ['the same vector twice', () => report({ vectors: [testVector('face'), testVector('face', 2)] }), 'vectors'],
    [
      'vectors without end',
      () => report({ vectors: [{ kind: 'face', modelId: 'm@1', values: 'A'.repeat(400_000) }] }),
      'schema',
    ],
    ['1 MB of text', () => report({ subtype: 'secret'.repeat(150_000) }), 'schema'],
    ['a box outside', () => report({ best: { atUtcMs: now, box: { x: 0.9, y: 0, width: 0.5, height: 1 } } }), 'schema'],
    ['a plate with signs', () => report({ plate: { text: `'; drop`, score: 1, reads: 1 } }), 'schema'],
    ['a revision without end', () => report({ revision: 1_000_001 }), 'schema'],
    ['nothing', () => null, 'schema'],
  ];

  it.each(lies)('that reports %s is refused and logged, and what comes after is kept', async (_name, lie, reason) => {
    await send(lie(), report());
    expect(await kept()).toHaveLength(1);
    const line =
      server
        .logged()
        .split('\n')
        .findLast((text) => text.includes('records of a core were refused')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ edgeId: edge.edgeId, code: 'event_refused', count: 1 });
    expect(line).toContain(`"reason":"${reason}`);
    expect(line.length).toBeLessThan(1_000);
    expect(await server.platform.metrics.registry.metrics()).toContain(
      `sightline_link_refused_total{reason="${reason}"}`,
    );
  });

  it.each(['NaN', '1e999', '-1e999'])('that reports %s as a number keeps nothing', async (number) => {
    const body = JSON.stringify({ kind: 'event', event: report({ score: 0.123456 }) }).replace('0.123456', number);
    edge.send(`{"type":"records","epoch":"${edge.epoch}","records":[{"sequence":1,"atUtcMs":1,"body":${body}}]}`);
    if (number !== 'NaN') await edge.next('ack', (message) => message.sequence === 1);
    edge.send({
      type: 'heartbeat',
      sentAtUtcMs: 1,
      clockOffsetMs: 0,
      health: { cpuShare: 0, memoryBytes: 0, memoryTotalBytes: 0, diskFreeBytes: 0, diskTotalBytes: 0, uptimeMs: 0 },
      outboxDepth: 0,
    });
    await edge.next('heartbeatAck');
    expect(await kept()).toEqual([]);
  });

  it('that reports events of the camera of another core has none of them kept, and keeps its link for its own', async () => {
    const victim = cameraId;
    edge = await makeTestEdge(server, owner);
    await edge.connect();
    sequence = 0;
    for (let times = 0; times < 5; times += 1) await send(report({ cameraId: victim }));
    expect(await kept()).toEqual([]);
    cameraId = await addCamera(edge);
    const event = report({ cameraId });
    await send(event);
    expect((await kept()).map(({ id }) => id)).toEqual([event.eventId]);
  });

  it('that reports events of another organization is refused', async () => {
    const stranger = await server.person();
    const other = await makeTestEdge(server, stranger);
    await other.connect();
    const event = report();
    other.records(1, [{ kind: 'event', event }]);
    await other.next('ack');
    expect(await kept()).toEqual([]);
    expect((await stranger.call(eventsCalls.get, { params: { id: event.eventId } })).status).toBe(404);
  });

  it('that uses the id of an event of another organization makes an event of its own, and changes nothing there', async () => {
    const event = report();
    await send(event);
    const stranger = await server.person();
    const other = await makeTestEdge(server, stranger);
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
    const theirs = await stranger.call(camerasCalls.create, {
      body: { name: 'Theirs', edgeId: other.edgeId, locationId: other.locationId, streams },
    });
    await other.connect();
    other.records(1, [{ kind: 'event', event: { ...event, cameraId: theirs.body.id, revision: 9, score: 0.1 } }]);
    await other.next('ack');
    expect((await owner.call(eventsCalls.get, { params: { id: event.eventId } })).body).toMatchObject({
      cameraId,
      revision: 1,
      score: 0.8,
    });
    expect((await stranger.call(eventsCalls.get, { params: { id: event.eventId } })).body).toMatchObject({
      cameraId: theirs.body.id,
      revision: 9,
    });
  });

  it('cannot give an event another beginning or another camera', async () => {
    const event = report();
    const second = await addCamera(edge);
    await send(event);
    await send({
      ...event,
      revision: 2,
      startedAtUtcMs: event.startedAtUtcMs - 5 * dayMs,
      lastSeenUtcMs: event.startedAtUtcMs,
    });
    await send({ ...event, revision: 3, startedAtUtcMs: event.startedAtUtcMs - 1 });
    await send({ ...event, revision: 4, cameraId: second });
    const twice = report();
    await send(twice, { ...twice, revision: 2, startedAtUtcMs: twice.startedAtUtcMs - 7 });
    expect(await kept()).toMatchObject([
      { id: event.eventId, revision: 1 },
      { id: twice.eventId, revision: 1 },
    ]);
    expect(server.logged()).toContain('"reason":"start_changed"');
    expect(server.logged()).toContain('"reason":"camera_changed"');
  });

  it('cannot report vectors of another length than the first that was kept of their model, and loses no event by it', async () => {
    const vector = (bytes: number, kind: 'appearance' | 'face' = 'appearance') => ({
      kind,
      modelId: `pack-${edge.edgeId}@1`,
      values: Buffer.alloc(bytes, 1).toString('base64'),
    });
    const refused = report({ vectors: [vector(32)], startedAtUtcMs: now + 600_000 });
    const first = report({ vectors: [vector(64)] });
    const other = report({ vectors: [vector(128, 'face')] });
    const [long, short, forged] = [
      report({ vectors: [vector(65), vector(128, 'face')] }),
      report({ vectors: [vector(63)] }),
      report({ vectors: [testVector('face', 1, 'faceres@1')] }),
    ];
    await send(refused, first, long, other);
    await send(short, forged);
    const vectors = async () =>
      Object.fromEntries(
        await Promise.all(
          [first, other, long, short, forged].map(async ({ eventId: id }, at) => [
            at,
            (await owner.call(eventsCalls.get, { params: { id } })).body.similarBy,
          ]),
        ),
      ) as Record<number, string[]>;
    expect(await vectors()).toEqual({ 0: ['appearance'], 1: ['face'], 2: ['face'], 3: [], 4: [] });
    expect(
      server
        .logged()
        .split('\n')
        .some((line) => line.includes(edge.edgeId) && line.includes('"reason":"vector_length"')),
    ).toBe(true);
    await send({ ...first, revision: 2, vectors: [vector(32)] });
    expect(await kept()).toContainEqual(expect.objectContaining({ id: first.eventId, revision: 2 }));
    expect(await vectors()).toMatchObject({ 0: [] });
    await send({ ...first, revision: 3, vectors: [vector(64)] });
    expect(await vectors()).toMatchObject({ 0: ['appearance'] });
  });

  it('that jumps to the last revision only keeps itself from correcting that event', async () => {
    const event = report({ revision: 1_000_000 });
    await send(event, { ...event, revision: 5 });
    await send({ ...event, revision: 6 }, report());
    expect((await kept()).map((row) => row.revision).sort((a, b) => a - b)).toEqual([1, 1_000_000]);
  });

  it('cannot make partitions of days that no event may be of', async () => {
    await send(report());
    const before = await partitions();
    const days = Array.from({ length: 300 }, (_, index) => report({ startedAtUtcMs: now - (31 + index * 30) * dayMs }));
    const future = Array.from({ length: 100 }, (_, index) => report({ startedAtUtcMs: now + (index + 1) * dayMs }));
    await send(...days, ...future);
    await send(...days.map((each) => ({ ...each, cameraId: newId() })));
    expect(await partitions()).toBe(before);
    const { global } = server.platform.database;
    for (const day of ['1970-01-01', '2000-02-29', '9999-12-31'])
      expect((await sql<{ made: boolean }>`select make_event_day(${day}::date) as made`.execute(global)).rows).toEqual([
        { made: false },
      ]);
    await expect(
      sql`create table events_20000101 partition of events for values from ('2000-01-01') to ('2000-01-02')`.execute(
        global,
      ),
    ).rejects.toThrow(/permission|owner/);
  });
});

describe('events of a core', () => {
  it('are kept with everything that was reported', async () => {
    const zoneId = newId();
    const event = report({
      phase: 'closed',
      class: 'vehicle',
      subtype: 'car',
      severity: 'critical',
      plate: { text: 'AB123', score: 0.9, reads: 7 },
      colours: [
        { part: 'body', colour: 'red', share: 0.62 },
        { part: 'body', colour: 'black', share: 0.2 },
      ],
      continuesId: newId(),
      face: { box: { x: 0.1, y: 0.1, width: 0.1, height: 0.1 }, widthPx: 64, score: 0.5, age: 30, gender: null },
      zones: [{ zoneId, enteredAtUtcMs: Date.now() - 60_000, leftAtUtcMs: null }],
      vectors: [testVector('appearance'), testVector('face')],
    });
    await send(event);
    const { body } = await owner.call(eventsCalls.get, { params: { id: event.eventId } });
    const { eventId, schemaVersion: _version, vectors: _vectors, identity: _identity, zones, ...facts } = event;
    expect(body).toMatchObject({
      ...facts,
      id: eventId,
      edgeId: edge.edgeId,
      cameraName: 'Gate',
      locationName: 'Site',
      timeZone: 'Europe/Berlin',
    });
    expect(body).toMatchObject({
      zones: [{ ...zones[0], name: null }],
      similarBy: ['appearance', 'face'],
      can: { playback: true },
    });
    expect(JSON.stringify(body)).not.toContain(event.vectors[0]?.values);
  });

  it('come in any order, and the newest revision stays', async () => {
    const event = report();
    const at = (revision: number): EventReport => ({ ...event, revision, dwellMs: revision });
    await send(at(3), at(1), at(2));
    await send(at(2));
    await send(at(5));
    await send(at(4));
    expect(await kept()).toMatchObject([{ revision: 5 }]);
    expect((await owner.call(eventsCalls.get, { params: { id: event.eventId } })).body.dwellMs).toBe(5);
  });

  it('are found no more by a vector that a later revision has not', async () => {
    const like = report({ vectors: [testVector('appearance'), testVector('face')] });
    const event = report({ vectors: [testVector('appearance'), testVector('face')] });
    await send(like, event);
    const found = async (by: 'appearance' | 'face') => {
      const { body } = await owner.call(eventsCalls.similar, {
        params: { id: like.eventId },
        query: { by, cameraIds: cameraId },
      });
      return body.items.map((item) => item.event.id);
    };
    expect([await found('appearance'), await found('face')]).toEqual([[event.eventId], [event.eventId]]);
    await send({ ...event, revision: 2, vectors: [testVector('appearance')] });
    expect([await found('appearance'), await found('face')]).toEqual([[event.eventId], []]);
  });

  it('may be ahead by as much as the clock of the core is, but not by more than a day', async () => {
    edge.hangUp();
    const { nonce } = await edge.dial();
    edge.hello(nonce, { clockUtcMs: Date.now() + 3 * dayMs });
    await edge.next('welcome');
    await send(
      report({ startedAtUtcMs: Date.now() + dayMs - 60_000 }),
      report({ startedAtUtcMs: Date.now() + dayMs + 600_000 }),
    );
    expect(await kept()).toHaveLength(1);
  });

  it('of a clock that was an hour ahead, and was set right before they could be sent, are kept in their order, once', async () => {
    const [nowUtcMs, hourMs] = [Date.now(), 3_600_000];
    const ids = [newId(), newId(), newId()];
    const by = (index: number, aheadMs: number) => ({
      atUtcMs: nowUtcMs + aheadMs + index,
      body: {
        kind: 'event',
        event: report({ eventId: ids[index], startedAtUtcMs: nowUtcMs + aheadMs - 20_000 + index }),
      },
    });
    // Before the clock jumped, by the clock that was ahead, and when it was right again.
    const records = [by(0, 0), by(1, hourMs), by(2, 0)].map((record, index) => ({ sequence: index + 1, ...record }));
    for (let times = 0; times < 2; times += 1) edge.send({ type: 'records', epoch: edge.epoch, records });
    sequence = 3;
    await ack();
    edge.records(
      4,
      [{ kind: 'event', event: report({ eventId: newId(), startedAtUtcMs: nowUtcMs + hourMs }) }],
      nowUtcMs,
    );
    sequence = 4;
    await ack();
    // The last one was not written by a clock that is ahead: it cannot be true.
    expect((await kept()).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
  });

  it('of a camera that was deleted are still kept', async () => {
    await owner.call(camerasCalls.remove, { params: { id: cameraId } });
    const event = report();
    await send(event);
    expect((await owner.call(eventsCalls.get, { params: { id: event.eventId } })).status).toBe(200);
  });

  it('arrive once when 20,000 revisions of an outage come twice over links that break', async () => {
    const events = Array.from({ length: 5_000 }, (_, index) =>
      report({ startedAtUtcMs: Date.now() - dayMs + index * 1_000 }),
    );
    const bodies = events.flatMap((event) =>
      [1, 2, 3, 4].map((revision) => ({ kind: 'event' as const, event: { ...event, revision, dwellMs: revision } })),
    );
    const batch = 400;
    let next = 1;
    for (let round = 0; next <= bodies.length; round += 1) {
      const until = Math.min(next + 4 * batch, bodies.length + 1);
      for (let first = Math.max(1, next - batch); first < until; first += batch)
        edge.records(first, bodies.slice(first - 1, Math.min(first - 1 + batch, until - 1)));
      await edge.next('ack', (message) => message.sequence >= next);
      if (round % 3 === 0) edge.hangUp();
      else await edge.next('ack', (message) => message.sequence === until - 1);
      next = round % 3 === 0 ? (await edge.connect()).ackedSequence + 1 : until;
    }
    const rows = await kept();
    expect(rows).toHaveLength(5_000);
    expect(rows.every((row) => row.revision === 4)).toBe(true);
    expect(rows.map((row) => row.id)).toEqual(events.map((event) => event.eventId));
  }, 60_000);

  it('reach the screens of those who may see them, in few messages', async () => {
    const heard: { events: { id: string }[]; locationId: string }[] = [];
    const end = server.platform.bus.subscribe('realtime.volatile', (body) => {
      const { event } = body as { event: { kind: string; cameraId: string } & (typeof heard)[number] };
      if (event.kind === 'events.revised' && event.cameraId === cameraId) heard.push(event);
    });
    const events = Array.from({ length: 40 }, () => report());
    await send(...events);
    await vi.waitFor(() => expect(heard.flatMap((message) => message.events)).toHaveLength(40), { timeout: 10_000 });
    expect(Math.max(...heard.map((message) => message.events.length))).toBeLessThanOrEqual(50);
    expect(Math.max(...heard.map((message) => JSON.stringify(message).length))).toBeLessThan(6_500);
    await send(...events);
    expect(heard.flatMap((message) => message.events)).toHaveLength(40);
    end();
  });
});
