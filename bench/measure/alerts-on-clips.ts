import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { cameraCondition } from '@sightline/contracts/alert-rules/camera-conditions';
import { roundedLook } from '@sightline/domain/look-packs/rounded-looks';
import { CameraRules } from '@sightline/domain/rules/camera-rules';
import { openModels } from '../../apps/edge/src/capabilities/models/model-set.ts';
import { openOnnxRuntime } from '../../apps/edge/src/drivers/onnx/onnx-runtime.ts';
import { makeLog } from '../../apps/edge/src/platform/log/log.ts';
import { runOffline, type OfflineRun } from '../recognition-truth/offline-run.ts';
import { readTruths } from '../recognition-truth/truth.ts';

const id = (digit: number): string => `00000000-0000-7000-8000-00000000000${digit}`;
const place = (points: readonly (readonly [number, number])[]) => ({
  id: id(1),
  points: points.map(([x, y]) => ({ x, y })),
});

interface Case {
  clip: string;
  name: string;
  condition: { kind: string } & Record<string, unknown>;
  /** `met`: each time that it was met; `opened`: each alert. */
  counts: 'met' | 'opened';
  /** Seconds of the clip, as people saw it; when only the first are known, no more are judged. */
  truth: readonly number[];
  isFirstOnly?: true;
}

// What happens when stands in the footage's own notes; limits are added where a rule waits for one.
const cases: readonly Case[] = [
  {
    clip: 'street-cars',
    name: 'lines: 8 cars leave the lane',
    condition: { kind: 'lineCrossing', classes: ['vehicle'], line: place([[0.7, 1], [0.7, 0.5]]) }, // prettier-ignore
    counts: 'met',
    truth: [1.8, 4.1, 6.2, 8.5, 11.1, 18.5, 20.9, 31].map((second) => second - 0.7),
  },
  {
    clip: 'campus-pedestrians',
    name: 'zone: onto the grass, for 2 s',
    condition: { kind: 'trespassing', minStayS: 2, zones: [place([[0, 0.42], [1, 0.85], [1, 1], [0, 1]])] }, // prettier-ignore
    counts: 'opened',
    truth: [52.4],
    isFirstOnly: true,
  },
  {
    clip: 'kiosk-queue',
    name: 'loitering: 10 s in view',
    condition: { kind: 'loitering', limitS: 10 },
    counts: 'opened',
    truth: [16.1, 32.8],
  },
  {
    clip: 'kiosk-queue',
    name: 'occupancy: somebody for 3 s',
    condition: { kind: 'occupancy', count: 1, forS: 3 },
    counts: 'opened',
    // The others come before nobody was there for ten seconds.
    truth: [9.1],
  },
];

const samplings = [
  { fps: 5, offsetMs: 0 },
  { fps: 5, offsetMs: 70 },
  { fps: 4, offsetMs: 30 },
];

/** Seconds at which a rule was met or alerted. */
function toldBy({ facts, startUtcMs }: OfflineRun, { condition, counts }: Case): number[] {
  const settings = {
    coolDownMs: 0,
    mergeMs: 0,
    spans: null,
    alertId: (name: string, atUtcMs: number) => `${name}${atUtcMs}`,
  };
  const rules = new CameraRules(new Map([[id(2), { ...settings, condition: cameraCondition.parse(condition) }]]));
  const told = facts.flatMap((fact) => rules.step(roundedLook(fact)));
  const counted = told.filter(({ kind }) => kind === 'opened' || (counts === 'met' && kind === 'updated'));
  return counted.map(({ atUtcMs }) => Math.round((atUtcMs - startUtcMs) / 100) / 10);
}

/** Each rule on its clip, seen at several rates and phases: how many of the truth were told within a second, and what was told beside. */
export async function rulesOnClips(footage: string): Promise<string[][]> {
  const models = await openModels({
    modelsFolder: await builtInModelsFolder(),
    operatorFolder: null,
    openRuntime: openOnnxRuntime,
    onChange: () => undefined,
    log: makeLog('alerts'),
  });
  const rows: string[][] = [];
  for (const clip of new Set(cases.map((one) => one.clip))) {
    const [truth] = await readTruths(clip);
    for (const sampling of samplings) {
      const run = await runOffline({ truth: truth!, footage, models, ...sampling });
      for (const one of cases.filter((asked) => asked.clip === clip))
        rows.push(scoreOf(one, run, { fps: sampling.fps, lengthS: truth!.durationS }));
    }
  }
  await models.stop();
  return rows;
}

function scoreOf(one: Case, run: OfflineRun, { fps, lengthS }: { fps: number; lengthS: number }): string[] {
  const all = toldBy(run, one).filter((second) => second <= lengthS);
  const told = one.isFirstOnly ? all.slice(0, one.truth.length) : all;
  const off = one.truth.map((second) => Math.min(...told.map((found) => Math.abs(found - second)), 99));
  const right = off.filter((seconds) => seconds <= 1).length;
  const worst = Math.max(...off.filter((seconds) => seconds <= 1), 0);
  const beside = told.filter((found) => one.truth.every((second) => Math.abs(found - second) > 1));
  return [
    one.clip,
    one.name,
    `${fps}`,
    `${right} of ${one.truth.length}`,
    `${worst.toFixed(1)} s`,
    beside.length === 0 ? 'none' : beside.join(', '),
  ];
}
