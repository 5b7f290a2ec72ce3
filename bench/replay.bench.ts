import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { trackCondition, type TrackCondition } from '@sightline/contracts/alert-rules/track-conditions';
import { roundedLook } from '@sightline/domain/look-packs/rounded-looks';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { LookRecorder } from '../apps/edge/src/capabilities/replay/look-recorder.ts';
import { Replays } from '../apps/edge/src/capabilities/replay/replays.ts';
import { systemClock } from '../apps/edge/src/platform/clock.ts';
import { printTable } from './measure/figures.ts';

/*
 * What it costs to keep what rules of a camera are judged by, and how long a rule is tried on a week of it: as a core keeps it, in files,
 * and tries it, with its rests. Quiet: two people walk there for 2 % of the time; usual: for 20 %; with
 * `street` as well five for 16 hours a day.
 */

const hourMs = 3_600_000;
const hours = 7 * 24;
const looksPerS = 3;
const startUtcMs = Date.UTC(2026, 0, 5);
const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const silent = { warn: () => undefined } as never;

interface Activity {
  name: string;
  people: number;
  /** Seconds of an hour in which somebody is there. */
  busyS: (hour: number) => number;
}

const activities: readonly Activity[] = [
  { name: 'quiet', people: 2, busyS: () => 72 },
  { name: 'usual', people: 2, busyS: () => 720 },
  { name: 'street', people: 5, busyS: (hour) => (hour % 24 < 16 ? 3600 : 0) },
];
const corners = [
  { x: 0.3, y: 0.2 },
  { x: 0.7, y: 0.3 },
  { x: 0.6, y: 1 },
  { x: 0.2, y: 0.9 },
];
const conditions: readonly TrackCondition[] = [
  { kind: 'lineCrossing', line: { id: id(1), points: corners.slice(0, 2) } },
  { kind: 'loitering', zones: [{ id: id(2), points: corners }], limitS: 5 },
  { kind: 'motion', minCells: 4 },
].map((one) => trackCondition.parse(one));

/** Steps that repeat, so that a figure trembles as detections do. */
const tremble = (index: number): number => ((index * 7919) % 101) / 10_000 - 0.005;

function* hourOf({ people, busyS }: Activity, hour: number): Generator<ToldFact> {
  const fromUtcMs = startUtcMs + hour * hourMs;
  const busy = busyS(hour);
  for (let second = 0; second < 3600; second += 1) {
    const isBusy = second < busy;
    for (let index = 0; isBusy && index < looksPerS; index += 1) {
      const atUtcMs = fromUtcMs + second * 1000 + Math.round((index * 1000) / looksPerS);
      yield roundedLook({
        kind: 'look' as const,
        atUtcMs,
        ended: [],
        sights: Array.from({ length: people }, (_, person) => {
          const track = Math.floor((second + person * 7) / 40);
          const x = ((second + person * 7) % 40) / 40 + index / 120;
          return {
            trackId: id(1_000_000 * (hour + 1) + person * 10_000 + track),
            class: 'person' as const,
            isResting: false,
            atUtcMs,
            score: 0.8 + tremble(second + index),
            movedShare: 0.5,
            box: {
              x: x * 0.9 + tremble(second * 3 + index),
              y: 0.4 + tremble(second + person),
              width: 0.06,
              height: 0.3,
            },
          };
        }),
      });
    }
    const levels = Uint8Array.from({ length: 144 }, (_, cell) => (isBusy && cell % 16 === second % 16 ? 60 : 0));
    const atUtcMs = fromUtcMs + (second + 1) * 1000;
    yield { kind: 'motion', atUtcMs, levels, isGlobal: false };
    yield { kind: 'seen', atUtcMs };
  }
}

async function measure(activity: Activity): Promise<string[][]> {
  const volume = mkdtempSync(join(tmpdir(), 'replay-bench-'));
  const cameraId = id(7);
  const here = (): Promise<boolean> => Promise.resolve(true);
  try {
    const recorder = new LookRecorder({ volume, isHere: here, log: silent });
    const writing = process.cpuUsage();
    for (let hour = 0; hour < hours; hour += 1) {
      for (const fact of hourOf(activity, hour)) recorder.facts(cameraId, [fact]);
      await recorder.flush();
    }
    const { user, system } = process.cpuUsage(writing);
    const names = readdirSync(volume, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.look'));
    const bytes = names.reduce((sum, name) => sum + statSync(join(volume, name)).size, 0);
    const clock = { nowUtcMs: () => startUtcMs + hours * hourMs, monotonicMs: systemClock.monotonicMs };
    const replays = new Replays({ volume, isHere: here, timeZoneOf: () => 'UTC', flush: here as never, clock });
    const rows: string[][] = [];
    for (const condition of conditions) {
      const [beganMs, cpu] = [performance.now(), process.cpuUsage()];
      const asked = {
        cameraId,
        condition,
        schedule: null,
        coolDownS: 60,
        mergeS: 60,
        days: 7,
        replayId: id(rows.length),
      };
      let answer = await replays.answer(asked);
      while (answer.state === 'running') answer = await replays.answer(asked);
      const used = process.cpuUsage(cpu);
      rows.push([
        activity.name,
        `${(bytes / hours / 1024).toFixed(1)} KiB`,
        `${((user + system) / 1000 / hours).toFixed(1)} ms`,
        condition.kind,
        `${(performance.now() - beganMs).toFixed(0)} ms`,
        `${((used.user + used.system) / 1000).toFixed(0)} ms`,
        String(answer.result.count),
        loadavg()[0]!.toFixed(1),
      ]);
    }
    return rows;
  } finally {
    rmSync(volume, { recursive: true });
  }
}

const rows: string[][] = [];
const asked = activities.filter(({ name }) => name !== 'street' || process.argv.includes('street'));
for (const activity of asked) rows.push(...(await measure(activity)));
printTable(['a week of', 'a camera-hour', 'writing it', 'rule', 'tried in', 'processor', 'alerts', 'load'], rows);
