import type { Box } from '@sightline/contracts/events/event';
import { cropResize } from '../../../platform/pictures/crop-resize.ts';
import type { TurnedRectangle } from '../../../platform/pictures/crop-turned.ts';
import { cropTurned } from '../../../platform/pictures/crop-turned.ts';
import { pictureTensor } from '../../../platform/pictures/picture-tensor.ts';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import type { TextLine, TextReader } from '../inference.ts';
import type { RunsModel } from '../packs/guarded-session.ts';
import type { ManifestOf } from '../packs/manifest.ts';
import { modelIdOf } from '../packs/manifest.ts';
import { decodeSteps } from './ctc.ts';
import { findTextRegions } from './text-regions.ts';

/** Each line costs an inference; a vehicle covered with advertising must not take the time of others. */
const maxLines = 6;

/** Finds lines in a part of a picture; gives them in pixels of the whole picture. */
function makeFindLines(session: RunsModel, { input, outputs: names, thresholds }: ManifestOf<'db'>) {
  return async (image: RgbImage, within: Box): Promise<TurnedRectangle[]> => {
    const { image: part, placed } = cropResize(image, within, {
      width: input.width,
      height: input.height,
      fit: 'letterbox',
      fill: input.fill,
    });
    const { data } = (await session.run({ [input.tensor]: pictureTensor(part, input) }))[names.map]!;
    const scale = (within.width * image.width) / (placed.width * input.width);
    const regions = findTextRegions({ width: input.width, height: input.height, data }, thresholds).slice(0, maxLines);
    return regions.map(({ rectangle }) => ({
      x: within.x * image.width + (rectangle.x - placed.x * input.width) * scale,
      y: within.y * image.height + (rectangle.y - placed.y * input.height) * scale,
      width: rectangle.width * scale,
      height: rectangle.height * scale,
      angle: rectangle.angle,
    }));
  };
}

/** Letters of plates are narrow; drawn wider they are told apart better (49 instead of 44 of 55 plates exact, with tight lines). */
const stretch = 1.15;
/** A reading that is surer than this is not tried again, nor one that is hardly text. */
const sureScore = 0.92;
const hardlyScore = 0.5;

/** Seals and pictures on plates are coloured and letters are mostly dark: in the brightest channel only the letters stay. */
function brightest({ data, ...size }: RgbImage): RgbImage {
  const grey = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 3) grey.fill(Math.max(data[at]!, data[at + 1]!, data[at + 2]!), at, at + 3);
  return { ...size, data: grey };
}

/** Puts a picture at the left of a wider one and fills the rest. */
function padded(part: RgbImage, { width, height, fill }: { width: number; height: number; fill: number }): RgbImage {
  const data = new Uint8Array(width * height * 3).fill(fill);
  for (let row = 0; row < height; row += 1)
    data.set(part.data.subarray(row * part.width * 3, (row + 1) * part.width * 3), row * width * 3);
  return { width, height, data };
}

/** Reads one line. */
function makeReadLine(session: RunsModel, { input, outputs: names }: ManifestOf<'ctc'>, characters: readonly string[]) {
  const readPart = async (part: RgbImage): Promise<{ text: string; score: number }> => {
    const outputs = await session.run({ [input.tensor]: pictureTensor(padded(part, input), input) });
    return decodeSteps(outputs[names.steps]!.data, characters);
  };
  return async (image: RgbImage, line: TurnedRectangle): Promise<{ text: string; score: number }> => {
    const width = Math.min(Math.max(Math.round((line.width / line.height) * input.height * stretch), 1), input.width);
    const part = cropTurned(image, line, { width, height: input.height });
    const first = await readPart(part);
    if (first.score >= sureScore || first.score < hardlyScore) return first;
    const second = await readPart(brightest(part));
    return second.score > first.score ? second : first;
  };
}

/** The upright box around a turned rectangle, in fractions of the picture. */
function uprightBox(line: TurnedRectangle, image: RgbImage): Box {
  const cos = Math.abs(Math.cos(line.angle));
  const sin = Math.abs(Math.sin(line.angle));
  const halfWidth = (line.width * cos + line.height * sin) / 2;
  const halfHeight = (line.width * sin + line.height * cos) / 2;
  const x = Math.min(Math.max((line.x - halfWidth) / image.width, 0), 1);
  const y = Math.min(Math.max((line.y - halfHeight) / image.height, 0), 1);
  const right = Math.min((line.x + halfWidth) / image.width, 1);
  const bottom = Math.min((line.y + halfHeight) / image.height, 1);
  return { x, y, width: Math.max(right - x, 0), height: Math.max(bottom - y, 0) };
}

export interface TextModels {
  find: { session: RunsModel; manifest: ManifestOf<'db'> };
  read: { session: RunsModel; manifest: ManifestOf<'ctc'>; characters: readonly string[] };
}

/** Reads text with a model that finds lines and one that reads them. */
export function makeTextReader({ find, read }: TextModels): TextReader {
  const findLines = makeFindLines(find.session, find.manifest);
  const readLine = makeReadLine(read.session, read.manifest, read.characters);
  return {
    modelId: modelIdOf(read.manifest),
    read: async (image, within) => {
      const lines: TextLine[] = [];
      for (const line of await findLines(image, within)) {
        const { text, score } = await readLine(image, line);
        if (text.trim() !== '') lines.push({ text: text.trim(), score, box: uprightBox(line, image) });
      }
      return lines;
    },
  };
}
