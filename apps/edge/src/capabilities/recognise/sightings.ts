import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';
import type { Detection, Detector, OtherThing } from '../models/inference.ts';
import { appearanceOf } from './appearance.ts';
import { iouOf } from '../../platform/pictures/box-overlap.ts';
import { clipBox, footOf, isFiniteBox } from './box-geometry.ts';
import { countsAt } from './counted-area.ts';
import { aboveSuffix, guessesFromAbove } from './seen-from-above.ts';
import type { Sighting } from './tracks/track.ts';

/** Faint detections help to follow what is known already; below this they are noise. */
const minScore = 0.12;
/** Things smaller than this share of the picture's height tell nothing: neither what they are nor where they go. */
const minHeight = 0.03;
const minWidth = 0.012;
/** Two boxes of different classes that overlap so much are one thing with two names. */
const sameThing = 0.75;

/** What the detector sees, cleaned: of the asked classes, inside the picture, each thing once. */
export async function findSightings(
  detector: Detector,
  image: RgbImage,
  settings: AnalysisSettings,
): Promise<Sighting[]> {
  const others: OtherThing[] = [];
  const wantsVehicles = settings.objectsToScan.includes('vehicle');
  const isCounted = ({ box }: Detection): boolean => countsAt(settings, footOf(clipBox(box)));
  const onOther = (other: OtherThing): void => void others.push(other);
  const detections = await detector.detect(image, {
    hasTiles: settings.hasTiles,
    minScore,
    ...(wantsVehicles && { onOther }),
  });
  const usable = detections
    .filter(
      (detection) => isUsable(detection) && settings.objectsToScan.includes(detection.class) && isCounted(detection),
    )
    .map((detection) => ({ ...detection, box: clipBox(detection.box) }))
    .toSorted((a, b) => b.score - a.score);
  const kept: Detection[] = [];
  for (const detection of usable) {
    if (!kept.some((other) => other.class !== detection.class && iouOf(other.box, detection.box) > sameThing))
      kept.push(detection);
  }
  const guesses = guessesFromAbove(others, kept, image).filter((guess) => isUsable(guess) && isCounted(guess));
  return [
    ...kept.map((detection) => sighting(detection, { modelId: detector.modelId, isGuess: false })),
    ...guesses.map((detection) => sighting(detection, { modelId: detector.modelId + aboveSuffix, isGuess: true })),
  ];

  function sighting(detection: Detection, origin: Pick<Sighting, 'modelId' | 'isGuess'>): Sighting {
    return {
      ...detection,
      ...origin,
      box: clipBox(detection.box),
      appearance: appearanceOf(image, clipBox(detection.box)),
    };
  }
}

const isUsable = ({ box, score }: Detection): boolean =>
  isFiniteBox(box) &&
  Number.isFinite(score) &&
  score >= minScore &&
  score <= 1 &&
  box.height >= minHeight &&
  box.width >= minWidth;
