import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';

/** Picture of an event, signed for 5 minutes; null where there is none. */
const picture = z.string().nullable();

/** So many images are marked in one training at most. */
export const maxTrainingImages = 60;

/**
 * What the judge of a uniform said of marked images that it had not learnt from: each was held back once. `precision`: of what it
 * took for the uniform, the share that is; `recall`: of the uniform, the share that it found. Both null: too few to say anything.
 */
export const heldBack = z.object({
  same: z.number().int().min(0),
  found: z.number().int().min(0),
  other: z.number().int().min(0),
  mistaken: z.number().int().min(0),
  precision: z.number().min(0).max(1).nullable(),
  recall: z.number().min(0).max(1).nullable(),
});

/** With fewer images of either mark the figures say nothing. */
export const leastHeldBack = 8;

/** So many images of each mark a training needs. */
export const leastMarked = { same: 3, other: 1 } as const;

/** The event that shows a uniform best, at a camera that the reader may search. */
const bestTracker = z.object({ bestImage: picture, edgeId: id, cameraId: id });

/** Clothes that the organization knows by name. */
export const uniform = z.object({
  id,
  /** The same as `id`. */
  uniformId: id,
  name: z.string(),
  bestImage: picture,
  /** Null where the reader may see none of its examples, or their events are gone. */
  bestTracker: bestTracker.nullable(),
  /** Examples that were marked as the same, at cameras that the reader may search. */
  positiveRepresentatives: z.array(z.object({ bestImage: picture })),
  heldBack,
  /** How far events from before its training were looked through, 0-1; 1: all of them. */
  lookedThrough: z.number().min(0).max(1),
  trainedAtUtcMs: utcMs,
});

/** People in clothes that are alike, which nobody has named. */
export const suggestedGroup = z.object({
  groupId: id,
  /** How many of them were seen lately at cameras that the reader may search. */
  appearances: z.number().int().min(0),
  lastSeen: utcMs,
  bestImage: picture,
  bestTracker,
  /** Some of them, newest first. */
  examples: z.array(z.object({ bestImage: picture })),
});

/** Suggested groups, most seen first. `waiting`: how many sightings were not put to groups yet. */
export const suggestedUniforms = z.object({
  suggestedGroups: z.array(suggestedGroup),
  waiting: z.number().int().min(0),
});

/** An image that is to be marked. `id`: its event. */
export const trainingImage = z.object({
  id,
  cameraName: z.string(),
  startedAtUtcMs: utcMs,
  timeZone: z.string(),
  bestImage: picture,
  /** `group`: of the suggested group, or marked as the same before. `near`: alike, and not in it. `other`: anybody else. */
  origin: z.enum(['group', 'near', 'other']),
  /** As it was marked in the last training of this uniform. */
  mark: z.enum(['same', 'other']).nullable(),
});

/** Images that somebody is about to mark. It is theirs alone, and ends by itself after a day. */
export const uniformTraining = z.object({
  id,
  /** The uniform that is trained again; null: a further one. */
  uniformId: id.nullable(),
  name: z.string(),
  images: z.array(trainingImage),
});

/** What is trained: a suggested group, or a uniform once more. */
export const trainingInput = z
  .object({ groupId: id.optional(), uniformId: id.optional() })
  .refine(({ groupId, uniformId }) => (groupId === undefined) !== (uniformId === undefined), 'one of both');

const events = z.array(id).max(maxTrainingImages);

/** Marks of a training, by events; no event has both. */
export const trainingMarks = z
  .object({ same: events, other: events })
  .refine(({ same, other }) => new Set([...same, ...other]).size === same.length + other.length, 'marked once');

/** A training that is saved. */
export const trainingSaved = z
  .object({ name, same: events, other: events })
  .refine(({ same, other }) => new Set([...same, ...other]).size === same.length + other.length, 'marked once');

export type HeldBackFigures = z.infer<typeof heldBack>;
export type Uniform = z.infer<typeof uniform>;
export type SuggestedGroup = z.infer<typeof suggestedGroup>;
export type SuggestedUniforms = z.infer<typeof suggestedUniforms>;
export type TrainingImage = z.infer<typeof trainingImage>;
export type UniformTraining = z.infer<typeof uniformTraining>;
export type TrainingMarks = z.infer<typeof trainingMarks>;
