import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readClip } from '../apps/edge/testing/recognise/clip-pictures.fixture.ts';
import { openModels } from '../apps/edge/src/capabilities/models/model-set.ts';
import {
  appearanceModelId,
  appearanceOf,
  blendVector,
  cosineOf,
} from '../apps/edge/src/capabilities/recognise/appearance.ts';
import { openOnnxRuntime } from '../apps/edge/src/drivers/onnx/onnx-runtime.ts';
import { makeLog } from '../apps/edge/src/platform/log/log.ts';
import { percent, percentile, printTable } from './measure/figures.ts';
import { runOffline } from './recognition-truth/offline-run.ts';
import { boxAt, seenOf, type Seen } from './recognition-truth/seen.ts';
import { readTruths, type ClipTruth } from './recognition-truth/truth.ts';

/**
 * How often two looks that are so alike are one person or vehicle. Each event is cut into its beginning and its end, which
 * stand for two events of the same one; two that are in view at once, or that the truth names apart, are different ones.
 * Clips in which the same people may come are never compared with each other.
 */
const { values } = parseArgs({ options: { footage: { type: 'string' } } });
const footage = resolve(values.footage ?? new URL('../../shared/footage', import.meta.url).pathname);

const everyMs = 200;
/** As the recogniser does: every sighting moves the mean of a track by so much. */
const blend = 0.25;
/** Clips of one place, whose people may be the same. */
const scenes: Record<string, string> = {
  'corridor-two-people': 'office',
  'corridor-three-people': 'office',
  'meeting-room': 'office',
  'face-turning-woman': 'office',
  'gate-plates': 'plates',
};

interface Look {
  clip: string;
  scene: string;
  kind: string;
  visit: string | null;
  seen: Seen;
  halves: [Float32Array, Float32Array];
}

const overlapS = (a: { fromS: number; toS: number }, b: { fromS: number; toS: number }): number =>
  Math.min(a.toS, b.toS) - Math.max(a.fromS, b.fromS);

/** The one visit that an event belongs to by its time, where the truth knows everybody. */
function visitOf(truth: ClipTruth, seen: Seen): string | null {
  const near = truth.visits.filter(
    (visit) => visit.class === seen.class && overlapS(visit, seen) > 0.6 * (seen.toS - seen.fromS),
  );
  return truth.isComplete && near.length === 1 ? near[0].name : null;
}

const models = await openModels({
  modelsFolder: await builtInModelsFolder(),
  operatorFolder: null,
  openRuntime: openOnnxRuntime,
  onChange: () => undefined,
  log: makeLog('likeness'),
});

async function looksOf(truth: ClipTruth): Promise<Look[]> {
  const run = await runOffline({ truth, footage, fps: 1000 / everyMs, offsetMs: 0, models });
  const pictures = await readClip(join(footage, truth.file), { everyMs, offsetMs: 0 });
  return run.events.flatMap((event): Look[] => {
    const seen = seenOf(event.eventId, event, run.startUtcMs);
    const vectors = pictures.flatMap(({ atMs, image }) => {
      const box = atMs / 1000 < seen.fromS || atMs / 1000 > seen.toS ? null : boxAt(seen, atMs / 1000);
      return box === null || box.width <= 0 || box.height <= 0 ? [] : [appearanceOf(image, box)];
    });
    // Between beginning and end some time must pass, or they are one and the same picture.
    if (vectors.length < 8) return [];
    const part = Math.floor(vectors.length * 0.4);
    const fold = (some: Float32Array[]): Float32Array => {
      const mean = Float32Array.from(some[0]);
      for (const next of some.slice(1)) blendVector(mean, next, blend);
      return mean;
    };
    const halves: [Float32Array, Float32Array] = [fold(vectors.slice(0, part)), fold(vectors.slice(-part))];
    return [
      {
        clip: truth.clip,
        scene: scenes[truth.clip] ?? truth.clip,
        kind: event.class,
        visit: visitOf(truth, seen),
        seen,
        halves,
      },
    ];
  });
}

/** Two boxes that lie on each other are one person who is followed twice. */
function isApart(a: Seen, b: Seen): boolean {
  for (let atS = Math.max(a.fromS, b.fromS); atS <= Math.min(a.toS, b.toS); atS += everyMs / 1000) {
    const [one, two] = [boxAt(a, atS), boxAt(b, atS)];
    if (!one || !two) continue;
    const width = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x);
    const height = Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y);
    if (width > 0 && height > 0 && width * height > 0.3 * Math.min(one.width * one.height, two.width * two.height))
      return false;
  }
  return true;
}

/** How two events are known to be of different ones; null when that is not known. */
function differenceOf(a: Look, b: Look): 'one camera' | 'two cameras' | null {
  if (a.kind !== b.kind) return null;
  if (a.clip !== b.clip) return a.scene === b.scene ? null : 'two cameras';
  if (a.visit !== null && b.visit !== null) return a.visit === b.visit ? null : 'one camera';
  return overlapS(a.seen, b.seen) >= 1 && isApart(a.seen, b.seen) ? 'one camera' : null;
}

const looks: Look[] = [];
for (const truth of await readTruths())
  if (existsSync(join(footage, truth.file))) looks.push(...(await looksOf(truth)));
await models.stop();

const rows: string[][] = [];
const cuts = [0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99];
for (const kind of ['person', 'vehicle']) {
  const some = looks.filter((look) => look.kind === kind);
  const same = some.map(({ halves: [one, two] }) => cosineOf(one, two));
  const apart = { 'one camera': [] as number[], 'two cameras': [] as number[] };
  for (const [index, a] of some.entries())
    for (const b of some.slice(index + 1)) {
      const difference = differenceOf(a, b);
      if (difference !== null)
        apart[difference].push(cosineOf(a.halves[0], b.halves[1]), cosineOf(a.halves[1], b.halves[0]));
    }
  const share = (scores: readonly number[], cut: number): string =>
    scores.length === 0 ? '-' : percent(scores.filter((score) => score >= cut).length / scores.length, 1);
  console.log(
    `${kind}: ${String(same.length)} pairs of one, ${String(apart['one camera'].length)} of two at one camera, ${String(apart['two cameras'].length)} at two; medians ${[same, apart['one camera'], apart['two cameras']].map((scores) => (scores.length === 0 ? '-' : percentile(scores, 0.5).toFixed(3))).join(', ')}`,
  );
  for (const cut of cuts)
    rows.push([
      kind,
      cut.toFixed(3),
      share(same, cut),
      share(apart['one camera'], cut),
      share(apart['two cameras'], cut),
    ]);
}
console.log(appearanceModelId);
printTable(
  ['what', 'at least so alike', 'of the same', 'of different ones, one camera', 'of different ones, two cameras'],
  rows,
);
