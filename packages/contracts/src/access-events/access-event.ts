import { z } from 'zod';
import { id, utcMs, visibleWords } from '../shared/ids.ts';

/** How many access events are posted at a time. */
export const maxPostedAtOnce = 500;

/**
 * What an access system says of a door. `granted`, `denied`: somebody asked to be let in. `forced`: it opened although nobody was let in.
 * `held`: it stayed open for longer than the system allows.
 */
export const accessEventKind = z.enum(['granted', 'denied', 'forced', 'held']);

/** Which way somebody who was let through goes. */
export const accessDirection = z.enum(['in', 'out']);

/** Something that an access system saw at a door of the directory. */
export const accessEventInput = z.object({
  /** Made by the system, and the same when it is posted again: the same event of a source is kept once. */
  externalId: visibleWords(120),
  /** Which system says so, for instance the name of its vendor. */
  source: visibleWords(40).default('API'),
  doorId: id,
  kind: accessEventKind,
  /** Null: it does not say. Whoever was let through in no direction was let in. */
  direction: accessDirection.nullable().default(null),
  /** Whom the system takes it for, and by what, as it writes them. Nothing is looked up by either. */
  person: visibleWords(120).nullable().default(null),
  credential: visibleWords(120).nullable().default(null),
  /** When it happened: at most 24 hours ago, and at most 5 minutes ahead, which counts as now. */
  atUtcMs: utcMs,
});

/**
 * What became of one that was posted. `known`: it was posted before. `refused`: nothing of it is kept. `not_found`: no saved door of a
 * camera that the caller may see. `conflict`: something else was posted with its id. `access_event_time`: too long ago, or ahead.
 */
export const accessEventResult = z.object({
  externalId: z.string(),
  source: z.string(),
  outcome: z.enum(['taken', 'known', 'refused']),
  code: z.enum(['not_found', 'conflict', 'access_event_time']).nullable(),
});

/**
 * Whether alert rules about who is at the door judged it. `unwatched`: there was none. `waiting`: what its camera saw is not known yet.
 * `tooFewLooks`: the camera did not see enough to tell. `coreOffline`: the core was away for too long.
 */
export const accessJudgement = z.enum(['unwatched', 'waiting', 'judged', 'tooFewLooks', 'coreOffline']);

/** What an access system saw at a door whose camera the reader may see. */
export const accessEvent = accessEventInput.extend({
  id,
  doorName: z.string(),
  cameraId: id,
  cameraName: z.string(),
  locationId: id,
  timeZone: z.string(),
  receivedAtUtcMs: utcMs,
  judgement: accessJudgement,
});

export type AccessEventInput = z.infer<typeof accessEventInput>;
export type AccessEventResult = z.infer<typeof accessEventResult>;
export type AccessEvent = z.infer<typeof accessEvent>;
export type AccessEventKind = z.infer<typeof accessEventKind>;
export type AccessDirection = z.infer<typeof accessDirection>;
export type AccessJudgement = z.infer<typeof accessJudgement>;
