import { randomUUID } from 'node:crypto';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { alertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { cameraCondition } from '@sightline/contracts/alert-rules/camera-conditions';
import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { roundedLook } from '@sightline/domain/look-packs/rounded-looks';
import { CameraRules } from '@sightline/domain/rules/camera-rules';
import { demoRules } from '@sightline/simulators/demo/demo-rules';
import { prepareScene } from '@sightline/simulators/scenes/scene-painter';
import { scenes } from '@sightline/simulators/scenes/scenes';
import { createAnalysisPace } from '../../apps/edge/src/capabilities/analyse/analysis-pace.ts';
import { createMotionGate } from '../../apps/edge/src/capabilities/motion/motion-gate.ts';
import { createMotionMemory } from '../../apps/edge/src/capabilities/motion/motion-memory.ts';
import { openModels } from '../../apps/edge/src/capabilities/models/model-set.ts';
import type { MotionPicture } from '../../apps/edge/src/capabilities/recognise/recogniser.ts';
import { createRecogniser } from '../../apps/edge/src/capabilities/recognise/create-recogniser.ts';
import { openOnnxRuntime } from '../../apps/edge/src/drivers/onnx/onnx-runtime.ts';
import { makeLog } from '../../apps/edge/src/platform/log/log.ts';

const size = { width: 640, height: 360 };
const startUtcMs = Date.UTC(2026, 0, 1);
/** Pictures of a camera at which nothing moves, and of one at which something does. */
const everyMs = { empty: 500, busy: 200 };
/** The scenes as they are, by which it is seen that the rules tell of what happens there. */
const busyMinutes = 2;

/** Colours of a picture in which there is no time for a library to make them. */
function rgbOf(i420: Uint8Array): Uint8Array {
  const { width, height } = size;
  const rgb = new Uint8Array(width * height * 3);
  const [u, v] = [width * height, width * height * 1.25];
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 3) {
      const half = (y >> 1) * (width >> 1) + (x >> 1);
      const light = 1.164 * ((i420[y * width + x] ?? 16) - 16);
      const [blue, red] = [(i420[u + half] ?? 128) - 128, (i420[v + half] ?? 128) - 128];
      const parts = [light + 1.596 * red, light - 0.392 * blue - 0.813 * red, light + 2.017 * blue];
      for (const [channel, value] of parts.entries()) rgb[to + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  return rgb;
}

/** Each scene of the demo without anything in it, for so long by an accelerated clock: looks, and what its rule alerted of. */
export async function emptyScenes(minutes: number): Promise<string[][]> {
  const models = await openModels({
    modelsFolder: await builtInModelsFolder(),
    operatorFolder: null,
    openRuntime: openOnnxRuntime,
    onChange: () => undefined,
    log: makeLog('alerts'),
  });
  const rows: string[][] = [];
  for (const scene of scenes) {
    rows.push(await runScene(scene, { models, minutes, what: 'empty' }));
    rows.push(await runScene(scene, { models, minutes: busyMinutes, what: 'busy' }));
  }
  await models.stop();
  return rows;
}

type Scene = (typeof scenes)[number];
type Models = Awaited<ReturnType<typeof openModels>>;

/** What moved in each whole second. */
class MotionSeconds {
  /** Seconds in which anything moved. */
  moved = 0;
  #levels = new Uint8Array();
  #isGlobal = false;

  /** Answers the second that ends with this picture; null within one. */
  add(motion: MotionPicture, ms: number): { levels: Uint8Array; isGlobal: boolean } | null {
    this.#levels = motion.cells.map((level, cell) => Math.max(level, this.#levels[cell] ?? 0));
    this.#isGlobal ||= motion.isGlobal;
    if (ms % 1000 !== 0) return null;
    const second = { levels: this.#levels, isGlobal: this.#isGlobal };
    if (second.levels.some((level) => level > 0)) this.moved += 1;
    [this.#levels, this.#isGlobal] = [new Uint8Array(), false];
    return second;
  }
}

interface Run {
  models: Models;
  minutes: number;
  what: keyof typeof everyMs;
}

async function runScene(scene: Scene, { models, minutes, what }: Run): Promise<string[]> {
  const rule = demoRules[scene.id];
  if (!rule) return [scene.id, '', '', '', 'no rule'];
  const condition = cameraCondition.parse(alertRuleInput.shape.condition.parse(rule.condition));
  const alertId = (name: string, atUtcMs: number): string => `${name}${String(atUtcMs)}`;
  const rules = new CameraRules(
    new Map([[randomUUID(), { coolDownMs: 0, mergeMs: 0, spans: null, alertId, condition }]]),
  );
  const opened: number[] = [];
  let [sequence, looks] = [0, 0];
  const judge = (fact: Parameters<typeof rules.step>[0]): void => {
    for (const { kind, atUtcMs } of rules.step(fact)) if (kind === 'opened') opened.push(atUtcMs - startUtcMs);
  };
  const recogniser = createRecogniser({
    cameraId: randomUUID(),
    settings: analysisSettings.parse({}),
    models,
    output: {
      report: () => undefined,
      picture: () => undefined,
      look: (look) => judge(roundedLook({ ...look, sequence: sequence++ })),
    },
    newId: randomUUID,
  });
  recogniser.setReporting(true);
  const compositor = prepareScene(scene, size.width, size.height);
  const [gate, pace, memory] = [createMotionGate(), createAnalysisPace(), createMotionMemory()];
  const seconds = new MotionSeconds();
  for (let ms = 0; ms <= minutes * 60_000; ms += everyMs[what]) {
    const atUtcMs = startUtcMs + ms;
    const drawn = compositor.draw(what === 'empty' ? { objects: [], flares: [] } : scene.contentAt(ms / 1000));
    const luma = { data: drawn.slice(0, size.width * size.height), ...size, stride: size.width };
    const motion = gate.assess(luma, atUtcMs);
    memory.add(motion, atUtcMs);
    const second = seconds.add(motion, ms);
    if (second !== null) judge({ kind: 'motion', sequence: sequence++, atUtcMs, ...second });
    recogniser.tick(atUtcMs);
    const wanted = {
      wantsInferences: recogniser.wantsInferences(),
      isSettled: recogniser.isSettled(),
      openCount: recogniser.openCount(),
    };
    if (!pace.take({ atUtcMs, level: motion.level, isGlobal: motion.isGlobal, ...wanted })) continue;
    looks += 1;
    await recogniser.look({ image: { ...size, data: rgbOf(drawn) }, atUtcMs, motion: memory.take() });
  }
  recogniser.close(startUtcMs + minutes * 60_000);
  return [`${scene.id}, ${what}`, String(minutes), String(looks), String(seconds.moved), String(opened.length)];
}
