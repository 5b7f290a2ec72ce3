import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { parseArgs } from 'node:util';
import { ApiClient } from '../e2e/fixtures/api-client.ts';
import { withEventsRig, type EventsRig } from './measure/events-rig.ts';
import { connectAsOwner } from './measure/events-seed.ts';
import { percentile, printTable } from './measure/figures.ts';
import { ageRights, amount, seedPerson, seedSites, type Holding } from './measure/permissions-seed.ts';
import { printLoad } from './measure/rig.ts';

/** Lists of ten thousand cameras for people with a thousand grants: whole calls over HTTP. `--runs 100` is how many of each. */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '100' } } });
const runs = Number(values.runs);
const everything = (Object.keys(permissions) as Permission[]).filter((name) => permissions[name] !== 'organization');

const people: Record<string, Holding> = {
  '1,000 cameras': { locations: 0, cores: 0, cameras: 1_000, permissions: ['CameraView'] },
  '100 locations, 100 cores, 800 cameras': { locations: 100, cores: 100, cameras: 800, permissions: ['CameraView'] },
  'all permissions on 1,000 things': { locations: 100, cores: 100, cameras: 800, permissions: everything },
};

const calls: [string, (api: ApiClient, rig: Sample) => Promise<unknown>][] = [
  ['cameras, first page of 50', (api) => api.call(camerasCalls.list, { query: {} })],
  ['cameras, a page of 200', (api) => api.call(camerasCalls.list, { query: { limit: 200 } })],
  ['cameras, a page in the middle', (api, { cursor }) => api.call(camerasCalls.list, { query: { cursor } })],
  [
    'cameras, by name',
    (api) =>
      api.call(camerasCalls.list, { query: { search: `camera ${String(Math.floor(Math.random() * 900) + 100)}` } }),
  ],
  ['cameras, offline', (api) => api.call(camerasCalls.list, { query: { state: 'offline' } })],
  ['cameras, of a region', (api, { locationId }) => api.call(camerasCalls.list, { query: { locationId } })],
  ['cameras, of a core', (api, { edgeId }) => api.call(camerasCalls.list, { query: { edgeId } })],
  ['one camera', (api, { cameraId }) => api.call(camerasCalls.get, { params: { id: cameraId } })],
  ['locations, with the names above', (api) => api.call(locationsCalls.list, { query: { limit: 200 } })],
];

/** Things that the person can see, to ask for. */
interface Sample {
  cursor: string;
  cameraId: string;
  edgeId: string;
  locationId: string;
}

async function sampleOf(api: ApiClient, owner: ApiClient): Promise<Sample> {
  let page = await api.call(camerasCalls.list, { query: { limit: 200 } });
  const [first] = page.items;
  for (let count = 0; count < 2 && page.nextCursor !== null; count++)
    page = await api.call(camerasCalls.list, { query: { limit: 200, cursor: page.nextCursor } });
  const regions = await owner.call(locationsCalls.list, { query: { search: 'Region', limit: 1 } });
  return {
    cursor: page.nextCursor ?? '',
    cameraId: first?.id ?? '',
    edgeId: first?.edgeId ?? '',
    locationId: regions.items[0]?.id ?? '',
  };
}

async function timed(
  work: () => Promise<unknown>,
  before: () => Promise<void> = async () => undefined,
): Promise<number[]> {
  const ms: number[] = [];
  for (let run = -5; run < runs; run++) {
    await before();
    const startedMs = performance.now();
    await work();
    if (run >= 0) ms.push(performance.now() - startedMs);
  }
  return ms;
}

const cells = (ms: readonly number[]): string[] => [percentile(ms, 0.5).toFixed(1), percentile(ms, 0.95).toFixed(1)];

async function measure(rig: EventsRig): Promise<void> {
  const owner = await connectAsOwner(rig.folder);
  try {
    await seedSites(owner, rig.organizationId);
    console.log(
      `${String(amount.cameras)} cameras of ${String(amount.cores)} cores at ${String(amount.roots * (1 + amount.childrenEach * (1 + amount.leavesEach)))} locations.`,
    );
    console.log(
      `${String(runs)} whole calls of each kind over HTTP, one after the other; \`changed\`: the rights of the organization were changed just before.\n`,
    );
    const rows: string[][] = [];
    const clients: [string, string, ApiClient][] = [['administrator', '-', rig.api]];
    for (const [name, holding] of Object.entries(people)) {
      const email = `${String(clients.length)}@example.org`;
      const grants = await seedPerson(owner, rig.organizationId, { email, holding });
      const api = new ApiClient(rig.api.url);
      await api.signIn(email, 'correct horse battery');
      clients.push([name, String(grants), api]);
    }
    for (const [name, grants, api] of clients) {
      const sample = await sampleOf(api, rig.api);
      const { total } = await api.call(camerasCalls.list, { query: {} });
      const label = `${name} (${grants} grants, sees ${String(total.value)})`;
      for (const [call, ask] of calls) rows.push([label, call, ...cells(await timed(() => ask(api, sample)))]);
      const changed = await timed(
        () => api.call(camerasCalls.list, { query: {} }),
        () => ageRights(owner, rig),
      );
      rows.push([label, 'cameras, first page, changed', ...cells(changed)]);
      if (name === 'administrator')
        rows.push([label, 'cores', ...cells(await timed(() => api.call(edgesCalls.list, { query: {} })))]);
    }
    printTable(['person', 'call', 'p50 ms', 'p95 ms'], rows);
  } finally {
    await owner.end();
  }
}

await withEventsRig({ edges: 0, cameras: 0 }, measure);
printLoad();
