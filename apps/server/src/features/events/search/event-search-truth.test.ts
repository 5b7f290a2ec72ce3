import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import {
  colourName,
  eventClass,
  eventSeverity,
  type EventColour,
  type EventReport,
} from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import type { CallRequest } from '@sightline/contracts/shared/call';
import { resembles } from '@sightline/domain/events/plate-match';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { makeTestEdge } from '../../../../testing/link/test-edge.ts';
import { makeDay } from '../ingest/event-days.repository.ts';
import { dayOf } from '../ingest/event-days.ts';
import { keepPlates, upsertEvents } from '../ingest/event-writes.repository.ts';
import { testReport } from '../../../../testing/events/test-reports.ts';

/** Searches of every kind against a plain look at every event: whichever way the database goes, the answer is the same. */
const hourMs = 3_600_000;
const faceBytes = 300;
const now = Date.now();
let server: TestServer;
let owner: TestPerson;
let guard: TestPerson;
let cameraIds: string[];
let guarded: string[];
let events: EventReport[];

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { next, below, any: <T>(items: readonly T[]): T => items[below(items.length)] as T };
}
const draw = numbers(7);

const vector = (bytes: number): string =>
  Buffer.from(Int8Array.from({ length: bytes }, () => draw.below(255) - 127).buffer).toString('base64');

/** A few have more colours than any index has columns for. */
function anyColours(kind: EventReport['class']): EventColour[] {
  const parts: readonly EventColour['part'][] = kind === 'person' ? ['upper', 'lower'] : ['body'];
  return Array.from({ length: draw.below(10) === 0 ? 6 : draw.below(4) }, () => ({
    part: draw.any(parts),
    colour: draw.any(colourName.options.slice(0, 7)),
    share: draw.below(50) / 100,
  }));
}

function anyEvent(): EventReport {
  const kind = draw.any(eventClass.options);
  const face = kind === 'person' && draw.below(3) === 0;
  const plate =
    kind === 'vehicle' && draw.below(2) === 0
      ? `${draw.any(['B0', 'KX', 'WO'])}${String(100 + draw.below(30))}${draw.any(['S', 'A', ''])}`
      : null;
  const startedAtUtcMs = now - draw.below(60) * hourMs - draw.below(20);
  return testReport({
    cameraId: draw.any(cameraIds),
    class: kind,
    severity: draw.any(eventSeverity.options),
    startedAtUtcMs,
    dwellMs: draw.below(100_000),
    motionLevel: draw.below(256),
    isStationary: draw.below(4) === 0,
    colours: anyColours(kind),
    plate: plate === null ? null : { text: plate, score: 0.9, reads: 2 },
    face: face
      ? { box: { x: 0, y: 0, width: 0.1, height: 0.1 }, widthPx: 50, score: 1, age: null, gender: null }
      : null,
    vectors: [
      { kind: 'appearance', modelId: draw.any(['looks@1', 'looks@1', 'looks@2']), values: vector(32) },
      ...(face ? [{ kind: 'face' as const, modelId: 'faces@1', values: vector(faceBytes) }] : []),
    ],
  });
}

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

async function keep(reports: readonly EventReport[]): Promise<void> {
  for (const day of new Set(reports.map((report) => dayOf(report.startedAtUtcMs))))
    await makeDay(server.platform.database, day);
  await server.platform.database.withOrganization(organizationId(), async (trx) => {
    await upsertEvents(trx, organizationId(), { reports, receivedAt: new Date() });
    await keepPlates(trx, organizationId(), {
      plates: reports.flatMap((report) => (report.plate ? [report.plate.text] : [])),
      on: new Date(),
    });
  });
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  const [edge, other] = [await makeTestEdge(server, owner), await makeTestEdge(server, owner)];
  const add = async ({ edgeId, locationId }: typeof edge): Promise<string> => {
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
    return (await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId, locationId, streams } })).body.id;
  };
  const [here, there] = [
    await Promise.all(Array.from({ length: 3 }, () => add(edge))),
    await Promise.all(Array.from({ length: 9 }, () => add(other))),
  ];
  cameraIds = [...here, ...there];
  guarded = there;
  guard = await server.person({
    organizationId: organizationId(),
    permissions: ['SearchView'],
    locationId: other.locationId,
  });
  events = Array.from({ length: 900 }, anyEvent);
  await keep(events);
}, 60_000);
afterAll(() => server.stop());

type Query = CallRequest<typeof eventsCalls.list>['query'];
const has = (list: unknown, item: string): boolean => typeof list !== 'string' || list.split(',').includes(item);

function hasColour(query: Query, { colours }: EventReport): boolean {
  if (query.colours === undefined) return true;
  const least = Number(query.minColourShare ?? 0.15);
  return colours.some(
    ({ part, colour, share }) =>
      has(query.colours, colour) &&
      (query.colourPart === undefined || part === query.colourPart) &&
      Math.round(share * 100) >= least * 100,
  );
}

/** Whether an event matches, as the contract words it. */
const matches = (query: Query, report: EventReport): boolean =>
  has(query.cameraIds, report.cameraId) &&
  has(query.classes, report.class) &&
  has(query.severities, report.severity) &&
  report.startedAtUtcMs >= Number(query.fromUtcMs) &&
  report.startedAtUtcMs < Number(query.toUtcMs ?? Infinity) &&
  report.dwellMs >= Number(query.minDwellMs ?? 0) &&
  report.motionLevel >= Number(query.minMotion ?? 0) &&
  (query.hasFace === undefined || (report.face !== null) === (query.hasFace === 'true')) &&
  (query.stationary !== 'exclude' || !report.isStationary) &&
  (query.plate === undefined ||
    (report.plate !== null &&
      (query.plateMatch === 'similar'
        ? resembles(report.plate.text, query.plate)
        : report.plate.text.includes(query.plate)))) &&
  hasColour(query, report);

const sometimes = <T extends object>(odds: number, make: () => T): T | object => (draw.next() < odds ? make() : {});
const some = (items: readonly string[], most: number): string =>
  Array.from({ length: 1 + draw.below(most) }, () => draw.any(items)).join(',');

const anyQuery = (): Query => ({
  fromUtcMs: now - draw.any([12, 70, 70, 70]) * hourMs,
  ...sometimes(0.2, () => ({ toUtcMs: now - draw.below(11) * hourMs })),
  ...sometimes(0.3, () => ({ cameraIds: [...new Set(some(cameraIds, draw.any([1, 3, 20])).split(','))].join(',') })),
  ...sometimes(0.6, () => ({ classes: some(eventClass.options, draw.any([1, 1, 3])) })),
  ...sometimes(0.2, () => ({ severities: some(eventSeverity.options, 2) })),
  ...sometimes(0.5, () => ({
    colours: some(colourName.options.slice(0, 7), draw.any([1, 1, 4])),
    ...sometimes(0.4, () => ({ colourPart: draw.any(['upper', 'lower', 'body']) })),
  })),
  ...sometimes(0.2, () => ({ minColourShare: draw.any([0, 0.05, 0.15, 0.3]) as never })),
  ...sometimes(0.1, () => ({ minDwellMs: draw.below(90_000) })),
  ...sometimes(0.1, () => ({ minMotion: draw.below(200) })),
  ...sometimes(0.1, () => ({ hasFace: draw.any(['true', 'false']) })),
  ...sometimes(0.1, () => ({ stationary: 'exclude' })),
});

const newestFirst = (reports: readonly EventReport[]): EventReport[] =>
  reports.toSorted((a, b) => b.startedAtUtcMs - a.startedAtUtcMs || (a.eventId < b.eventId ? 1 : -1));

interface Total {
  value: number;
  relation: string;
}

async function listAll(by: TestPerson, query: Query): Promise<{ ids: string[]; total: Total }> {
  const ids: string[] = [];
  let cursor: string | null = null;
  let total: Total | null = null;
  do {
    const asked: Query = { ...query, limit: 40, ...(cursor ? { cursor } : {}) };
    const { status, body } = await by.call(eventsCalls.list, { query: asked });
    expect(status, JSON.stringify(body)).toBe(200);
    ids.push(...body.items.map((item) => item.id));
    cursor = body.nextCursor;
    total ??= body.total;
  } while (cursor !== null);
  return { ids, total: total ?? { value: 0, relation: 'exact' } };
}

describe('lists equal a plain look at every event', () => {
  it('for any filters, page by page, and count them', async () => {
    for (let run = 0; run < 120; run += 1) {
      const query = anyQuery();
      const expected = newestFirst(events.filter((report) => matches(query, report))).map((report) => report.eventId);
      const { ids, total } = await listAll(owner, query);
      expect(ids, JSON.stringify(query)).toEqual(expected);
      if (total.relation === 'exact') expect(total.value, JSON.stringify(query)).toBe(expected.length);
    }
  }, 60_000);

  it('for plates with a sign too many, too few or wrong', async () => {
    for (const { plate } of events.filter((report) => report.plate !== null).slice(0, 25)) {
      const text = plate?.text ?? '';
      const at = draw.below(text.length);
      for (const wanted of [
        text,
        text.slice(0, at) + text.slice(at + 1),
        `${text.slice(0, at)}7${text.slice(at)}`,
        `${text.slice(0, at)}7${text.slice(at + 1)}`,
      ]) {
        for (const plateMatch of ['contains', 'similar'] as const) {
          const query = { ...anyQuery(), plate: wanted, plateMatch };
          const expected = newestFirst(events.filter((report) => matches(query, report))).map(
            (report) => report.eventId,
          );
          expect((await listAll(owner, query)).ids, JSON.stringify(query)).toEqual(expected);
        }
      }
    }
  }, 60_000);

  it('of the cameras that a person may search, also where others are named', async () => {
    for (let run = 0; run < 40; run += 1) {
      const query = anyQuery();
      const expected = newestFirst(
        events.filter((report) => guarded.includes(report.cameraId) && matches(query, report)),
      ).map((report) => report.eventId);
      expect((await listAll(guard, query)).ids, JSON.stringify(query)).toEqual(expected);
    }
  }, 60_000);
});

const numbersOf = (values: string): Int8Array => new Int8Array(Buffer.from(values, 'base64'));
function cosine(a: Int8Array, b: Int8Array): number {
  const dot = (x: Int8Array, y: Int8Array): number => x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** What is most like an event among those that match, by looking at each. */
function alike(
  query: Query & { by: 'appearance' | 'face' },
  source: EventReport,
  cameras: readonly string[],
): [string, number][] {
  const wanted = source.vectors.find((vector) => vector.kind === query.by);
  const classes = query.classes ?? (query.by === 'appearance' ? source.class : undefined);
  const found = events.flatMap((report): [string, number][] => {
    const vector = report.vectors.find(({ kind, modelId }) => kind === query.by && modelId === wanted?.modelId);
    if (
      !vector ||
      !wanted ||
      report === source ||
      !cameras.includes(report.cameraId) ||
      !matches({ ...query, ...(classes ? { classes } : {}) }, report)
    )
      return [];
    return [[report.eventId, cosine(numbersOf(vector.values), numbersOf(wanted.values))]];
  });
  return found.toSorted((a, b) => b[1] - a[1]);
}

async function expectAlike(by: TestPerson, cameras: readonly string[]): Promise<void> {
  const kind = draw.any(['appearance', 'face'] as const);
  const source = draw.any(
    events.filter(
      (report) => cameras.includes(report.cameraId) && report.vectors.some((vector) => vector.kind === kind),
    ),
  );
  const query = { ...anyQuery(), by: kind };
  const expected = alike(query, source, cameras);
  const { body } = await by.call(eventsCalls.similar, {
    params: { id: source.eventId },
    query: { ...query, limit: 200 },
  });
  const context = JSON.stringify(query);
  expect(body, context).toMatchObject({ compared: expected.length, isComplete: true });
  expect(body.items.length, context).toBe(Math.min(200, expected.length));
  for (const [index, item] of body.items.entries())
    expect(item.similarity, context).toBeCloseTo(expected[index]?.[1] ?? 2, 9);
  const similarities = new Map(expected);
  for (const item of body.items) expect(item.similarity, context).toBeCloseTo(similarities.get(item.event.id) ?? 2, 9);
}

describe('likeness equals a comparison with every event', () => {
  it('for any filters', async () => {
    for (let run = 0; run < 120; run += 1) await expectAlike(owner, cameraIds);
  }, 60_000);

  it('among the cameras that a person may search', async () => {
    for (let run = 0; run < 40; run += 1) await expectAlike(guard, guarded);
  }, 60_000);

  it('also when vectors and colours are others than they were', async () => {
    const changed = events
      .filter((_, index) => index % 3 === 0)
      .map((report) => ({
        ...report,
        colours: anyColours(report.class),
        vectors: report.vectors.map((each) => ({ ...each, values: vector(each.kind === 'face' ? faceBytes : 32) })),
        revision: 2,
      }));
    await keep(changed);
    const byId = new Map(changed.map((report) => [report.eventId, report]));
    events = events.map((report) => byId.get(report.eventId) ?? report);
    for (let run = 0; run < 80; run += 1) await expectAlike(owner, cameraIds);
  }, 60_000);
});
