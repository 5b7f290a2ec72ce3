import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Event, EventColour, EventReport } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { CallOutput, CallRequest } from '@sightline/contracts/shared/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { makeDay } from './ingest/event-days.repository.ts';
import { dayOf } from './ingest/event-days.ts';
import { keepPlates, upsertEvents } from './ingest/event-writes.repository.ts';
import { testReport, testVector } from '../../../testing/events/test-reports.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});
afterAll(() => server.stop());

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

async function addCamera(locationId = edge.locationId, analysis?: object): Promise<string> {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  const answer = await owner.call(camerasCalls.create, {
    body: { name: 'Gate', edgeId: edge.edgeId, locationId, streams, ...(analysis ? { analysis } : {}) },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function keep(...reports: EventReport[]): Promise<void> {
  for (const day of new Set(reports.map((report) => dayOf(report.startedAtUtcMs))))
    await makeDay(server.platform.database, day);
  await server.platform.database.withOrganization(organizationId(), async (trx) => {
    await upsertEvents(trx, organizationId(), { reports, receivedAt: new Date() });
    const plates = reports.flatMap((report) => (report.plate ? [report.plate.text] : []));
    await keepPlates(trx, organizationId(), { plates, on: new Date() });
  });
}

type ListQuery = CallRequest<typeof eventsCalls.list>['query'];
async function list(query: ListQuery, by = owner): Promise<Event[]> {
  const answer = await by.call(eventsCalls.list, { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.items;
}
const ids = (events: readonly { id: string }[]): string[] => events.map((event) => event.id);

describe('a search', () => {
  it('whose range ends before it begins is refused', async () => {
    for (const query of [
      { fromUtcMs: 2_000, toUtcMs: 1_000 },
      { fromUtcMs: 1_000, toUtcMs: 1_000 },
      { fromUtcMs: Date.now() + 5 * dayMs },
      { fromUtcMs: 0, toUtcMs: 8_000_000_000_000_000 },
    ])
      expect((await owner.call(eventsCalls.list, { query })).body, JSON.stringify(query)).toMatchObject({
        code: 'search_range_invalid',
      });
    const cursor = Buffer.from(JSON.stringify(['soon', newId()])).toString('base64url');
    expect((await owner.call(eventsCalls.list, { query: { cursor } })).body).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('looks at the last three days unless it says otherwise', async () => {
    const cameraId = await addCamera();
    const old = testReport({ cameraId, startedAtUtcMs: Date.now() - 4 * dayMs });
    const recent = testReport({ cameraId, startedAtUtcMs: Date.now() - 2 * dayMs });
    await keep(old, recent);
    expect(ids(await list({ cameraIds: cameraId }))).toEqual([recent.eventId]);
    expect(ids(await list({ cameraIds: cameraId, fromUtcMs: Date.now() - 5 * dayMs }))).toEqual([
      recent.eventId,
      old.eventId,
    ]);
    expect(ids(await list({ cameraIds: cameraId, toUtcMs: Date.now() - 3 * dayMs }))).toEqual([old.eventId]);
  });

  it('finds by every fact, and by several at once', async () => {
    const zoneId = newId();
    const square = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ];
    const cameraId = await addCamera(edge.locationId, { definedZones: [{ id: zoneId, name: 'Yard', points: square }] });
    const face = { box: { x: 0, y: 0, width: 0.1, height: 0.1 }, widthPx: 50, score: 1, age: null, gender: null };
    const a = testReport({
      cameraId,
      class: 'vehicle',
      severity: 'critical',
      dwellMs: 90_000,
      isStationary: true,
      plate: { text: 'AB12', score: 1, reads: 1 },
    });
    const b = testReport({
      cameraId,
      class: 'person',
      motionLevel: 200,
      score: 0.95,
      face,
      zones: [{ zoneId, enteredAtUtcMs: Date.now(), leftAtUtcMs: null }],
    });
    const c = testReport({ cameraId, class: 'animal', dwellMs: 100 });
    await keep(a, b, c);
    const expected: [ListQuery, EventReport[]][] = [
      [{}, [c, b, a]],
      [{ classes: 'vehicle,animal' }, [c, a]],
      [{ severities: 'critical' }, [a]],
      [{ minDwellMs: 60_000 }, [a]],
      [{ maxDwellMs: 1_000 }, [c]],
      [{ minMotion: 100 }, [b]],
      [{ minScore: 0.9 }, [b]],
      [{ hasFace: 'true' }, [b]],
      [{ hasFace: 'false' }, [c, a]],
      [{ hasPlate: 'true' }, [a]],
      [{ hasPlate: 'false' }, [c, b]],
      [{ stationary: 'only' }, [a]],
      [{ stationary: 'exclude' }, [c, b]],
      [{ zoneIds: zoneId }, [b]],
      [{ zoneIds: newId() }, []],
      [{ classes: 'person', minMotion: 100, hasFace: 'true', zoneIds: `${zoneId},${newId()}` }, [b]],
      [{ classes: 'vehicle', minMotion: 100 }, []],
    ];
    for (const [query, reports] of expected) {
      const found = await list({ cameraIds: cameraId, ...query });
      expect(ids(found).sort(), JSON.stringify(query)).toEqual(reports.map((report) => report.eventId).sort());
    }
    expect((await list({ zoneIds: zoneId }))[0]?.zones).toMatchObject([{ zoneId, name: 'Yard' }]);
  });

  it('finds what is rare among very many, page by page', async () => {
    const cameraIds = [await addCamera(), await addCamera()];
    const at = Date.now() - 20 * hourMs;
    const common = Array.from({ length: 24_000 }, (_, index) =>
      testReport({ cameraId: cameraIds[index % 2] ?? '', startedAtUtcMs: at + index * 1_000, path: [] }),
    );
    // Far enough apart that the time is searched in several steps.
    const rare = [0, 1, 2, 3, 4 * 24, 11 * 24, 18 * 24].map((hoursAgo, index) =>
      testReport({
        cameraId: cameraIds[index % 2] ?? '',
        startedAtUtcMs: at - hoursAgo * hourMs,
        class: 'animal',
        severity: 'critical',
      }),
    );
    for (let first = 0; first < common.length; first += 4_000) await keep(...common.slice(first, first + 4_000));
    await keep(...rare);
    const expected = rare.map((report) => report.eventId);
    const everywhere = { cameraIds: cameraIds.join(','), fromUtcMs: at - 20 * dayMs };
    const ofClass = await owner.call(eventsCalls.list, { query: { ...everywhere, classes: 'animal' } });
    expect([ids(ofClass.body.items), ofClass.body.total]).toEqual([expected, { value: 7, relation: 'exact' }]);
    const query = { ...everywhere, severities: 'critical' };
    expect(ids(await list(query))).toEqual(expected);
    for (const limit of [2, 5]) {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: { body: CallOutput<typeof eventsCalls.list> } = await owner.call(eventsCalls.list, {
          query: { ...query, limit, ...(cursor ? { cursor } : {}) },
        });
        expect(body.total).toMatchObject({ relation: 'atLeast' });
        found.push(...ids(body.items));
        cursor = body.nextCursor;
      }
      expect(found).toEqual(expected);
    }
    expect(await list({ ...query, colours: 'purple' })).toEqual([]);
    expect(
      ids(await list({ ...query, fromUtcMs: at - 2 * hourMs + 1, stationary: 'exclude', maxDwellMs: 10_000 })),
    ).toEqual(expected.slice(0, 2));
  }, 30_000);

  it('finds by colour, by the part that has it and by how much of it', async () => {
    const cameraId = await addCamera();
    const wearing = (...colours: EventColour[]): EventReport => testReport({ cameraId, colours });
    const redCoat = wearing(
      { part: 'upper', colour: 'red', share: 0.7 },
      { part: 'lower', colour: 'blue', share: 0.9 },
    );
    const redShoes = wearing(
      { part: 'lower', colour: 'red', share: 0.12 },
      { part: 'upper', colour: 'grey', share: 0.5 },
    );
    const redCar = wearing({ part: 'body', colour: 'red', share: 0.5 }, { part: 'body', colour: 'beige', share: 0.3 });
    await keep(redCoat, redShoes, redCar);
    const expected: [ListQuery, EventReport[]][] = [
      [{ colours: 'red' }, [redCoat, redCar]],
      [{ colours: 'red', minColourShare: '0' as never }, [redCoat, redShoes, redCar]],
      [{ colours: 'red', minColourShare: '0.6' as never }, [redCoat]],
      [{ colours: 'red', colourPart: 'upper' }, [redCoat]],
      [{ colours: 'red', colourPart: 'body' }, [redCar]],
      [{ colours: 'blue,grey' }, [redCoat, redShoes]],
      [{ colours: 'blue', colourPart: 'upper' }, []],
      [{ colours: 'beige' }, [redCar]],
      [{ colours: 'white' }, []],
    ];
    for (const [query, reports] of expected) {
      const found = await list({ cameraIds: cameraId, ...query });
      expect(ids(found).sort(), JSON.stringify(query)).toEqual(reports.map((report) => report.eventId).sort());
    }
  });

  it.each([
    ['1234', 'contains', ['AB1234', 'XY1234']],
    ['ab 12-34', 'contains', ['AB1234']],
    ['B1', 'contains', ['AB1234']],
    ['A8', 'contains', []],
    ['O5', 'contains', ['WO55Z1']],
    ['0S', 'contains', []],
    ['0S', 'similar', ['WO55Z1']],
    ['W0SS21', 'similar', ['WO55Z1']],
    ['AB1284', 'similar', ['AB1234']],
    ['AB134', 'similar', ['AB1234']],
    ['AB12934', 'similar', ['AB1234']],
    ['XX9234', 'similar', []],
    ['A81Z34', 'similar', ['AB1234']],
  ] as const)('for the plate %s that %s finds %j', async (plate, plateMatch, plates) => {
    const cameraId = await plateCamera();
    const found = await list({ cameraIds: cameraId, plate, plateMatch });
    expect(found.map((event) => event.plate?.text ?? '').sort()).toEqual([...plates].sort());
    const total = await owner.call(eventsCalls.list, { query: { cameraIds: cameraId, plate, plateMatch, limit: 1 } });
    expect(total.body.total).toEqual({ value: plates.length, relation: 'exact' });
  });

  let madePlates: Promise<string> | null = null;
  const plateCamera = (): Promise<string> =>
    (madePlates ??= (async () => {
      const cameraId = await addCamera();
      const texts = ['AB1234', 'XY1234', 'WO55Z1'];
      await keep(
        ...texts.map((text) => testReport({ cameraId, class: 'vehicle', plate: { text, score: 0.9, reads: 3 } })),
        testReport({ cameraId }),
      );
      return cameraId;
    })());

  it('for a part that many plates hold twice finds them all', async () => {
    const cameraId = await addCamera();
    const reports = Array.from({ length: 120 }, (_, at) =>
      testReport({ cameraId, plate: { text: `VV${String(at + 100)}VV${String(at + 100)}`, score: 1, reads: 2 } }),
    );
    await keep(...reports);
    const answer = await owner.call(eventsCalls.list, { query: { plate: 'VV', cameraIds: cameraId, limit: 200 } });
    expect(answer.body.items).toHaveLength(120);
    expect(answer.body.total).toEqual({ value: 120, relation: 'exact' });
  });

  it('for a part that very many plates have finds them all the same', async () => {
    const cameraId = await addCamera();
    const texts = Array.from({ length: 1_500 }, (_, index) => `QQ${index}`.padEnd(6, 'X'));
    await keep(
      ...texts.map((text, index) =>
        testReport({ cameraId, startedAtUtcMs: Date.now() - index * 1_000, plate: { text, score: 0.9, reads: 3 } }),
      ),
    );
    for (const plateMatch of ['contains', 'similar'] as const) {
      const found = await owner.call(eventsCalls.list, { query: { plate: 'QQ', plateMatch, limit: 10 } });
      expect(found.body.items).toHaveLength(10);
      expect(found.body.total).toEqual({ value: 1_500, relation: 'exact' });
    }
  });
});

describe('pages', () => {
  it('follow each other without a hole or a repetition while events come in', async () => {
    const cameraIds = await Promise.all(Array.from({ length: 3 }, () => addCamera()));
    const at = Date.now() - hourMs;
    // Many begin in the same millisecond.
    const reports = Array.from({ length: 50 }, (_, index) =>
      testReport({ cameraId: cameraIds[index % 3] ?? '', startedAtUtcMs: at + Math.floor(index / 7) }),
    );
    await keep(...reports);
    const expected = reports
      .toSorted((a, b) => b.startedAtUtcMs - a.startedAtUtcMs || (a.eventId < b.eventId ? 1 : -1))
      .map((report) => report.eventId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await owner.call(eventsCalls.list, {
        query: { cameraIds: cameraIds.join(','), limit: 7, ...(cursor ? { cursor } : {}) },
      });
      seen.push(...ids(body.items));
      cursor = body.nextCursor ?? undefined;
      await keep(testReport({ cameraId: cameraIds[0] ?? '', startedAtUtcMs: Date.now() }));
    } while (cursor);
    expect(seen).toEqual(expected);
  });

  it('say how many there are', async () => {
    const cameraId = await addCamera();
    await keep(...Array.from({ length: 12 }, () => testReport({ cameraId })));
    const { body } = await owner.call(eventsCalls.list, { query: { cameraIds: cameraId, limit: 5 } });
    expect(body.total).toEqual({ value: 12, relation: 'exact' });
  });
});

describe('rights', () => {
  it('decide by place what is found, and end at once', async () => {
    const gate = await owner.call(locationsCalls.create, {
      body: { name: 'Gate', timeZone: 'UTC', parentId: edge.locationId },
    });
    const [here, below] = await Promise.all([addCamera(), addCamera(gate.body.id)]);
    const [a, b] = [
      testReport({ cameraId: here, vectors: [testVector('appearance')] }),
      testReport({ cameraId: below, vectors: [testVector('appearance')] }),
    ];
    await keep(a, b);
    const searching = await server.person({
      organizationId: organizationId(),
      permissions: ['SearchView'],
      locationId: gate.body.id,
    });
    const viewing = await server.person({
      organizationId: organizationId(),
      permissions: ['CameraView', 'SearchView'],
      locationId: gate.body.id,
    });
    const watching = await server.person({
      organizationId: organizationId(),
      permissions: ['CameraView'],
      locationId: gate.body.id,
    });
    const stranger = await server.person();
    const nowhere = { fromUtcMs: Date.now() - dayMs };
    expect(ids(await list(nowhere, searching))).toEqual([b.eventId]);
    expect(await list({ ...nowhere, cameraIds: here }, searching)).toEqual([]);
    expect(await list({ ...nowhere, cameraIds: `${here},${below}` }, stranger)).toEqual([]);
    expect((await list(nowhere, searching))[0]?.can.playback).toBe(false);
    const get = async (by: TestPerson, id: string): Promise<number> =>
      (await by.call(eventsCalls.get, { params: { id } })).status;
    expect([await get(viewing, b.eventId), await get(viewing, a.eventId), await get(stranger, b.eventId)]).toEqual([
      200, 404, 404,
    ]);
    expect(await get(watching, b.eventId)).toBe(403);
    expect((await watching.call(eventsCalls.list, { query: {} })).body).toMatchObject({ code: 'forbidden' });
    const alike = await searching.call(eventsCalls.similar, { params: { id: b.eventId }, query: {} });
    expect(alike.body.items).toEqual([]);
    expect((await searching.call(eventsCalls.similar, { params: { id: a.eventId }, query: {} })).status).toBe(404);
    const range = { fromUtcMs: Date.now() - hourMs, toUtcMs: Date.now() };
    expect((await searching.call(eventsCalls.ofCamera, { params: { id: below }, query: range })).body).toMatchObject({
      code: 'forbidden',
    });
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      trx.deleteFrom('grants').where('userId', '=', searching.userId).execute(),
    );
    expect((await searching.call(eventsCalls.list, { query: {} })).status).toBe(403);
  });

  it('reach what a deleted camera saw', async () => {
    const cameraId = await addCamera();
    const report = testReport({ cameraId });
    await keep(report);
    await owner.call(camerasCalls.remove, { params: { id: cameraId } });
    expect(ids(await list({ cameraIds: cameraId }))).toEqual([report.eventId]);
    const local = await server.person({
      organizationId: organizationId(),
      permissions: ['SearchView'],
      locationId: edge.locationId,
    });
    expect(ids(await list({ cameraIds: cameraId }, local))).toEqual([report.eventId]);
  });
});

describe('similar events', () => {
  const alike = (id: string, query: CallRequest<typeof eventsCalls.similar>['query']) =>
    owner.call(eventsCalls.similar, { params: { id }, query });

  it('need something to compare', async () => {
    const report = testReport({ cameraId: await addCamera(), vectors: [testVector('appearance')] });
    await keep(report);
    expect((await alike(report.eventId, { by: 'face' })).body).toMatchObject({ code: 'event_not_comparable' });
    expect((await alike(newId(), {})).body).toMatchObject({ code: 'not_found' });
  });

  it('come most similar first, only of the same model, within the filters', async () => {
    const [cameraId, other] = [await addCamera(), await addCamera()];
    const wanted = testReport({ cameraId, vectors: [testVector('appearance', 1)] });
    const same = testReport({
      cameraId: other,
      vectors: [testVector('appearance', 1)],
      colours: [{ part: 'upper', colour: 'red', share: 0.5 }],
    });
    const near = testReport({ cameraId, vectors: [testVector('appearance', 1.001)] });
    const far = testReport({ cameraId, vectors: [testVector('appearance', 2)] });
    const ofModel = testReport({ cameraId, vectors: [testVector('appearance', 1, 'other@1')] });
    const car = testReport({ cameraId, class: 'vehicle', vectors: [testVector('appearance', 1)] });
    await keep(wanted, same, near, far, ofModel, car);
    const cameraIds = `${cameraId},${other}`;
    const found = (await alike(wanted.eventId, { cameraIds })).body;
    expect(found).toMatchObject({ compared: 3, isComplete: true });
    expect(found.items.map((item) => item.event.id)).toEqual([same.eventId, near.eventId, far.eventId]);
    expect(found.items[0]).toMatchObject({ similarity: expect.closeTo(1, 9) as number, isMatch: null });
    expect(
      ids(
        (await alike(wanted.eventId, { cameraIds, minSimilarity: '0.9' as never })).body.items.map(
          (item) => item.event,
        ),
      ),
    ).toEqual([same.eventId, near.eventId]);
    expect(
      ids((await alike(wanted.eventId, { cameraIds, colours: 'red' })).body.items.map((item) => item.event)),
    ).toEqual([same.eventId]);
    expect(
      ids((await alike(wanted.eventId, { cameraIds, classes: 'vehicle' })).body.items.map((item) => item.event)),
    ).toEqual([car.eventId]);
    expect((await alike(wanted.eventId, { cameraIds, limit: 1 })).body.items).toHaveLength(1);
    expect((await alike(wanted.eventId, { cameraIds, toUtcMs: Date.now() - hourMs })).body).toMatchObject({
      items: [],
      compared: 0,
    });
  });

  it('by face say who is the same where the model has a threshold', async () => {
    const cameraId = await addCamera();
    const vectors = (seed: number) => [testVector('face', seed, 'faceres@1')];
    const [wanted, same, other] = [1, 1, 2].map((seed) => testReport({ cameraId, vectors: vectors(seed) }));
    await keep(...[wanted, same, other].flatMap((report) => report ?? []));
    const { body } = await alike(wanted?.eventId ?? '', { by: 'face', cameraIds: cameraId });
    expect(body.items.map((item) => [item.event.id, item.isMatch])).toEqual([
      [same?.eventId, true],
      [other?.eventId, false],
    ]);
  });
});

describe('the timeline of a camera', () => {
  it('has the events that touch a range, oldest first, and says when there are more', async () => {
    const cameraId = await addCamera();
    const at = Date.now() - 2 * hourMs;
    const before = testReport({ cameraId, startedAtUtcMs: at - 600_000, lastSeenUtcMs: at - 1 });
    const across = testReport({ cameraId, startedAtUtcMs: at - 500_000, lastSeenUtcMs: at + 1 });
    const inside = testReport({ cameraId, startedAtUtcMs: at + 10, plate: { text: 'AB12', score: 1, reads: 2 } });
    const after = testReport({ cameraId, startedAtUtcMs: at + 60_000 });
    await keep(before, across, inside, after);
    const range = { fromUtcMs: at, toUtcMs: at + 60_000 };
    const all = await owner.call(eventsCalls.ofCamera, { params: { id: cameraId }, query: range });
    expect(all.body.isComplete).toBe(true);
    expect(ids(all.body.items)).toEqual([across.eventId, inside.eventId]);
    const some = await owner.call(eventsCalls.ofCamera, { params: { id: cameraId }, query: { ...range, limit: 1 } });
    expect(some.body).toMatchObject({ isComplete: false, items: [{ id: across.eventId }] });
    const paths = await owner.call(eventsCalls.paths, { params: { id: cameraId }, query: range });
    expect(paths.body.items[1]).toMatchObject({ id: inside.eventId, plate: 'AB12', path: inside.path });
    for (const [call, longestMs] of [
      [eventsCalls.ofCamera, 31 * dayMs],
      [eventsCalls.paths, hourMs],
    ] as const)
      expect(
        (await owner.call(call, { params: { id: cameraId }, query: { fromUtcMs: 0, toUtcMs: longestMs + 1 } })).body,
      ).toMatchObject({
        code: 'search_range_invalid',
      });
  });

  it('SHELL-025 asks the core when and where something moved', async () => {
    const cameraId = await addCamera();
    const motion = (query: object) =>
      owner.call(eventsCalls.motion, {
        params: { id: cameraId },
        query: { fromUtcMs: 0, toUtcMs: hourMs, cells: 'f'.repeat(36), ...query },
      });
    expect((await motion({})).body).toMatchObject({ code: 'core_offline' });
    expect((await motion({ toUtcMs: 93 * dayMs })).body).toMatchObject({ code: 'search_range_invalid' });
    await edge.connect();
    const answer = {
      items: [{ fromUtcMs: 5, toUtcMs: 9, peakLevel: 40, cellShare: 0.5 }],
      knownMs: 1_000,
      nextToUtcMs: null,
    };
    edge.answer('motion.search', (body: { cameraId: string; minLevel: number }) => {
      expect(body).toMatchObject({ cameraId, minLevel: 20, quietMs: 3000 });
      return answer;
    });
    expect((await motion({})).body).toEqual(answer);
    const heat = (query: object) =>
      owner.call(eventsCalls.motionHeat, {
        params: { id: cameraId },
        query: { fromUtcMs: 0, toUtcMs: hourMs, ...query },
      });
    expect((await heat({ toUtcMs: 8 * dayMs })).body).toMatchObject({ code: 'search_range_invalid' });
    expect((await heat({ minLevel: 0 })).body).toMatchObject({ code: 'validation_failed' });
    const cells = { movedMs: Array.from({ length: 144 }, (_, cell) => cell), knownMs: 3_000 };
    edge.answer('motion.heat', (body: object) => {
      expect(body).toEqual({ cameraId, fromUtcMs: 0, toUtcMs: hourMs, minLevel: 20 });
      return cells;
    });
    expect((await heat({})).body).toEqual(cells);
    edge.hangUp();
  });
});
