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

/** Each of these seconds lies in its span, and there are no others. */
function expectWithin(seconds: readonly number[], spans: readonly (readonly [number, number])[]): void {
  expect(seconds.length, seconds.join()).toBe(spans.length);
  for (const [index, [from, to]] of spans.entries()) {
    expect(seconds[index], seconds.join()).toBeGreaterThan(from);
    expect(seconds[index], seconds.join()).toBeLessThan(to);
  }
}

test.skipIf(!canPlay)(
  'counts at the kiosk who walks to the table and who leaves, each once and when it happens (needs the clips, and SIGHTLINE_LONG)',
  async () => {
    const [truth] = await readTruths('kiosk-queue');
    const run = await runOffline({ truth: truth!, footage, models: models!, fps: 5, offsetMs: 0 });
    const counter = new EntranceCounter();
    counter.configure(
      new Map([
        ['table', uprightAt(0.45)],
        ['exit', uprightAt(0.8)],
      ]),
    );
    const told = run.facts.flatMap((fact) => counter.step(roundedLook(fact)).passages);
    const secondsOf = (id: string, way: 'in' | 'out'): number[] =>
      told
        .filter((passage) => passage.entranceId === id && passage.way === way)
        .map(({ atUtcMs }) => Math.round((atUtcMs - run.startUtcMs) / 100) / 10);
    // They come in at the left and are at the table about two seconds later.
    expectWithin(secondsOf('table', 'in'), [
      [6, 8.5],
      [22.7, 24.5],
      [50.2, 52.5],
    ]);
    expect(secondsOf('table', 'out')).toEqual([]);
    // Two leave at the right edge; the third stands there until the clip ends.
    expectWithin(secondsOf('exit', 'in'), [
      [17.5, 20.2],
      [43, 45.3],
    ]);
    expect(secondsOf('exit', 'out')).toEqual([]);
  },
  240_000,
);
