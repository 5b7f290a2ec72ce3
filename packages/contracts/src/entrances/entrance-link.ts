import { z } from 'zod';
import { eventClass } from '../events/event.ts';
import { id, utcMs } from '../shared/ids.ts';
import { entranceLine } from './entrance.ts';

/** A core that announces this counts at entrances. */
export const entrancesAbility = 'entrances';

/** An entrance as its core counts at it. */
const entranceContent = z.object({
  cameraId: id,
  line: entranceLine,
  inSide: z.enum(['left', 'right']),
  classes: z.array(eventClass).max(3),
});

/** What cores are told of entrances. */
export const entranceKinds = { entrance: entranceContent } as const;

/** Seconds of the minute at which somebody went through, in order. */
const secondsOfMinute = z.array(z.number().int().min(0).max(59)).max(1000);

/** What is known of one minute. Told again with a higher `revision` it replaces what was told before; one that is not higher changes nothing. */
const entranceMinute = z.object({
  /** Its beginning. A clock that was put right since may have moved it off the full minute. */
  atUtcMs: utcMs,
  revision: z.number().int().min(1),
  ins: secondsOfMinute,
  outs: secondsOfMinute,
  /** So much of it the camera was looked at. */
  watchedS: z.number().int().min(0).max(60),
});

/** What cores report of entrances. */
export const entranceRecords = [
  z.object({
    kind: z.literal('entranceMinutes'),
    entranceId: id,
    cameraId: id,
    minutes: z.array(entranceMinute).min(1).max(60),
  }),
] as const;

export type EntranceContent = z.infer<typeof entranceContent>;
export type EntranceMinute = z.infer<typeof entranceMinute>;
export type EntranceMinutesRecord = z.infer<(typeof entranceRecords)[0]>;
