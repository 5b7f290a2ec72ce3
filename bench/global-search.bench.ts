import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import { parseArgs } from 'node:util';
import { ApiClient } from '../e2e/fixtures/api-client.ts';
import { withEventsRig, type EventsRig } from './measure/events-rig.ts';
import { connectAsOwner } from './measure/events-seed.ts';
import { percentile, printTable } from './measure/figures.ts';
import { amount, seedNames } from './measure/names-seed.ts';
import { seedPerson } from './measure/permissions-seed.ts';
import { printLoad } from './measure/rig.ts';

/** Names typed letter by letter among ten thousand things: whole calls over HTTP. `--runs 20` is how often each text is typed. */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });
const runs = Number(values.runs);

const typed: [string, string[]][] = [
  ['beginnings', ['re', 'rec', 'rece', 'park', 'parking n', 'loading dock e', 'berl', 'core en']],
  ['one letter', ['e', 'r', 'c', 'ש']],
  ['whole names', ['Reception north 2', 'Gate east 34', 'Haifa site 0']],
  ['parts of words', ['ception', 'room', 'dock']],
  ['several words', ['north gate', 'lower server', 'office rear 1']],
  ['typos', ['recepton', 'parkng', 'wraehouse north', 'corridr lower', 'entrnace', 'stairwel uper']],
  ['Hebrew', ['כני', 'כניסה', 'חניון צפון', 'מחסן', 'שרתים']],
  ['typos in Hebrew', ['כינסה', 'מכסן צפון', 'קפיטרה']],
  ['nothing like it', ['xylophone', 'qqqq', 'זזזזזז']],
];

async function timed(api: ApiClient, texts: readonly string[]): Promise<{ ms: number[]; found: number }> {
  const ms: number[] = [];
  let found = 0;
  for (let run = -1; run < runs; run++) {
    for (const query of texts) {
      const startedMs = performance.now();
      const { items } = await api.call(globalSearchCalls.find, { query: { query } });
      if (run < 0) continue;
      ms.push(performance.now() - startedMs);
      found += items.length;
    }
  }
  return { ms, found: found / ms.length };
}

async function measure(rig: EventsRig): Promise<void> {
  const owner = await connectAsOwner(rig.folder);
  try {
    await seedNames(owner, rig.organizationId);
    const { roots, children, cores, cameras } = amount;
    console.log(
      `${String(roots + children)} locations, ${String(cores)} cores and ${String(cameras)} cameras; every third name in Hebrew.`,
    );
    console.log(
      `Whole calls over HTTP, one after the other, each text ${String(runs)} times after once that does not count.\n`,
    );
    const email = 'guard@example.org';
    const holding = {
      locations: 100,
      cores: 100,
      cameras: 800,
      permissions: ['LocationView', 'CoreView', 'CameraView'] as const,
    };
    const grants = await seedPerson(owner, rig.organizationId, { email, holding });
    const guard = new ApiClient(rig.api.url);
    await guard.signIn(email, 'correct horse battery');
    const people: [string, ApiClient][] = [
      ['administrator', rig.api],
      [`somebody with ${String(grants)} grants`, guard],
    ];
    const rows: string[][] = [];
    for (const [person, api] of people) {
      const all: number[] = [];
      for (const [kind, texts] of typed) {
        const { ms, found } = await timed(api, texts);
        all.push(...ms);
        rows.push([person, kind, found.toFixed(1), percentile(ms, 0.5).toFixed(1), percentile(ms, 0.95).toFixed(1)]);
      }
      rows.push([person, 'all of it', '', percentile(all, 0.5).toFixed(1), percentile(all, 0.95).toFixed(1)]);
    }
    printTable(['person', 'typed', 'found', 'p50 ms', 'p95 ms'], rows);
  } finally {
    await owner.end();
  }
}

await withEventsRig({ edges: 0, cameras: 0 }, measure);
printLoad();
