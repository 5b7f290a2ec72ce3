import type { Box, EventClass } from '@sightline/contracts/events/event';
import type { ModelSession } from '../../../drivers/onnx/inference-port.ts';
import type { Region } from '../../../platform/pictures/crop-resize.ts';
import { cropResize, wholePicture } from '../../../platform/pictures/crop-resize.ts';
import { pictureTensor } from '../../../platform/pictures/picture-tensor.ts';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import type { Detection, DetectOptions } from '../inference.ts';
import type { DetectorManifest } from '../packs/manifest.ts';
import { decodeDetections } from './decode-detections.ts';
import { suppress } from './suppress.ts';

/** Four parts that overlap by a fifth, so that what lies on a seam is whole in one of them. */
const tileSide = 0.6;
const tiles: Region[] = [0, 1 - tileSide].flatMap((y) => [0, 1 - tileSide].map((x) => ({ x, y, width: tileSide, height: tileSide })));

/** As close to a cut edge as this (in fractions of the part) a box counts as cut off. */
const cutMargin = 0.015;

interface Found extends Detection {
  group: EventClass;
  isCut: boolean;
}

/** The box of a part, in fractions of the picture. */
function toPicture(box: Box, region: Region, placed: Region): Box {
  const across = region.width / placed.width;
  const down = region.height / placed.height;
  const x = Math.min(Math.max(region.x + (box.x - placed.x) * across, 0), 1);
  const y = Math.min(Math.max(region.y + (box.y - placed.y) * down, 0), 1);
  const right = Math.min(region.x + (box.x + box.width - placed.x) * across, 1);
  const bottom = Math.min(region.y + (box.y + box.height - placed.y) * down, 1);
  return { x, y, width: Math.max(right - x, 0), height: Math.max(bottom - y, 0) };
}

/** Whether a box ends at an edge of the part that is not an edge of the picture. */
function isCutOff(box: Box, region: Region): boolean {
  const across = cutMargin * region.width;
  const down = cutMargin * region.height;
  return (
    (region.x > 0 && box.x <= region.x + across) ||
    (region.y > 0 && box.y <= region.y + down) ||
    (region.x + region.width < 1 && box.x + box.width >= region.x + region.width - across) ||
    (region.y + region.height < 1 && box.y + box.height >= region.y + region.height - down)
  );
}

/** Builds the function that finds things in pictures with one loaded model. */
export function makeDetect(session: ModelSession, manifest: DetectorManifest): (image: RgbImage, options: DetectOptions) => Promise<Detection[]> {
  const { input, labels, classes } = manifest;
  const wanted = labels.flatMap((label, index) => (Object.hasOwn(classes, label) ? [index] : []));
  const look = async (image: RgbImage, region: Region, minScore: number): Promise<Found[]> => {
    const { image: part, placed } = cropResize(image, region, { width: input.width, height: input.height, fit: input.resize, fill: input.fill });
    const outputs = await session.run({ [input.tensor]: pictureTensor(part, input) });
    const candidates = decodeDetections(manifest, outputs, { minScore, width: input.width, height: input.height, wanted });
    return candidates.map(({ box: inPart, score, classIndex }) => {
      const box = toPicture(inPart, region, placed);
      const label = labels[classIndex]!;
      const known = classes[label]!;
      return { box, score, label, class: known, group: known, isCut: isCutOff(box, region) };
    });
  };
  return async (image, { hasTiles, minScore }) => {
    const found: Found[] = [];
    for (const region of hasTiles ? [wholePicture, ...tiles] : [wholePicture]) found.push(...(await look(image, region, Math.max(minScore, 0.05))));
    return suppress(found, manifest.thresholds.overlap)
      .filter(({ box }) => box.width > 0 && box.height > 0)
      .map(({ box, score, label, class: known }) => ({ box, score, label, class: known }));
  };
}
