import type { TensorValue } from '../../../drivers/onnx/inference-port.ts';
import type { DetectorManifest } from '../packs/manifest.ts';
import type { Candidate, DecodeLimits } from './candidate.ts';
import { decodeSsd } from './ssd-raw.ts';
import { decodeYolo5, decodeYolo8, decodeYoloNms, decodeYolox } from './yolo.ts';

type Outputs = Record<string, TensorValue>;

const yoloDecoders = { yolov5: decodeYolo5, yolov8: decodeYolo8, 'yolo-nms': decodeYoloNms, yolox: decodeYolox };

/** Reads what a detector gave, in the manner that its manifest names. */
export function decodeDetections(manifest: DetectorManifest, outputs: Outputs, limits: DecodeLimits): Candidate[] {
  if (manifest.decoder === 'ssd-raw')
    return decodeSsd(outputs[manifest.outputs.scores]!.data, outputs[manifest.outputs.boxes]!.data, limits);
  return yoloDecoders[manifest.decoder](outputs[manifest.outputs.predictions]!, limits);
}

const columnsOf = { yolov5: 5, yolov8: 4, yolox: 5 };

/** What is wrong with the shape of a detector's result, in words; null when it fits the manifest. */
export function detectionMisfit(manifest: DetectorManifest, outputs: Outputs): string | null {
  const classes = manifest.labels.length;
  if (manifest.decoder === 'ssd-raw') {
    const scores = outputs[manifest.outputs.scores]!.data.length;
    const boxes = outputs[manifest.outputs.boxes]!.data.length / 4;
    return scores === boxes * classes ? null : `${scores} scores for ${boxes} boxes and ${classes} labels`;
  }
  const { dims } = outputs[manifest.outputs.predictions]!;
  const columns = Number(dims.at(manifest.decoder === 'yolov8' ? -2 : -1));
  const expected = manifest.decoder === 'yolo-nms' ? 6 : columnsOf[manifest.decoder] + classes;
  if (columns !== expected) return `${columns} values per box where ${expected} belong (${dims.join(' × ')})`;
  return manifest.decoder === 'yolox' && Number(dims.at(-2)) !== yoloxCells(manifest.input)
    ? `${String(dims.at(-2))} boxes do not fit the input size`
    : null;
}

const yoloxCells = ({ width, height }: { width: number; height: number }): number =>
  [8, 16, 32].reduce((sum, stride) => sum + Math.floor(width / stride) * Math.floor(height / stride), 0);
