import { homeCalls } from '@sightline/contracts/home/home.api';
import { parseArgs } from 'node:util';
import { withEventsRig, type EventsRig } from './measure/events-rig.ts';
import { connectAsOwner } from './measure/events-seed.ts';
import { percentile, printTable } from './measure/figures.ts';
import { seedRecording } from './measure/gaps-seed.ts';
import { seedNames } from './measure/names-seed.ts';
import { printLoad } from './measure/rig.ts';

/** The figures above home, whole calls over HTTP, one after the other, in an organization of many cameras with many gaps. `--runs N`, `--gaps N` for each camera. */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, gaps: { type: 'string', default: '10' } },
});
const amount = { roots: 50, children: 950, cores: 500, cameras: 10_000 };
const runs = Number(values.runs);

async function timed(call: () => Promise<unknown>): Promise<number[]> {
  const ms: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const startedMs = performance.now();
    await call();
    ms.push(performance.now() - startedMs);
  }
  return ms;
}

async function measure(rig: EventsRig): Promise<void> {
  const owner = await connectAsOwner(rig.folder);
  try {
    await seedNames(owner, rig.organizationId, amount);
    const gaps = await seedRecording(owner, rig.organizationId, Number(values.gaps));
    const { rows } = await owner.query<{ id: string }>(
      'select location_id as id from edges where organization_id = $1 limit 1',
      [rig.organizationId],
    );
    const id = rows[0]?.id ?? '';
    console.log(
      `${String(amount.cameras)} cameras at ${String(amount.cores)} cores, ${String(gaps)} gaps in 24 hours.`,
    );
    const calls: [string, () => Promise<unknown>][] = [
      ['all cameras (home.facts)', () => rig.api.call(homeCalls.facts, {})],
      ['one site (home.day)', () => rig.api.call(homeCalls.day, { params: { id } })],
    ];
    const table: string[][] = [];
    for (const [name, call] of calls) {
      const [first = 0, ...ms] = await timed(call);
      table.push([
        name,
        `${first.toFixed(0)} ms`,
        ...[0.5, 0.95, 1].map((share) => `${percentile(ms, share).toFixed(0)} ms`),
      ]);
    }
    printTable(['', 'the first', 'p50', 'p95', 'slowest'], table);
    console.log(JSON.stringify(await rig.api.call(homeCalls.facts, {})));
  } finally {
    await owner.end();
  }
}

await withEventsRig({ edges: 0, cameras: 0 }, measure);
printLoad();
