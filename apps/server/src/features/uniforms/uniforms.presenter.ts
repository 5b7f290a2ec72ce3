import type { HeldBackFigures, SuggestedGroup, TrainingImage, Uniform } from '@sightline/contracts/uniforms/uniform';
import { figuresOf, type HeldBack } from '@sightline/domain/uniforms/held-back';
import { eventPicturePath } from '../events/events.public.ts';
import type { SuggestedRow } from './groups/clothing-groups.repository.ts';
import type { ShownRow } from './sightings/shown-events.repository.ts';
import type { UniformRow } from './uniforms.repository.ts';

/** Signs the address of a picture for whoever asks. */
export type Sign = (path: string) => string;

const pictureOf = ({ eventId, hasPicture }: ShownRow, sign: Sign): string | null =>
  hasPicture ? sign(eventPicturePath(eventId, 'object')) : null;

const trackerOf = (row: ShownRow, sign: Sign): SuggestedGroup['bestTracker'] => ({
  bestImage: pictureOf(row, sign),
  edgeId: row.edgeId,
  cameraId: row.cameraId,
});

export const presentHeldBack = (heldBack: HeldBack): HeldBackFigures => {
  const { same, found, other, mistaken } = heldBack;
  const figures = figuresOf(heldBack);
  return { same, found, other, mistaken, precision: figures?.precision ?? null, recall: figures?.recall ?? null };
};

const lookedThrough = ({ lookedAt, trainedAt, oldestAt }: UniformRow): number => {
  if (lookedAt === null || oldestAt === null) return 1;
  const whole = trainedAt.getTime() - oldestAt.getTime();
  const done = trainedAt.getTime() - lookedAt.getTime();
  // All of them only once nothing is left.
  return whole <= 0 ? 0 : Math.min(0.99, Math.max(0, done / whole));
};

export const presentUniform = (row: UniformRow, examples: readonly ShownRow[], sign: Sign): Uniform => {
  const [best] = examples;
  const bestTracker = best === undefined ? null : trackerOf(best, sign);
  return {
    id: row.id,
    uniformId: row.id,
    name: row.name,
    bestImage: bestTracker?.bestImage ?? null,
    bestTracker,
    positiveRepresentatives: examples.map((example) => ({ bestImage: pictureOf(example, sign) })),
    heldBack: presentHeldBack({
      same: row.sameCount,
      found: row.foundCount,
      other: row.otherCount,
      mistaken: row.mistakenCount,
    }),
    lookedThrough: lookedThrough(row),
    trainedAtUtcMs: row.trainedAt.getTime(),
  };
};

export const presentGroup = (row: SuggestedRow, examples: readonly ShownRow[], sign: Sign): SuggestedGroup[] => {
  const [best] = examples;
  if (best === undefined) return [];
  const bestTracker = trackerOf(best, sign);
  return [
    {
      groupId: row.id,
      appearances: row.appearances,
      lastSeen: row.lastSeenAt.getTime(),
      bestImage: bestTracker.bestImage,
      bestTracker,
      examples: examples.map((example) => ({ bestImage: pictureOf(example, sign) })),
    },
  ];
};

export const presentImage = (row: ShownRow & Pick<TrainingImage, 'origin' | 'mark'>, sign: Sign): TrainingImage => ({
  id: row.eventId,
  cameraName: row.cameraName,
  startedAtUtcMs: row.startedAt.getTime(),
  timeZone: row.timeZone,
  bestImage: pictureOf(row, sign),
  origin: row.origin,
  mark: row.mark,
});
