import type { CallRequest } from '@sightline/contracts/shared/call';
import { vehicleImportsCalls } from '@sightline/contracts/vehicles/vehicle-imports.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ApiClient } from '../e2e/fixtures/api-client.ts';
import { putPhotographsTogether } from './face-truth/photographs-put-together.ts';
import { withEventsRig, type EventsRig } from './measure/events-rig.ts';
import { connectAsOwner } from './measure/events-seed.ts';
import { matchFaces } from './measure/faces-matched.ts';
import { percentile, printTable } from './measure/figures.ts';
import { askForPeople, deliverGallery, putTogether } from './measure/people-directory.ts';
import { printLoad } from './measure/rig.ts';
import { seedVehicles } from './measure/vehicles-seed.ts';

/**
 * The directory: vehicles, whole calls over HTTP, then a file; people likewise; a face against those whom a core knows; a gallery on its way to
 * a core; faces that are put together, drawn ones and those on photographs (`--footage DIR`). `--only match,gallery` measures some of it.
 */
const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '500000' },
    runs: { type: 'string', default: '20' },
    lines: { type: 'string', default: '100000' },
    people: { type: 'string', default: '100000' },
    gallery: { type: 'string', default: '20000' },
    sightings: { type: 'string', default: '100000' },
    faces: { type: 'string', default: '20000' },
    events: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'vehicles,people,match,gallery,clusters,photos' },
    footage: { type: 'string', default: new URL('../../shared/footage', import.meta.url).pathname },
  },
});
const parts = new Set(values.only.split(','));
const [vehicles, runs, lines] = [Number(values.vehicles), Number(values.runs), Number(values.lines)];

type Query = CallRequest<typeof vehiclesCalls.list>['query'];

const questions: [string, Query[]][] = [
  ['by plate', [{}]],
  ['by last sight', [{ sort: 'lastSeen' }]],
  ['part of a plate', [{ query: '71284' }, { query: '28-4' }, { query: '1' }, { query: '55' }]],
  ['owner', [{ query: 'noa' }, { query: 'lavi noa' }, { query: 'כץ' }, { query: 'haddad 31' }]],
  ['make', [{ query: 'toyota' }, { query: 'land' }]],
  ['nothing like it', [{ query: 'xylophone' }, { query: 'זזז' }]],
  ['filters', [{ make: 'Toyota' }, { color: 'silver' }, { make: 'Kia', color: 'red' }]],
  [
    'filters by last sight',
    [
      { make: 'Toyota', sort: 'lastSeen' },
      { color: 'pink', sort: 'lastSeen' },
    ],
  ],
  [
    'search and filter',
    [
      { query: 'noa', color: 'blue' },
      { query: '71', make: 'Volvo' },
    ],
  ],
];

async function timed(api: ApiClient, query: Query): Promise<number[]> {
  const ms: number[] = [];
  // The first page, then the one after it.
  for (let run = -1; run < runs; run++) {
    let cursor: string | undefined;
    for (let page = 0; page < 2; page++) {
      const startedMs = performance.now();
      const { nextCursor } = await api.call(vehiclesCalls.list, {
        query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
      });
      if (run >= 0) ms.push(performance.now() - startedMs);
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
  }
  return ms;
}

async function measureFile({ api }: EventsRig): Promise<void> {
  const { id: orgId } = await api.call(organizationsCalls.getCurrent, {});
  const asset = '1700000000000-many.csv';
  const { url, filePath } = await api.call(vehicleImportsCalls.presign, { body: { asset, orgId } });
  const rows = Array.from({ length: lines }, (_, at) => `file ${String(at)};Owner ${String(at)};Toyota;silver`);
  const body = new Blob([`plate;owner;make;color\n${rows.join('\n')}`], { type: 'text/csv' });
  await fetch(`${api.url}${url}`, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body });
  const startedMs = performance.now();
  let work = await api.call(vehicleImportsCalls.evaluate, { body: { filePath, orgId } });
  while (work.state === 'waiting' || work.state === 'running') {
    await wait(100);
    work = await api.call(vehicleImportsCalls.get, { params: { id: work.id } });
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  console.log(
    `\nA file of ${String(lines)} lines: ${work.state}, ${String(work.inserted)} added in ${seconds.toFixed(1)} s.`,
  );
}

async function measure(rig: EventsRig): Promise<void> {
  const owner = await connectAsOwner(rig.folder);
  try {
    await seedVehicles(owner, rig.organizationId, vehicles);
  } finally {
    await owner.end();
  }
  console.log(
    `${String(vehicles)} vehicles; two pages of 50 for each question, ${String(runs)} times after once that does not count.\n`,
  );
  const rows: string[][] = [];
  const all: number[] = [];
  for (const [kind, queries] of questions) {
    const ms: number[] = [];
    for (const query of queries) ms.push(...(await timed(rig.api, query)));
    all.push(...ms);
    rows.push([kind, percentile(ms, 0.5).toFixed(1), percentile(ms, 0.95).toFixed(1)]);
  }
  rows.push(['all of it', percentile(all, 0.5).toFixed(1), percentile(all, 0.95).toFixed(1)]);
  printTable(['question', 'p50 ms', 'p95 ms'], rows);
  await measureFile(rig);
}

if (parts.has('vehicles')) await withEventsRig({ edges: 0, cameras: 0 }, measure);
if (parts.has('people'))
  await withEventsRig({ edges: 0, cameras: 0 }, (rig) => askForPeople(rig, { people: Number(values.people), runs }));
if (parts.has('match')) matchFaces(Number(values.gallery));
if (parts.has('gallery')) await deliverGallery(Number(values.gallery));
if (parts.has('clusters'))
  await withEventsRig({ edges: 2, cameras: 4 }, (rig) =>
    putTogether(rig, {
      sightings: Number(values.sightings),
      people: Number(values.faces),
      events: Number(values.events),
    }),
  );
if (parts.has('photos')) await putPhotographsTogether(values.footage);
printLoad();
