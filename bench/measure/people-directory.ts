import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { setTimeout as wait } from 'node:timers/promises';
import { seedSightings, type WaitingFace } from '../../apps/server/testing/people/seed-sightings.ts';
import { facedReport, faceModel } from '../../apps/server/testing/people/test-faces.ts';
import { newId } from '../../apps/server/src/platform/ids/ids.ts';
import { setUpSite, startSystem, type System } from '../../e2e/fixtures/system.ts';
import { DrawnFaces, seedPeople } from './drawn-faces.ts';
import { sendEvenly, type EvenEvents } from './events-sender.ts';
import { connectAsOwner } from './events-seed.ts';
import type { EventsRig } from './events-rig.ts';
import { percentile, printTable } from './figures.ts';

type Api = System['api'];

const organizationOf = (api: Api): string =>
  (JSON.parse(Buffer.from(api.accessToken?.split('.')[1] ?? '', 'base64url').toString()) as { org: string }).org;

/** Lists and searches of so many people, two pages of 50 each. */
export async function askForPeople(rig: EventsRig, { people, runs }: { people: number; runs: number }): Promise<void> {
  const owner = await connectAsOwner(rig.folder);
  try {
    await seedPeople((text, values) => owner.query(text, values), {
      organizationId: rig.organizationId,
      count: people,
      faced: 0,
    });
  } finally {
    await owner.end();
  }
  const rows: string[][] = [];
  const questions = {
    'by name': [undefined],
    'part of a name': ['noa', 'כץ', 'haddad 31', 'a', '1', '999'],
    nobody: ['xylophone'],
  };
  for (const [kind, searches] of Object.entries(questions)) {
    const ms: number[] = [];
    for (const search of searches)
      for (let run = -1; run < runs; run += 1) {
        let cursor: string | null = null;
        for (let page = 0; page < 2; page += 1) {
          const startedMs = performance.now();
          const query = { limit: 50, ...(search !== undefined && { search }), ...(cursor !== null && { cursor }) };
          const answer: { nextCursor: string | null } = await rig.api.call(peopleCalls.list, { query });
          if (run >= 0) ms.push(performance.now() - startedMs);
          cursor = answer.nextCursor;
          if (cursor === null) break;
        }
      }
    rows.push([kind, percentile(ms, 0.5).toFixed(1), percentile(ms, 0.95).toFixed(1)]);
  }
  console.log(`\n${String(people)} people.\n`);
  printTable(['question', 'p50 ms', 'p95 ms'], rows);
}

/** How long a gallery of so many people takes to a real core, whole and after one change. */
export async function deliverGallery(people: number): Promise<void> {
  const system = await startSystem();
  try {
    const { api } = system;
    const { edgeId, locationId } = await setUpSite(system);
    const streams = [{ kind: 'main' as const, url: 'rtsp://127.0.0.1:9/1' }];
    await api.call(camerasCalls.create, { body: { name: 'Lobby', edgeId, locationId, streams } });
    await isSync(api, edgeId);
    const owner = await connectAsOwner(system.folder);
    await seedPeople((text, values) => owner.query(text, values), {
      organizationId: organizationOf(api),
      count: people,
      faced: people,
    });
    await owner.end();
    const rows: string[][] = [];
    const { items } = await api.call(peopleCalls.list, { query: { limit: 3 } });
    for (const [index, { id, revision }] of items.entries()) {
      const startedMs = performance.now();
      // Where somebody is known is what cores are told of.
      await api.call(peopleCalls.update, { params: { id }, body: { locationIds: [locationId], revision } });
      const changedMs = performance.now() - startedMs;
      await isSync(api, edgeId);
      rows.push([
        index === 0 ? 'all of them' : 'one change',
        changedMs.toFixed(0),
        (performance.now() - startedMs).toFixed(0),
      ]);
    }
    console.log(
      `\nA gallery of ${String(people)} people to a core, ms until the call was answered and until the core confirmed.\n`,
    );
    printTable(['what', 'answered', 'there'], rows);
  } finally {
    await system.stop();
  }
}

async function isSync(api: Api, id: string): Promise<void> {
  for (;;) {
    if ((await api.call(edgesCalls.get, { params: { id } })).isSync) return;
    await wait(20);
  }
}

type Owner = Awaited<ReturnType<typeof connectAsOwner>>;

/** Writes the faces; answers whose each is. */
async function seedFaces(
  owner: Owner,
  place: { organizationId: string; cameraId: string },
  { sightings, people }: { sightings: number; people: number },
): Promise<Map<string, number>> {
  const faces = new DrawnFaces(3);
  const whose = new Map<string, number>();
  const beganMs = Date.now() - 7 * 86_400_000;
  const batch = 5_000;
  for (let from = 0; from < sightings; from += batch) {
    const given = Array.from({ length: Math.min(batch, sightings - from) }, (_, index): WaitingFace => {
      const who = faces.who(people);
      const eventId = newId();
      whose.set(eventId, who);
      return { eventId, startedAt: new Date(beganMs + (from + index) * 400), vector: faces.look(who), quality: 0.9 };
    });
    await seedSightings((text, values) => owner.query(text, values), place, given);
  }
  await owner.query('analyze face_sightings, event_vectors');
  return whose;
}

/** A core that knows faces comes and tells of one: the server then looks at all that wait. */
export async function beginWork(edge: EventsRig['edges'][number]['edge'], cameraId: string): Promise<void> {
  edge.capabilities = ['rtsp', 'privacy', 'facePictures', `faces:${faceModel}`];
  edge.syncedKinds = ['camera', 'locationPrivacy', 'organizationSwitches', 'faceGallery', 'alertRule'];
  await edge.connect();
  edge.records(1, [{ kind: 'event', event: facedReport(cameraId, 1) }]);
}

/** Waits until no face waits; answers a row for each tenth of them. */
export async function watchWork(owner: Owner, sightings: number): Promise<string[][]> {
  const startedMs = performance.now();
  const rows: string[][] = [];
  for (;;) {
    await wait(250);
    const { rows: found } = await owner.query<{ waiting: string; clusters: string }>(
      `select (select count(*) from face_sightings where is_waiting) as waiting, (select count(*) from face_clusters) as clusters`,
    );
    const waiting = Number(found[0]?.waiting ?? 0);
    const done = sightings - waiting;
    if (done < (sightings * (rows.length + 1)) / 10 && waiting > 0) continue;
    const seconds = (performance.now() - startedMs) / 1_000;
    rows.push([String(done), String(found[0]?.clusters), seconds.toFixed(0), (done / seconds).toFixed(0)]);
    if (waiting === 0) return rows;
  }
}

/** So many faces of so many people are put together by the server's own work, while other events come in. */
export async function putTogether(
  { folder, organizationId, edges: [played, busy] }: EventsRig,
  { events, ...amount }: { sightings: number; people: number; events: number },
): Promise<void> {
  const cameraId = played?.cameraIds[0];
  if (played === undefined || cameraId === undefined) throw new Error('no core');
  const owner = await connectAsOwner(folder);
  const whose = await seedFaces(owner, { organizationId, cameraId }, amount);
  await beginWork(played.edge, cameraId);
  const end = new AbortController();
  const sent = busy === undefined || events === 0 ? null : sendEvenly(busy, { perSecond: events, signal: end.signal });
  printTable(['sightings', 'unsaved people', 's', 'a second'], await watchWork(owner, amount.sightings));
  end.abort();
  printEvents(await sent);
  const { rows: put } = await owner.query<{ event_id: string; cluster_id: string | null }>(
    'select event_id, cluster_id from face_sightings',
  );
  await owner.end();
  const { precision, recall } = pairsOf(
    put.flatMap(({ event_id: id, cluster_id: cluster }) => {
      const who = whose.get(id);
      return who === undefined ? [] : [{ who, cluster: cluster ?? id }];
    }),
  );
  console.log(`Pairs: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}.`);
}

function printEvents(sent: EvenEvents | null): void {
  if (sent === null) return;
  const rate = (sent.records / sent.seconds).toFixed(0);
  const [middle, late] = [0.5, 0.95].map((share) => percentile(sent.ackMs, share).toFixed(0));
  console.log(
    `Meanwhile ${rate} events a second came in; messages of 200 were acknowledged after ${middle ?? ''} / ${late ?? ''} ms (p50, p95).`,
  );
}

/** Of all pairs that were put together how many belong together, and of those that belong together how many were. */
function pairsOf(found: readonly { who: number; cluster: string }[]): { precision: number; recall: number } {
  const pairs = (counts: Iterable<number>): number =>
    [...counts].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  const countBy = (keyOf: (one: { who: number; cluster: string }) => string): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const one of found) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
    return counts;
  };
  const right = pairs(countBy(({ who, cluster }) => `${String(who)} ${cluster}`).values());
  return {
    precision: right / Math.max(1, pairs(countBy(({ cluster }) => cluster).values())),
    recall: right / Math.max(1, pairs(countBy(({ who }) => String(who)).values())),
  };
}
