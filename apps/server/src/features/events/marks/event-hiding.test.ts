import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EventReport, PathPoint } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import type { CallRequest } from '@sightline/contracts/shared/call';
import { withSight } from '@sightline/domain/events/picture-sight';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../../testing/link/test-edge.ts';
import { listenWith } from '../../../../testing/realtime/test-listener.ts';
import { figuresFor } from '../../weekly-summary/weekly-figures.ts';
import { testJpeg, testReport, testVector } from '../../../../testing/events/test-reports.ts';

const hourMs = 3_600_000;
let server: TestServer;
let owner: TestPerson;
/** May search, see live and replay, and see no originals. */
let guard: TestPerson;
let edge: TestEdge;
let cameraId: string;
let sequence: number;

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const area = (left: number, right: number) => [
  { x: left, y: 0 },
  { x: right, y: 0 },
  { x: right, y: 1 },
  { x: left, y: 1 },
];
/** The left third. */
const window = area(0, 1 / 3);
const hide = async (privacy: object): Promise<void> => {
  const answer = await owner.call(camerasCalls.update, { params: { id: cameraId }, body: { settings: { privacy } } });
  expect(answer.status).toBe(200);
};
const boxAt = (x: number, atMs: number): PathPoint => [atMs, x, 0.2, 0.1, 0.4];
const within: PathPoint[] = [boxAt(0.05, 0), boxAt(0.15, 5_000)];
const beside: PathPoint[] = [boxAt(0.6, 0), boxAt(0.8, 5_000)];
/** Comes out of what is hidden. */
const across: PathPoint[] = [boxAt(0.05, 0), boxAt(0.5, 5_000)];

const report = (path: PathPoint[], change: Partial<EventReport> = {}): EventReport => {
  const [atMs, x, y, width, height] = path[0]!;
  const startedAtUtcMs = Date.now() - 60_000;
  return testReport({
    cameraId,
    startedAtUtcMs,
    path,
    best: { atUtcMs: startedAtUtcMs + atMs, box: { x, y, width, height } },
    colours: [{ part: 'upper', colour: 'red', share: 0.6 }],
    plate: { text: 'AB1234', score: 0.9, reads: 3 },
    face: { box: { x: x + 0.02, y, width: 0.05, height: 0.1 }, widthPx: 60, score: 0.9, age: null, gender: null },
    vectors: [testVector('appearance'), testVector('face')],
    ...change,
  });
};

async function send(...reports: EventReport[]): Promise<void> {
  edge.received.length = 0;
  edge.records(
    sequence,
    reports.map((event) => ({ kind: 'event', event })),
  );
  sequence += reports.length;
  await edge.next('ack', (ack) => ack.sequence === sequence - 1);
}

type ListQuery = CallRequest<typeof eventsCalls.list>['query'];
const list = async (person: TestPerson, query: ListQuery = {}) => (await person.call(eventsCalls.list, { query })).body;
const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id).toSorted();
const around = () => ({ fromUtcMs: Date.now() - hourMs / 2, toUtcMs: Date.now() });
const statusOf = async (person: TestPerson, eventId: string): Promise<number> =>
  (await person.call(eventsCalls.get, { params: { id: eventId } })).status;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  sequence = 1;
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
  cameraId = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body.id;
  guard = await server.person({
    organizationId: organizationId(),
    permissions: ['SearchView', 'CameraView', 'PlaybackView'],
    locationId: edge.locationId,
  });
  await edge.connect();
});

describe('somebody who never left what the camera hides', () => {
  it('is not found, not counted and not compared by whoever may not see originals, also when the area came later', async () => {
    const [hidden, seen, left] = [report(within), report(beside), report(across)];
    await send(hidden, seen, left);
    expect(ids((await list(guard)).items)).toEqual(ids([hidden, seen, left].map(({ eventId: id }) => ({ id }))));
    await hide({ zones: [window] });
    const shown = [seen.eventId, left.eventId].toSorted();
    const asked: ListQuery[] = [
      {},
      { colours: 'red' },
      { hasFace: 'true' },
      { plate: 'AB12' },
      { classes: 'person' },
      { cameraIds: cameraId },
      { minDwellMs: 1 },
    ];
    for (const query of asked) {
      const found = await list(guard, query);
      expect(ids(found.items), JSON.stringify(query)).toEqual(shown);
      expect(found.total, JSON.stringify(query)).toEqual({ value: 2, relation: 'exact' });
      expect((await list(owner, query)).total, JSON.stringify(query)).toEqual({ value: 3, relation: 'exact' });
    }
    for (const by of ['appearance', 'face'] as const) {
      const like = (await guard.call(eventsCalls.similar, { params: { id: seen.eventId }, query: { by } })).body;
      expect([ids(like.items.map(({ event }) => event)), like.compared]).toEqual([[left.eventId], 1]);
    }
    expect((await guard.call(eventsCalls.similar, { params: { id: hidden.eventId }, query: {} })).status).toBe(404);
    expect([await statusOf(guard, hidden.eventId), await statusOf(owner, hidden.eventId)]).toEqual([404, 200]);
    const named = (await guard.call(globalSearchCalls.find, { query: { query: 'AB1234' } })).body;
    expect(JSON.stringify(named)).toContain(seen.eventId);
    expect(JSON.stringify(named)).not.toContain(hidden.eventId);
  });

  it('is on no time line, in no figure of the week, and under no two areas that touch', async () => {
    const [hidden, seen] = [report([boxAt(0.05, 0), boxAt(0.2, 5_000)]), report(beside)];
    await send(hidden, seen);
    await hide({ zones: [area(0, 0.2)], definedZones: [{ id: newId(), name: 'Door', points: area(0.2, 0.4) }] });
    const at = { params: { id: cameraId }, query: around() };
    expect(ids((await guard.call(eventsCalls.ofCamera, at)).body.items)).toEqual([seen.eventId]);
    expect(ids((await guard.call(eventsCalls.paths, at)).body.items)).toEqual([seen.eventId]);
    expect((await owner.call(eventsCalls.ofCamera, at)).body.items).toHaveLength(2);
    const week = { organizationId: organizationId(), from: new Date(Date.now() - hourMs), to: new Date() };
    const grants = [{ permission: 'SearchView' as const, kind: 'organization' as const, entityId: null }];
    const figures = await server.platform.database.withOrganization(organizationId(), (trx) =>
      figuresFor(trx, week, grants),
    );
    expect([figures.events?.['person'], figures.busiest?.[0]?.amount]).toEqual([1, 1]);
  });

  it('is told live to those alone who may see originals', async () => {
    await hide({ zones: [window] });
    const listeners = await Promise.all(
      [owner, guard].map(({ session }) => listenWith(server.url, session.accessToken)),
    );
    const [hidden, seen] = [report(within), report(beside)];
    await send(hidden);
    await send(seen);
    const heard = listeners.map((listener) => () => JSON.stringify(listener.heard));
    for (const text of heard) await vi.waitFor(() => expect(text()).toContain(seen.eventId), { timeout: 10_000 });
    expect(heard.map((text) => text().includes(hidden.eventId))).toEqual([true, false]);
    edge.send({
      type: 'thumbnail',
      eventId: hidden.eventId,
      cameraId,
      startedAtUtcMs: hidden.startedAtUtcMs,
      kind: 'object',
      jpeg: testJpeg().toString('base64'),
    });
    await edge.next('thumbnailAck');
    await send({ ...seen, revision: 2 });
    for (const text of heard) await vi.waitFor(() => expect(text()).toContain('"revision":2'), { timeout: 10_000 });
    expect(heard[1]?.()).not.toContain(hidden.eventId);
  });

  it('is found as soon as it comes out, without the part of its way where it was hidden', async () => {
    await hide({ zones: [window] });
    const event = report(within);
    await send(event);
    expect(await statusOf(guard, event.eventId)).toBe(404);
    await send({ ...event, revision: 2, path: across });
    const told = (await guard.call(eventsCalls.get, { params: { id: event.eventId } })).body;
    expect(told.path.map(([atMs]) => atMs)).toEqual([5_000]);
    expect(told.best).toMatchObject({ atUtcMs: event.startedAtUtcMs + 5_000, box: { x: 0.5 } });
    expect(told).toMatchObject({ face: null, colours: [{ colour: 'red' }] });
    const whole = (await owner.call(eventsCalls.get, { params: { id: event.eventId } })).body;
    expect([whole.path.length, whole.best.box.x, whole.face === null]).toEqual([2, 0.05, false]);
  });
});

it('of things that are hidden wherever they are nobody reads looks, plates or faces, nor finds them by these', async () => {
  const [person, car] = [report(beside, { plate: null }), report(beside, { class: 'vehicle', face: null })];
  await send(person, car);
  await hide({ objectsToPixelate: ['person'] });
  const told = (await guard.call(eventsCalls.get, { params: { id: person.eventId } })).body;
  expect(told).toMatchObject({ colours: [], face: null, similarBy: [], path: [{}, {}] });
  expect(ids((await list(guard)).items)).toHaveLength(2);
  expect(ids((await list(guard, { colours: 'red' })).items)).toEqual([car.eventId]);
  for (const hasFace of ['true', 'false'] as const)
    expect(ids((await list(guard, { hasFace })).items)).not.toContain(person.eventId);
  const similar = (who: TestPerson) => who.call(eventsCalls.similar, { params: { id: person.eventId }, query: {} });
  expect((await similar(guard)).body).toMatchObject({ code: 'event_not_comparable' });
  expect((await similar(owner)).status).toBe(200);
  await hide({ objectsToPixelate: ['vehicle'] });
  const paths = (await guard.call(eventsCalls.paths, { params: { id: cameraId }, query: around() })).body.items;
  expect(paths.map(({ plate }) => plate)).toEqual([null, null]);
  expect((await list(guard, { plate: 'AB12' })).items).toEqual([]);
});

describe('a picture of an event', () => {
  const part = { x: 0.55, y: 0.1, width: 0.2, height: 0.6 };
  async function keepPicture(event: EventReport, jpeg: Uint8Array): Promise<void> {
    edge.received.length = 0;
    const { eventId, startedAtUtcMs } = event;
    edge.send({
      type: 'thumbnail',
      eventId,
      cameraId,
      startedAtUtcMs,
      kind: 'object',
      jpeg: Buffer.from(jpeg).toString('base64'),
    });
    expect((await edge.next('thumbnailAck')).outcome).toBe('kept');
  }
  const picture = async (person: TestPerson, { eventId }: EventReport) => {
    const { thumbnails } = (await person.call(eventsCalls.get, { params: { id: eventId } })).body;
    const answer = await fetch(`${server.url}${thumbnails.object ?? ''}`);
    return answer.ok ? 'shown' : ((await answer.json()) as { code: string }).code;
  };

  it('that was made before its camera hid this is shown to those alone who may see originals', async () => {
    const event = report(beside);
    await send(event);
    await keepPicture(event, withSight(testJpeg(), { part, hidden: null }));
    expect(await picture(guard, event)).toBe('shown');
    await hide({ zones: [window] });
    expect(await picture(guard, event)).toBe('shown');
    await hide({ zones: [area(0.5, 0.65)] });
    expect([await picture(guard, event), await picture(owner, event)]).toEqual(['privacy_picture_before', 'shown']);
    await keepPicture(
      event,
      withSight(testJpeg(), { part, hidden: { areas: [area(0.4, 0.7)], objects: [], how: 'pixelate' } }),
    );
    expect(await picture(guard, event)).toBe('shown');
    await hide({ privacyType: 'fill' });
    expect(await picture(guard, event)).toBe('privacy_picture_before');
  });

  it('that does not say what it shows is not shown of a camera that hides anything', async () => {
    const event = report(beside);
    await send(event);
    await keepPicture(event, testJpeg());
    expect(await picture(guard, event)).toBe('shown');
    await hide({ zones: [window] });
    expect([await picture(guard, event), await picture(owner, event)]).toEqual(['privacy_picture_before', 'shown']);
  });

  it('of somebody who never left what is hidden now is gone under the address that was signed before', async () => {
    const event = report(within);
    await send(event);
    await keepPicture(event, withSight(testJpeg(), { part, hidden: null }));
    const address = (await guard.call(eventsCalls.get, { params: { id: event.eventId } })).body.thumbnails.object ?? '';
    await hide({ zones: [window] });
    expect((await fetch(`${server.url}${address}`)).status).toBe(404);
  });
});

it('where a camera hides something nobody learns when something moved', async () => {
  await hide({ zones: [area(0, 0.5)] });
  const asked: string[] = [];
  edge.answer('motion.search', (body: { cells: string }) => {
    asked.push(body.cells);
    return { items: [], knownMs: 1_000, nextToUtcMs: null };
  });
  edge.answer('motion.heat', () => ({ movedMs: Array.from({ length: 144 }, () => 5), knownMs: 1_000 }));
  const search = (person: TestPerson, cells: string) =>
    person.call(eventsCalls.motion, { params: { id: cameraId }, query: { ...around(), cells } });
  const row = 'ff00';
  const left = row.repeat(9);
  expect((await search(guard, left)).body).toEqual({ items: [], knownMs: 0, nextToUtcMs: null });
  for (const cells of ['f'.repeat(36), '0'.repeat(36)]) await search(guard, cells);
  // The cells at its edge show some of it.
  expect(asked).toEqual(['007f'.repeat(9), '007f'.repeat(9)]);
  await search(owner, left);
  expect(asked.at(-1)).toBe(left);
  const heat = async (person: TestPerson) =>
    (await person.call(eventsCalls.motionHeat, { params: { id: cameraId }, query: around() })).body.movedMs.slice(
      0,
      16,
    );
  expect(await heat(guard)).toEqual([...Array.from({ length: 9 }, () => 0), ...Array.from({ length: 7 }, () => 5)]);
  expect(await heat(owner)).toEqual(Array.from({ length: 16 }, () => 5));
});
