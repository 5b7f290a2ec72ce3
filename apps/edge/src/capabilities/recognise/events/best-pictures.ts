import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Box, ThumbnailKind } from '@sightline/contracts/events/event';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import { areaOf } from '../../../platform/pictures/box-overlap.ts';
import { touchesBorder, widenTo, withMargin } from '../box-geometry.ts';
import type { EventFacts } from './event-facts.ts';
import { faceOf } from '../votes/face-votes.ts';
import type { RecogniserOutput } from '../recogniser.ts';

/** Surroundings that a picture of each kind shows, in shares of the box on every side. */
const margins: Record<ThumbnailKind, number> = { object: 0.15, face: 0.35, plate: 0.25 };

/** Shape of the picture of a thing: that of the cards that show it, so that a person on foot is seen with the place around and not cut. */
const objectShape = 16 / 9;

/** A further picture is sent only when it is so much better, this long after the one before, and this often. */
const sending = { timesBetter: 1.35, everyMs: 1500, most: 5 };

/** The longer side of what is kept, in pixels: more is not shown anywhere. */
const maxSide = 480;

/** How well a thing is seen: large, certain, and not cut off by the picture's edge. */
export const pictureQuality = (box: Box, score: number): number =>
  Math.sqrt(areaOf(box)) * score * (touchesBorder(box) ? 0.55 : 1);

/** A part of a picture, made smaller by leaving pixels out when it is larger than anybody looks at. */
export function cutOut(image: RgbImage, part: Box): RgbImage {
  const left = Math.min(image.width - 1, Math.max(0, Math.floor(part.x * image.width)));
  const top = Math.min(image.height - 1, Math.max(0, Math.floor(part.y * image.height)));
  const right = Math.max(left + 1, Math.min(image.width, Math.ceil((part.x + part.width) * image.width)));
  const bottom = Math.max(top + 1, Math.min(image.height, Math.ceil((part.y + part.height) * image.height)));
  const shrink = Math.max(1, Math.max(right - left, bottom - top) / maxSide);
  const width = Math.max(1, Math.floor((right - left) / shrink));
  const height = Math.max(1, Math.floor((bottom - top) / shrink));
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const row = (top + Math.floor(y * shrink)) * image.width;
    if (shrink === 1) {
      data.set(image.data.subarray((row + left) * 3, (row + left + width) * 3), y * width * 3);
      continue;
    }
    for (let x = 0; x < width; x += 1) {
      const from = (row + left + Math.floor(x * shrink)) * 3;
      const to = (y * width + x) * 3;
      data[to] = image.data[from] ?? 0;
      data[to + 1] = image.data[from + 1] ?? 0;
      data[to + 2] = image.data[from + 2] ?? 0;
    }
  }
  return { width, height, data };
}

/** Keeps a picture when it is better than what is kept of its kind. */
export function offerPicture(
  facts: EventFacts,
  kind: ThumbnailKind,
  look: { image: RgbImage; box: Box; quality: number; atUtcMs: number },
): void {
  const kept = facts.pictures.get(kind);
  // One that was sent stays until another is worth sending: box and picture of an event belong together.
  if (kept && look.quality <= kept.quality * (kept.isSent ? sending.timesBetter : 1.03)) return;
  const part = withMargin(look.box, margins[kind]);
  const shown = kind === 'object' ? widenTo(part, (objectShape * look.image.height) / look.image.width) : part;
  facts.pictures.set(kind, {
    image: cutOut(look.image, shown),
    part: shown,
    quality: look.quality,
    atUtcMs: look.atUtcMs,
    box: look.box,
    isSent: false,
  });
}

/** Sends what is better than what was sent. `isLast`: the event ends, so the best goes out whatever the time. */
export function sendPictures(
  facts: EventFacts,
  output: RecogniserOutput,
  at: { utcMs: number; isLast: boolean; settings: AnalysisSettings },
): void {
  const isAllowed: Record<ThumbnailKind, boolean> = {
    object: true,
    face: at.settings.comparesFaces,
    plate: at.settings.readsPlates,
  };
  for (const [kind, picture] of facts.pictures) {
    if (
      !isAllowed[kind] ||
      picture.isSent ||
      facts.picturesSent >= sending.most ||
      (kind === 'face' && faceOf(facts.faces) === null)
    )
      continue;
    const isFirst = !facts.sentKinds.has(kind);
    if (!isFirst && !at.isLast && at.utcMs - facts.pictureSentAtUtcMs < sending.everyMs) continue;
    // The last ones are kept for kinds that were not sent yet.
    if (!isFirst && !at.isLast && facts.picturesSent >= sending.most - 2) continue;
    picture.isSent = true;
    facts.sentKinds.add(kind);
    facts.picturesSent += 1;
    facts.pictureSentAtUtcMs = at.utcMs;
    output.picture({
      eventId: facts.eventId,
      startedAtUtcMs: facts.startedAtUtcMs,
      kind,
      image: picture.image,
      part: picture.part,
    });
  }
}
