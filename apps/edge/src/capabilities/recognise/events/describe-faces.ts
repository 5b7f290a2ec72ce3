import type { Box } from '@sightline/contracts/events/event';
import type { ModelSet } from '../../models/inference.ts';
import { offerPicture } from './best-pictures.ts';
import { shareWithin } from '../../../platform/pictures/box-overlap.ts';
import { clipBox, isFiniteBox, withMargin } from '../box-geometry.ts';
import type { EventFacts } from './event-facts.ts';
import { faceBudget, faceQuality, faceVectorOf, isSureFace, minFacePx, voteFace } from '../votes/face-votes.ts';
import type { FaceReading } from '../votes/face-votes.ts';
import type { Look, WhoIs } from '../recogniser.ts';
import type { Sighting } from '../tracks/track.ts';

/** Faces smaller than this are not even told of, px. */
const minToldPx = 20;
/** Later and later while none is found: of who turns his back there is no face. */
const everyMs = 350;
const vain = { looks: 2, stepMs: 400 };

/** How wide a face on this box could be at most, px: half of somebody who is seen as a whole, nearly all of a head and shoulders. */
function possibleFacePx(box: Box, image: Look['image']): number {
  const width = box.width * image.width;
  const height = box.height * image.height;
  return height >= 2 * width ? 0.5 * width : Math.min(0.75 * width, 0.5 * height);
}

const pauseMs = ({ faces }: EventFacts): number =>
  everyMs + Math.max(0, faces.detections - faces.sights - vain.looks + 1) * vain.stepMs;

export function wantsFaces(sighting: Sighting, facts: EventFacts, look: Look): boolean {
  if (
    sighting.class !== 'person' ||
    facts.faces.detections >= faceBudget.detections ||
    look.atUtcMs - facts.facesAtUtcMs < pauseMs(facts)
  )
    return false;
  // A face that was compared and is as good as any can be need not be looked for again.
  const best = facts.faces.best[0];
  if (best?.features && facts.faces.embeddings >= faceBudget.embeddings) return false;
  return possibleFacePx(sighting.box, look.image) >= minFacePx;
}

/** Looks for the face of one person, and compares it when it is large and among the best. */
export async function describeFaces(
  models: ModelSet,
  sighting: Sighting,
  { facts, look, others, whoIs }: { facts: EventFacts; look: Look; others: readonly Box[]; whoIs: WhoIs },
): Promise<void> {
  const { faceDetector, faceEmbedder } = models;
  if (faceDetector === null) return;
  facts.facesAtUtcMs = look.atUtcMs;
  facts.faces.detections += 1;
  const found = (await faceDetector.detect(look.image, sighting.box)).filter(
    (face) => isFiniteBox(face.box) && isOf(face.box, sighting.box, others),
  );
  const [best] = found.toSorted((a, b) => b.score * b.box.width - a.score * a.box.width);
  if (!best) return;
  const widthPx = best.box.width * look.image.width;
  if (widthPx < minToldPx) return;
  const candidate: FaceReading = { found: { ...best, box: clipBox(best.box) }, widthPx, features: null, modelId: null };
  if (faceEmbedder !== null && widthPx >= minFacePx && isSureFace(best.score) && isWorthComparing(facts, candidate)) {
    facts.faces.embeddings += 1;
    candidate.features = await faceEmbedder.embed(look.image, best.box);
    candidate.modelId = faceEmbedder.modelId;
  }
  const isBest = voteFace(facts.faces, candidate);
  const { features, modelId } = candidate;
  const mean = faceVectorOf(facts.faces);
  if (mean !== null && features !== null && modelId !== null && faceEmbedder !== null) {
    const said = [mean, { modelId, vector: features.vector }].map((face) => whoIs(face, faceEmbedder.threshold));
    facts.identity = agreedIdentity([facts.identity, ...said]);
  }
  if (isBest) {
    offerPicture(facts, 'face', {
      image: look.image,
      box: candidate.found.box,
      quality: faceQuality(candidate),
      atUtcMs: look.atUtcMs,
    });
  }
}

/**
 * Who it is by the best faces together, or by one of them: together those of a head that turns are like nobody. Faces of one track that are
 * like two people are nobody's.
 */
function agreedIdentity(said: readonly EventFacts['identity'][]): EventFacts['identity'] {
  const known = said.filter((one) => one !== null);
  if (new Set(known.map(({ personId }) => personId)).size !== 1) return null;
  return known.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

function isWorthComparing(facts: EventFacts, candidate: FaceReading): boolean {
  if (facts.faces.embeddings >= faceBudget.embeddings) return false;
  const compared = facts.faces.best.filter((look) => look.features !== null);
  return (
    compared.length < faceBudget.kept || compared.some((look) => faceQuality(candidate) > faceQuality(look) * 1.05)
  );
}

/** A face belongs to the person in whose upper half it is, and not rather to somebody before or behind. */
function isOf(face: Box, person: Box, others: readonly Box[]): boolean {
  const upper = { ...person, height: person.height * 0.6 };
  if (shareWithin(face, withMargin(upper, 0.05)) < 0.7) return false;
  const off = (box: Box): number =>
    Math.abs(face.x + face.width / 2 - box.x - box.width / 2) / Math.max(box.width, 1e-6);
  return !others.some(
    (other) => shareWithin(face, { ...other, height: other.height * 0.6 }) > 0.7 && off(other) < off(person),
  );
}
