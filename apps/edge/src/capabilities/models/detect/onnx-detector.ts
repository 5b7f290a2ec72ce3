import { spotWord, type SpotTask } from '@sightline/contracts/analysis/spot-tasks';
import { eventClass, type Box, type EventClass } from '@sightline/contracts/events/event';
import type { RunsModel } from '../packs/guarded-session.ts';
import type { Region } from '../../../platform/pictures/crop-resize.ts';
import { wholePicture } from '../../../platform/pictures/crop-resize.ts';
import { createPictureFeed } from '../../../platform/pictures/picture-feed.ts';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import type { Detection, DetectOptions, Spotter } from '../inference.ts';
import { type DetectorManifest, modelIdOf } from '../packs/manifest.ts';
import { decodeDetections } from './decode-detections.ts';
import { boxOfPart } from './part-box.ts';
import { scoreScale } from './score-scale.ts';
import { suppress } from './suppress.ts';

/** Four parts that overlap by a fifth, so that what lies on a seam is whole in one of them. */
const tileSide = 0.6;
const tiles: Region[] = [0, 1 - tileSide].flatMap((y) =>
  [0, 1 - tileSide].map((x) => ({ x, y, width: tileSide, height: tileSide })),
);

/** As close to a cut edge as this (in fractions of the part) a box counts as cut off. */
const cutMargin = 0.015;

/** Below this there are thousands of boxes that mean nothing. */
const minModelScore = 0.05;

type Outputs = Awaited<ReturnType<RunsModel['run']>>;

type Meaning = DetectorManifest['classes'][string];

interface Found extends Omit<Detection, 'class'> {
  class: Meaning | null;
  group: string;
  isCut: boolean;
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

/** Reads which things of some classes an answer of the model names, from this score of the model on. */
type ReadFound = (minScore: number, indexes: number[]) => Found[];

/** Looks with a model at parts of pictures. `done` gives the answer back once it was read. */
function makeLook(
  session: RunsModel,
  manifest: DetectorManifest,
  toProduct: (score: number) => number,
): (image: RgbImage, region: Region) => Promise<{ read: ReadFound; done: () => void }> {
  const { input, labels, classes } = manifest;
  const feed = createPictureFeed(input);
  /** Outputs of a look that was read: nearly a megabyte that need not come and go with each. */
  let spare: Outputs | undefined;
  return async (image, region) => {
    const into = spare;
    spare = undefined;
    const { outputs, placed } = await feed(image, region, async ({ tensor, placed: at }) => ({
      outputs: await session.run({ [input.tensor]: tensor }, into),
      placed: at,
    }));
    const read: ReadFound = (minScore, indexes) =>
      decodeDetections(manifest, outputs, { minScore, width: input.width, height: input.height, wanted: indexes }).map(
        ({ box: inPart, score, classIndex }) => {
          const box = boxOfPart(inPart, { region, placed });
          const label = labels[classIndex]!;
          return {
            box,
            score: toProduct(score),
            label,
            class: classes[label] ?? null,
            group: classes[label] ?? 'other',
            isCut: isCutOff(box, region),
          };
        },
      );
    return { read, done: () => void (spare = outputs) };
  };
}

const isEventClass = (meaning: Meaning | null): meaning is EventClass => eventClass.safeParse(meaning).success;

/** Builds the function that finds things in pictures with one loaded model. */
export function makeDetect(
  session: RunsModel,
  manifest: DetectorManifest,
): (image: RgbImage, options: DetectOptions) => Promise<Detection[]> {
  const { labels, classes } = manifest;
  const scale = scoreScale(manifest.thresholds.score);
  const isKnown = (label: string): boolean => Object.hasOwn(classes, label);
  const wanted = labels.flatMap((label, index) => (isKnown(label) ? [index] : []));
  const unwanted = labels.flatMap((label, index) => (label !== '' && !isKnown(label) ? [index] : []));
  const look = makeLook(session, manifest, scale.toProduct);
  const kept = (found: Found[]): Found[] =>
    suppress(found, manifest.thresholds.overlap).filter(({ box }) => box.width > 0 && box.height > 0);
  return async (image, { hasTiles, minScore, onOther }) => {
    const found: Found[] = [];
    const others: Found[] = [];
    const least = scale.toModel(Math.max(minModelScore, minScore));
    for (const region of hasTiles ? [wholePicture, ...tiles] : [wholePicture]) {
      const { read, done } = await look(image, region);
      found.push(...read(least, wanted));
      if (onOther) others.push(...read(least, unwanted));
      done();
    }
    for (const { box, score, label } of kept(others)) onOther?.({ box, score, label });
    return kept(found).flatMap(({ box, score, label, class: known }) =>
      isEventClass(known) ? [{ box, score, label, class: known }] : [],
    );
  };
}

/** From here on, on the scale of the product, a thing is rather there than not. */
const certain = 0.4;

/** What recognises one kind of thing in whole pictures with one loaded model. */
export function makeSpotter(session: RunsModel, task: SpotTask, manifest: DetectorManifest): Spotter {
  const { labels, classes, thresholds } = manifest;
  const scale = scoreScale(thresholds.score);
  const wanted = labels.flatMap((label, index) => (Object.hasOwn(classes, label) ? [index] : []));
  const look = makeLook(session, manifest, scale.toProduct);
  return {
    task,
    modelId: modelIdOf(manifest),
    async spot(image) {
      const { read, done } = await look(image, wholePicture);
      const found = suppress(read(scale.toModel(certain), wanted), thresholds.overlap);
      done();
      return found.flatMap(({ class: meaning, box, score }) => {
        const word = spotWord.safeParse(meaning).data;
        return word === undefined ? [] : [{ word, box, score }];
      });
    },
  };
}
