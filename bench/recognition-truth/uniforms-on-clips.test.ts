import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { judgeHeldBack, figuresOf } from '@sightline/domain/uniforms/held-back';
import { judgeLook, trainJudge } from '@sightline/domain/uniforms/uniform-judge';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openModels } from '../../apps/edge/src/capabilities/models/model-set.ts';
import { openOnnxRuntime } from '../../apps/edge/src/drivers/onnx/onnx-runtime.ts';
import { makeLog } from '../../apps/edge/src/platform/log/log.ts';
import { runOffline } from './offline-run.ts';
import { readTruths } from './truth.ts';

// Uniforms by the looks of people in real footage, as the recogniser describes them.

const footage = process.env['SIGHTLINE_FOOTAGE'] ?? new URL('../../../shared/footage', import.meta.url).pathname;
const canPlay = existsSync(footage) && process.env['SIGHTLINE_LONG'] !== undefined;

let models: Awaited<ReturnType<typeof openModels>>;

beforeAll(async () => {
  if (!canPlay) return;
  models = await openModels({
    modelsFolder: await builtInModelsFolder(),
    operatorFolder: null,
    openRuntime: openOnnxRuntime,
    onChange: () => undefined,
    log: makeLog('uniforms-on-clips'),
  });
}, 60_000);
afterAll(() => models?.stop());

/** Looks of the people in a clip, one of each event, seen with its first picture so much later. */
async function looksOf(clip: string, offsetMs = 0): Promise<Int8Array[]> {
  const [truth] = await readTruths(clip);
  const { events } = await runOffline({ truth: truth!, footage, fps: 5, offsetMs, models });
  return events.flatMap(({ class: kind, vectors }) => {
    const values = kind === 'person' ? vectors.find((vector) => vector.kind === 'appearance')?.values : undefined;
    if (values === undefined) return [];
    const bytes = Buffer.from(values, 'base64');
    return [new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
  });
}

test.runIf(canPlay)(
  'a vest that stands out is told from everybody else, at other cameras too',
  async () => {
    // The same worker, in pictures at other instants of the clip: other looks of one outfit, though of one person only.
    const worn = (await Promise.all([0, 40, 80, 120].map((offsetMs) => looksOf('warehouse-worker', offsetMs)))).flat();
    const learnt = worn.filter((_, at) => at % 2 === 0);
    const others = [...(await looksOf('corridor-three-people')), ...(await looksOf('kiosk-queue'))];
    const walkers = await looksOf('campus-pedestrians');
    expect(learnt.length).toBeGreaterThanOrEqual(3);
    const judge = trainJudge({ same: learnt, other: others, background: [] });
    const found = (looks: readonly Int8Array[]): number =>
      looks.filter((look) => judgeLook(judge, look) !== null).length;
    // Of these nobody was learnt from.
    expect(walkers.length).toBeGreaterThan(30);
    expect(found(walkers)).toBe(0);
    expect(found(worn)).toBe(worn.length);
    const told = figuresOf(judgeHeldBack({ same: worn, other: [...others, ...walkers], background: [] }));
    expect(told).toEqual({ precision: 1, recall: 1 });
  },
  300_000,
);
