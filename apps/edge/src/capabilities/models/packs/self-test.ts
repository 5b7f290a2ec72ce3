import { AppError } from '@sightline/contracts/shared/errors';
import type { ModelSession, TensorShape, TensorValue } from '../../../drivers/onnx/inference-port.ts';
import { pictureTensor } from '../../../platform/pictures/picture-tensor.ts';
import { detectionMisfit } from '../detect/decode-detections.ts';
import { blazeAnchors } from '../faces/blaze-anchors.ts';
import type { Manifest, ManifestOf } from './manifest.ts';

const timedRuns = 3;

/** Every output that the manifest names. */
function outputNames(pack: Manifest): string[] {
  return Object.values(pack.outputs)
    .flat()
    .filter((name): name is string => name !== null);
}

const fits = (shape: TensorShape, dims: readonly number[]): boolean =>
  shape.dims.length === dims.length && shape.dims.every((dim, axis) => dim === null || dim === dims[axis]);

const sizeMisfit = (what: string, length: number, expected: number): string | null =>
  length === expected ? null : `${what} has ${length} values where ${expected} belong`;

/** What is wrong with the results of a model, in words; null when they are as the manifest says. */
function misfitOf(pack: Manifest, outputs: Record<string, TensorValue>, characters: readonly string[]): string | null {
  const broken = outputNames(pack).find((name) => outputs[name]!.data.some((value) => !Number.isFinite(value)));
  if (broken) return `output ${broken} is no number for an empty picture`;
  switch (pack.decoder) {
    case 'face-embedding':
      return sizeMisfit('the vector', outputs[pack.outputs.embedding]!.data.length, pack.embedding.dimensions);
    case 'db':
      return sizeMisfit('the map', outputs[pack.outputs.map]!.data.length, pack.input.width * pack.input.height);
    case 'ctc':
      return sizeMisfit('a step', Number(outputs[pack.outputs.steps]!.dims.at(-1)), characters.length + 1);
    case 'blazeface':
      return blazeMisfit(pack, outputs);
    default:
      return detectionMisfit(pack, outputs);
  }
}

function blazeMisfit(pack: ManifestOf<'blazeface'>, outputs: Record<string, TensorValue>): string | null {
  const grids = blazeAnchors(pack.input.width).map(({ length }, index) => {
    const boxes = outputs[pack.outputs.boxes[index]!]!.data.length;
    return (
      sizeMisfit(`grid ${index}`, outputs[pack.outputs.scores[index]!]!.data.length, length) ??
      (boxes % length === 0 && boxes >= 4 * length ? null : 'boxes do not fit the grids')
    );
  });
  return grids.find((misfit) => misfit !== null) ?? null;
}

/**
 * Runs a model on an empty picture: inputs and outputs must be as its manifest says. Gives the milliseconds of one
 * inference. Fails with `model_unfit`.
 */
export async function selfTest(session: ModelSession, pack: Manifest, characters: readonly string[]): Promise<number> {
  const refuse = (detail: string, cause?: unknown): AppError => new AppError('model_unfit', { detail }, { cause });
  const { width, height, tensor } = pack.input;
  const picture = pictureTensor({ width, height, data: new Uint8Array(width * height * 3) }, pack.input);
  const input = session.inputs.find((one) => one.name === tensor);
  if (!input || session.inputs.length !== 1)
    throw refuse(`inputs are ${session.inputs.map((one) => one.name).join(', ')}, not ${tensor} alone`);
  if (!fits(input, picture.dims))
    throw refuse(`input is ${input.dims.map((dim) => dim ?? '?').join(' × ')}, not ${picture.dims.join(' × ')}`);
  const missing = outputNames(pack).find((name) => !session.outputs.some((output) => output.name === name));
  if (missing) throw refuse(`there is no output ${missing}`);
  try {
    const misfit = misfitOf(pack, await session.run({ [tensor]: picture }), characters);
    if (misfit) throw refuse(misfit);
    // The quickest of a few: the others tell how busy the machine is just now.
    let best = Infinity;
    for (let run = 0; run < timedRuns; run += 1) {
      const startedAt = performance.now();
      await session.run({ [tensor]: picture });
      best = Math.min(best, performance.now() - startedAt);
    }
    return Math.round(best * 100) / 100;
  } catch (error) {
    throw error instanceof AppError ? error : refuse(String(error), error);
  }
}
