import type { CallDefinition, CallRequest } from '@sightline/contracts/shared/call';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import { parseArgs } from 'node:util';
import { rememberRig, withEventsRig, type EventsRig } from './measure/events-rig.ts';
import { diskUse, seedEvents } from './measure/events-seed.ts';
import { measureIngest } from './measure/events-sender.ts';
import { megabytes, percentile, printTable } from './measure/figures.ts';
import { printLoad } from './measure/rig.ts';

/** Searching very many events and keeping new ones: whole calls over HTTP, and records over real links. */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    runs: { type: 'string', default: '60' },
    /** A folder that stays: filled at the first run, measured again by those after it. */
    keep: { type: 'string' },
    /** Parts to measure, of `lists,named,similar,ingest`. */
    only: { type: 'string', default: 'lists,named,similar,ingest' },
  },
});
const rows = Number(values.rows);
const runs = Number(values.runs);
const edgeCount = 10;
const camerasEach = 20;
const dayMs = 86_400_000;
const messagesEach = 40;

const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)];
const anyCameras = (rig: EventsRig, count: number): string =>
  Array.from({ length: count }, () => any(any(rig.edges).cameraIds)).join(',');
const ago = (days: number): number => Date.now() - days * dayMs;

type ListQuery = CallRequest<typeof eventsCalls.list>['query'];

const lists: [string, (rig: EventsRig) => ListQuery][] = [
  ['newest, last 3 days', () => ({})],
  ['red upper, persons, 7 days', () => ({ classes: 'person', colours: 'red', colourPart: 'upper', fromUtcMs: ago(7) })],
  [
    'one camera, vehicles, 30 days',
    (rig) => ({ cameraIds: anyCameras(rig, 1), classes: 'vehicle', fromUtcMs: ago(30) }),
  ],
  [
    'six cameras, longer than a minute',
    (rig) => ({ cameraIds: anyCameras(rig, 6), minDwellMs: 60_000, fromUtcMs: ago(30) }),
  ],
  [
    'fifty cameras, critical',
    (rig) => ({ cameraIds: anyCameras(rig, 50), severities: 'critical', fromUtcMs: ago(30) }),
  ],
  ['one place, faces', (rig) => ({ locationId: any(rig.locationIds), hasFace: 'true', fromUtcMs: ago(30) })],
  ['animals, brown, 30 days', () => ({ classes: 'animal', colours: 'brown', fromUtcMs: ago(30) })],
  ['a day three weeks ago', () => ({ fromUtcMs: ago(21), toUtcMs: ago(20), minMotion: 100 })],
  [
    'purple or pink animals, critical (a handful in all)',
    () => ({ classes: 'animal', severities: 'critical', colours: 'purple,pink', fromUtcMs: ago(30) }),
  ],
];

const read = async (rig: EventsRig): Promise<string> => {
  const plates = await rig.api.call(eventsCalls.list, {
    query: { hasPlate: 'true', limit: 50, fromUtcMs: ago(30), toUtcMs: ago(Math.floor(Math.random() * 25)) },
  });
  return any(plates.items).plate?.text ?? '';
};
const misread = (plate: string): string => plate.replace('0', 'O').replace('8', 'B').replace('5', 'S');
const without = (plate: string, at: number): string => plate.slice(0, at) + plate.slice(at + 1);

const plateSearches: [string, (plate: string) => ListQuery][] = [
  ['contains 3 signs', (plate) => ({ plate: plate.slice(2, 5) })],
  ['contains 5 signs', (plate) => ({ plate: plate.slice(1, 6) })],
  ['contains 2 signs', (plate) => ({ plate: plate.slice(0, 2) })],
  ['whole, contains', (plate) => ({ plate })],
  ['whole, similar, signs misread', (plate) => ({ plate: misread(plate), plateMatch: 'similar' })],
  ['one sign missing, similar', (plate) => ({ plate: without(plate, 3), plateMatch: 'similar' })],
];

async function timed<C extends CallDefinition>(
  rig: EventsRig,
  call: C,
  request: () => Promise<CallRequest<C>>,
): Promise<{ ms: number[]; firstMs: number; last: unknown }> {
  const ms: number[] = [];
  let firstMs = 0;
  let last: unknown;
  for (let run = -3; run < runs; run++) {
    const made = await request();
    const startedMs = performance.now();
    last = await rig.api.call(call, made);
    const tookMs = performance.now() - startedMs;
    firstMs ||= tookMs;
    if (run >= 0) ms.push(tookMs);
  }
  return { ms, firstMs, last };
}

const cells = (name: string, ms: readonly number[], note: string): string[] => [
  name,
  percentile(ms, 0.5).toFixed(1),
  percentile(ms, 0.95).toFixed(1),
  note,
];
const foundIn = (last: unknown): string => {
  const { items, total } = last as { items: unknown[]; total?: { value: number; relation: string } };
  return total
    ? `${String(items.length)} of ${total.relation === 'atLeast' ? '>= ' : ''}${String(total.value)}`
    : `${String(items.length)} marks`;
};

async function measureLists(rig: EventsRig): Promise<void> {
  const table: string[][] = [];
  for (const [name, query] of lists) {
    const { ms, last } = await timed(rig, eventsCalls.list, async () => ({ query: query(rig) }));
    table.push(cells(name, ms, foundIn(last)));
  }
  for (const [name, query] of plateSearches) {
    const { ms, last } = await timed(rig, eventsCalls.list, async () => ({
      query: { ...query(await read(rig)), fromUtcMs: ago(30) },
    }));
    table.push(cells(`plate ${name}`, ms, foundIn(last)));
  }
  const oneDay = async () => ({
    params: { id: any(any(rig.edges).cameraIds) },
    query: { fromUtcMs: ago(2), toUtcMs: ago(1) },
  });
  const marks = await timed(rig, eventsCalls.ofCamera, oneDay);
  table.push(cells('marks of one camera, one day', marks.ms, foundIn(marks.last)));
  printTable(['list', 'p50 ms', 'p95 ms', 'found'], table);
}

/** The search of everything, for events alone and beside names. */
async function measureNamed(rig: EventsRig): Promise<void> {
  const plate = await read(rig);
  const typed = [
    'person',
    'car',
    'רכב',
    'animal',
    'horse',
    'cat',
    'camera',
    'camera person',
    plate,
    plate.slice(0, 5),
    plate.slice(2, 6),
    'qqqq',
  ];
  const table: string[][] = [];
  for (const types of ['event', undefined]) {
    const all: number[] = [];
    for (const query of typed) {
      const asked = { query, ...(types === undefined ? {} : { types }) } as unknown as CallRequest<
        typeof globalSearchCalls.find
      >['query'];
      const { ms, last } = await timed(rig, globalSearchCalls.find, async () => ({ query: asked }));
      all.push(...ms);
      table.push(cells(`${types ?? 'everything'}: ${query}`, ms, String((last as { items: unknown[] }).items.length)));
    }
    table.push(cells(`${types ?? 'everything'}: all of it`, all, ''));
  }
  printTable(['named', 'p50 ms', 'p95 ms', 'found'], table);
}

async function measureSimilar(rig: EventsRig): Promise<void> {
  const searches: [string, ListQuery, (rig: EventsRig) => object][] = [
    ['looks, one camera, 7 days', { classes: 'person' }, (at) => ({ cameraIds: anyCameras(at, 1), fromUtcMs: ago(7) })],
    [
      'looks, one place, 1 day',
      { classes: 'person' },
      (at) => ({ locationId: any(at.locationIds), fromUtcMs: ago(1) }),
    ],
    ['looks, red, 3 days', { classes: 'person' }, () => ({ colours: 'red', colourPart: 'upper' })],
    ['looks, purple or pink, 3 days', { classes: 'person' }, () => ({ colours: 'purple,pink' })],
    ['looks, 3 days', { classes: 'person' }, () => ({})],
    ['faces, 3 days', { hasFace: 'true' }, () => ({ by: 'face' })],
  ];
  const table: string[][] = [];
  for (const [name, source, query] of searches) {
    const { items } = await rig.api.call(eventsCalls.list, { query: { ...source, limit: 100 } });
    const { ms, firstMs, last } = await timed(rig, eventsCalls.similar, async () => ({
      params: { id: any(items).id },
      query: query(rig),
    }));
    const { compared, isComplete } = last as { compared: number; isComplete: boolean };
    table.push([...cells(name, ms, `${String(compared)}${isComplete ? '' : ', more left out'}`), firstMs.toFixed(0)]);
  }
  printTable(['similar', 'p50 ms', 'p95 ms', 'compared', 'first call ms'], table);
}

async function fill(rig: EventsRig): Promise<void> {
  const seconds = rig.isKept ? null : await seedEvents(rig, rows, (step) => console.log(`  ${step}`));
  rememberRig(rig);
  const disk = await diskUse(rig.folder);
  const use = disk
    .map(({ table, bytes, indexBytes }) => `${table} ${megabytes(bytes)} + ${megabytes(indexBytes)}`)
    .join(', ');
  console.log(`${seconds === null ? 'kept from before' : `seeded in ${seconds.toFixed(0)} s`}; ${use}\n`);
}

async function measureKeeping(rig: EventsRig): Promise<void> {
  const kept: string[][] = [];
  for (const [name, traffic] of [
    ['tracks: opened, revised, closed', 'tracks'],
    ['new events only', 'new'],
  ] as const) {
    const { records, seconds: sending } = await measureIngest(rig.edges.slice(0, 4), traffic, messagesEach);
    kept.push([name, String(records), sending.toFixed(1), (records / sending).toFixed(0)]);
  }
  printTable(['kept, four cores at once', 'records', 'seconds', 'records/s'], kept);
}

const deps: Record<string, (rig: EventsRig) => Promise<void>> = {
  lists: measureLists,
  named: measureNamed,
  similar: measureSimilar,
  ingest: measureKeeping,
};

console.log(
  `${String(rows)} events over 30 days of ${String(edgeCount * camerasEach)} cameras in the server's own database; ${String(runs)} whole calls each over HTTP, answers checked`,
);
console.log(
  'by the client. Records: four cores send what an outage left, 200 a message, each event opened, revised and closed.\n',
);
await withEventsRig({ edges: edgeCount, cameras: camerasEach, keep: values.keep }, async (rig) => {
  await fill(rig);
  for (const name of values.only.split(',').filter((each) => each !== '')) {
    const measure = deps[name];
    if (!measure) throw new Error(`there is no part ${name}`);
    await measure(rig);
    console.log('');
  }
});
printLoad();
