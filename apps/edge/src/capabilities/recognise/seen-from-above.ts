import type { RgbImage } from '../../platform/pictures/rgb-image.ts';
import type { Detection, OtherThing } from '../models/inference.ts';
import { areaOf, iouOf, shareWithin } from '../../platform/pictures/box-overlap.ts';
import { touchesBorder } from './box-geometry.ts';

/**
 * Detectors that learnt from photographs find a car seen from straight above very well, but have no word for it: it is
 * "cell phone" to them, or another small thing with a shell. No such thing is as large as a car and drives through the
 * picture by itself. So a sight of one is kept as a guess; whether it becomes a vehicle is for its way to say
 * (`track-judgement`), and the event names this rule as its model.
 */
const shells = new Set([
  'cell phone',
  'remote',
  'mouse',
  'parking meter',
  'bottle',
  'surfboard',
  'skateboard',
  'snowboard',
  'toilet',
  'suitcase',
  'airplane',
  'frisbee',
]);

/** Added to the detector's id: whoever reads the event sees that the class is a conclusion. */
export const aboveSuffix = '+from-above@1';

export const aboveLabel = 'vehicle from above';

const rule = {
  minScore: 0.25,
  /** Share of the picture: smaller than a car from above, and larger than a car that leaves room to drive. */
  minArea: 0.02,
  maxArea: 0.4,
  /** Longer by shorter side in pixels, for a whole one. */
  maxElongation: 3.4,
  /** What was certain of a box is not as certain of a class that was concluded. */
  certainty: 0.6,
};

/** Guesses among what has no class, without those that a named thing accounts for: a phone in a hand stays a phone. */
export function guessesFromAbove(
  others: readonly OtherThing[],
  named: readonly Detection[],
  image: RgbImage,
): Detection[] {
  const kept: Detection[] = [];
  for (const other of others.toSorted((a, b) => b.score - a.score)) {
    if (!shells.has(other.label) || other.score < rule.minScore || !isShaped(other, image)) continue;
    const isAccounted = named.some(
      ({ box, score }) =>
        score >= 0.3 &&
        (iouOf(box, other.box) > 0.3 || shareWithin(other.box, box) > 0.6 || shareWithin(box, other.box) > 0.6),
    );
    if (isAccounted || kept.some(({ box }) => iouOf(box, other.box) > 0.3 || shareWithin(other.box, box) > 0.7))
      continue;
    kept.push({ box: other.box, score: other.score * rule.certainty, class: 'vehicle', label: aboveLabel });
  }
  return kept;
}

function isShaped({ box }: OtherThing, image: RgbImage): boolean {
  const area = areaOf(box);
  if (area < rule.minArea || area > rule.maxArea) return false;
  const width = box.width * image.width;
  const height = box.height * image.height;
  return touchesBorder(box) || Math.max(width, height) / Math.max(1, Math.min(width, height)) <= rule.maxElongation;
}
