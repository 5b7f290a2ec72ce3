import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';
import { armedState } from './arming.ts';

/** Minutes after which what somebody said by hand ends; null: with the next change of the schedule, or never without one. */
const minutes = z.number().int().min(1).max(10_080).nullable().default(null);

/** What people say of an armed alarm. Its rules alert only while it is armed. */
export const armedAlarmInput = z.object({
  name,
  description: z.string().trim().max(500).default(''),
  /** After it was disarmed by hand, and after it was armed by hand. */
  reArmMin: minutes,
  disArmMin: minutes,
  /** Seconds between arming by hand and the moment from which it holds, to leave the place. */
  exitDelayS: z.number().int().min(0).max(255).default(60),
  /** Armed while it is open; null: by hand only. */
  scheduleId: id.nullable().default(null),
  /** People are told of its alerts only while this is open; null: at any time. The queue has them in any case. */
  notification: z.object({ scheduleId: id.nullable() }).default({ scheduleId: null }),
  /** Its alert rules. A rule of several alarms is armed while one of them is. */
  alertIds: z.array(id).max(200),
});

/** Whether an alarm is armed now and what that rests on. */
const armedNow = {
  /** What somebody said last, and when; the time is when the alarm was made while nobody did. */
  state: armedState,
  stateUpdatedAt: utcMs,
  /** By whom; null while nobody said anything. */
  stateByName: z.string().nullable(),
  /** What holds now: `state` while it lasts, then the schedule. */
  calculatedState: armedState,
  /** When that changes by itself; null: not within 60 days. */
  changesAtUtcMs: utcMs.nullable(),
};

/** An armed alarm as the reader sees it. */
export const armedAlarm = armedAlarmInput.extend({
  id,
  ...armedNow,
  scheduleName: z.string().nullable(),
  /** Rules that the reader may see; the others are counted. */
  rules: z.array(z.object({ id, name: z.string(), ignoresArming: z.boolean() })),
  hiddenRuleCount: z.number().int(),
  /** Where its rules watch, as far as the reader may see it. */
  locations: z.array(z.object({ id, name: z.string() })),
  /** Managed alarms of it that are active. */
  activeCount: z.number().int(),
  revision: z.number().int(),
  updatedAt: utcMs,
  can: z.object({ edit: z.boolean(), arm: z.boolean() }),
});

export type ArmedAlarmInput = z.infer<typeof armedAlarmInput>;
export type ArmedAlarm = z.infer<typeof armedAlarm>;
