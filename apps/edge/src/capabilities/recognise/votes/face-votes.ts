import type { Event } from '@sightline/contracts/events/event';
import type { FaceFeatures, FaceFound } from '../../models/inference.ts';
import { toUnitLength } from '../appearance.ts';

/** A face of a track as it was looked at. */
export interface FaceReading {
  found: FaceFound;
  widthPx: number;
  /** Null for a face that is too small to be compared. */
  features: FaceFeatures | null;
  modelId: string | null;
}

/** The best faces of a track, the best one first. */
export interface FaceVotes {
  best: FaceReading[];
  /** Looks in which one was found. */
  sights: number;
  detections: number;
  embeddings: number;
}

/** The back of a head is sometimes taken for a face, but seldom twice: from this score on one is compared, after so many sights told. */
const sure = { compare: 0.78, sights: 2 };

export const isSureFace = (score: number): boolean => score >= sure.compare;

/** Faces narrower than this, in pixels of the analysed picture, are not compared: too little is to be seen. */
export const minFacePx = 40;

/** How often a track is looked at for faces, and how many of these are compared. */
export const faceBudget = { detections: 24, embeddings: 10, kept: 3 };

/** Size beyond twice the least adds nothing: then the sharpness of the detector's judgement decides. */
export const faceQuality = (look: Pick<FaceReading, 'found' | 'widthPx'>): number =>
  Math.min(look.widthPx, minFacePx * 2) * look.found.score;

/** Keeps a face when it is among the best; says whether it is the best of all. */
export function voteFace(votes: FaceVotes, look: FaceReading): boolean {
  votes.sights += 1;
  votes.best.push(look);
  votes.best.sort(
    (a, b) => Number(b.features !== null) - Number(a.features !== null) || faceQuality(b) - faceQuality(a),
  );
  votes.best.length = Math.min(votes.best.length, faceBudget.kept);
  return votes.best[0] === look;
}

/** Mean of the best faces' vectors, unit length, with the model that made them; null without one. */
export function faceVectorOf(votes: FaceVotes): { modelId: string; vector: Float32Array } | null {
  const modelId = votes.best[0]?.modelId ?? null;
  const vectors = votes.best
    .filter((look) => look.modelId === modelId)
    .flatMap((look) => (look.features ? [look.features.vector] : []));
  const [first] = vectors;
  if (modelId === null || !first || votes.sights < sure.sights) return null;
  const sum = new Float32Array(first.length);
  for (const vector of vectors)
    for (let index = 0; index < sum.length; index += 1) sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0);
  return { modelId, vector: toUnitLength(sum) };
}

/** The best face as it is told; age and gender are means and votes of the best ones. */
export function faceOf(votes: FaceVotes): Event['face'] {
  const [best] = votes.best;
  if (!best || votes.sights < sure.sights) return null;
  const features = votes.best.flatMap((look) => look.features ?? []);
  const ages = features.flatMap((face) => (face.age === null || !Number.isFinite(face.age) ? [] : [face.age]));
  const women = features.filter((face) => face.gender === 'female').length;
  const men = features.filter((face) => face.gender === 'male').length;
  return {
    box: best.found.box,
    widthPx: Math.max(1, Math.min(8192, Math.round(best.widthPx))),
    score: Math.min(1, best.found.score),
    age:
      ages.length > 0
        ? Math.min(120, Math.max(0, Math.round(ages.reduce((sum, age) => sum + age, 0) / ages.length)))
        : null,
    gender: women === men ? null : women > men ? 'female' : 'male',
  };
}
