import { roundedLook } from '@sightline/domain/look-packs/rounded-looks';
import { EntranceCounter, type CountedEntrance } from '@sightline/domain/entrances/entrance-counter';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openModels } from '../../apps/edge/src/capabilities/models/model-set.ts';
import { openOnnxRuntime } from '../../apps/edge/src/drivers/onnx/onnx-runtime.ts';
import { makeLog } from '../../apps/edge/src/platform/log/log.ts';
import { runOffline } from './offline-run.ts';
import { readTruths } from './truth.ts';

// Entrances on real footage, with the recogniser and the models of a core. What happens when stands in the footage's own notes.

/** Real footage is no part of the repository: where it lies beside the checkout, or where the variable says. */
const footage = process.env['SIGHTLINE_FOOTAGE'] ?? new URL('../../../shared/footage', import.meta.url).pathname;
const canPlay = existsSync(footage) && process.env['SIGHTLINE_LONG'] !== undefined;

let models: Awaited<ReturnType<typeof openModels>> | null = null;
beforeAll(async () => {
  if (!canPlay) return;
  models = await openModels({
    modelsFolder: await builtInModelsFolder(),
    operatorFolder: null,
    openRuntime: openOnnxRuntime,
    onChange: () => undefined,
    log: makeLog('entrances'),
  });
}, 180_000);
afterAll(() => models?.stop());

/** Upright at this share of the width; to its right is inside. */
const uprightAt = (x: number): CountedEntrance => ({
  line: [
    { x, y: 1 },
    { x, y: 0 },
  ],
  inSide: 'right',
  classes: ['person'],
});

/** Seconds of the clip at which somebody went through each entrance. */
interface Told {
  in: number[];
  out: number[];
}

/** A clip, once, and who went over lines that are upright at these shares of its width. */
async function countIn(clip: string, shares: readonly number[]): Promise<{ people: number; at: Map<number, Told> }> {
  const [truth] = await readTruths(clip);
  const run = await runOffline({ truth: { ...truth!, rounds: 1 }, footage, models: models!, fps: 5, offsetMs: 0 });
  const counter = new EntranceCounter();
  counter.configure(new Map(shares.map((x) => [String(x), uprightAt(x)])));
  const at = new Map(shares.map((x): [number, Told] => [x, { in: [], out: [] }]));
  for (const { entranceId, way, atUtcMs } of run.facts.flatMap((fact) => counter.step(roundedLook(fact)).passages)) {
    at.get(Number(entranceId))![way].push(Math.round((atUtcMs - run.startUtcMs) / 100) / 10);
  }
  const seen = run.facts.flatMap(({ sights }) => sights.filter((sight) => sight.class === 'person'));
  return { people: new Set(seen.map(({ trackId }) => trackId)).size, at };
}

/** Each of these seconds lies in its span, and there are no others. */
function expectWithin(seconds: readonly number[], spans: readonly (readonly [number, number])[]): void {
  expect(seconds.length, seconds.join()).toBe(spans.length);
  for (const [index, [from, to]] of spans.entries()) {
    expect(seconds[index], seconds.join()).toBeGreaterThanOrEqual(from);
    expect(seconds[index], seconds.join()).toBeLessThanOrEqual(to);
  }
}

test.skipIf(!canPlay)(
  'counts nobody between three people who stand still (needs the clips, and SIGHTLINE_LONG)',
  async () => {
    // Left of both lines, between them, and right of both.
    const { people, at } = await countIn('corridor-three-people', [0.35, 0.58]);
    expect(people).toBeGreaterThanOrEqual(2);
    expect([...at.values()]).toEqual([
      { in: [], out: [] },
      { in: [], out: [] },
    ]);
  },
  240_000,
);

test.skipIf(!canPlay)(
  'counts in the corridor the one of two who goes over the line, and not who walks beside her (needs the clips, and SIGHTLINE_LONG)',
  async () => {
    const { people, at } = await countIn('corridor-two-people', [0.45]);
    expect(people).toBe(2);
    // By eye she is over it between 1.75 and 2 seconds, to a picture of this pace; he stays to its right.
    expectWithin(at.get(0.45)!.out, [[1.5, 2.25]]);
    expect(at.get(0.45)!.in).toEqual([]);
  },
  240_000,
);

test.skipIf(!canPlay)(
  'counts at the kiosk who walks to the table and who leaves, each once and when it happens (needs the clips, and SIGHTLINE_LONG)',
  async () => {
    // They come in at the bottom edge, where the first look sees only a head: nearer to it nobody is seen before the line.
    const { at } = await countIn('kiosk-queue', [0.5, 0.8]);
    // From when they come in until they are at the table.
    expectWithin(at.get(0.5)!.in, [
      [6.1, 8],
      [22.8, 24],
      [50.3, 52],
    ]);
    expect(at.get(0.5)!.out).toEqual([]);
    // From when two of them turn away from the table until they are gone; the third stands there until the clip ends.
    expectWithin(at.get(0.8)!.in, [
      [17.5, 20.3],
      [43, 45.4],
    ]);
    expect(at.get(0.8)!.out).toEqual([]);
  },
  240_000,
);
