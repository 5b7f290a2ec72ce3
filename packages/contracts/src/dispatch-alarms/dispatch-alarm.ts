import { z } from 'zod';
import { coordinates } from '../locations/location.ts';
import { id, utcMs } from '../shared/ids.ts';

/** Whom the monitoring service is asked to send. */
export const dispatchService = z.enum(['police', 'fire', 'medical']);

/** What becomes of an alarm, in words: its record is made, the monitoring service has it, it was canceled. */
export const dispatchLifecycle = z.enum(['created', 'active', 'canceled']);

/**
 * Why the monitoring service does not have an alarm, or does not know that it was canceled. `wrongKey`: it does not take the token.
 * `invalid`: it does not take what it was told; `detail` says what. `notReached`: it was not reached in time. `noAnswer`: it was
 * reached and never answered, so that it may have the alarm. `uninstalled`: the integration was removed in the meantime.
 */
export const dispatchFailure = z.enum(['wrongKey', 'invalid', 'notReached', 'noAnswer', 'uninstalled']);

/**
 * Where the alarm is on its way to the monitoring service. Help is on its way with `accepted` alone. `pending`: it is being sent.
 * `refused`: it is sent no more, `cause` says why. `withdrawn`: it was canceled before the service heard of it.
 */
export const dispatchDelivery = z.object({
  state: z.enum(['pending', 'accepted', 'refused', 'withdrawn']),
  /** Why it was refused; of one that is pending, what became of the last try. */
  cause: dispatchFailure.nullable(),
  /** What the monitoring service said to it. */
  detail: z.string().nullable(),
  /** A try got no answer: the service may have it all the same. False once that is known. */
  mayHaveArrived: z.boolean(),
  tries: z.number().int(),
  /** When it is tried again, and until when; null when it is tried no more. */
  nextTryAt: utcMs.nullable(),
  givesUpAt: utcMs.nullable(),
  /** When the service accepted it, or it was given up. */
  settledAt: utcMs.nullable(),
  /** Its id at the monitoring service, to name on the telephone. */
  serviceAlarmId: z.string().nullable(),
});

/**
 * Whether the monitoring service knows that an alarm was canceled; with `refused` somebody must call it. `accepted` with the cause `noAnswer`:
 * an earlier try, of which nobody knows whether it arrived, may be a second alarm there; somebody should ask.
 */
export const dispatchCancellation = z.object({
  state: z.enum(['pending', 'accepted', 'refused']),
  cause: dispatchFailure.nullable(),
  detail: z.string().nullable(),
});

const person = z.object({ userId: z.string(), name: z.string() });

/** An alarm that was given to a monitoring service, which sends help to a location. */
export const dispatchAlarm = z.object({
  id,
  /** Counts up within the organization; people say it to each other. */
  number: z.number().int(),
  locationId: id,
  locationName: z.string(),
  /** Zone of the location. */
  timeZone: z.string(),
  /** The saved uniform that responders should look for. */
  uniformId: id.nullable(),
  services: z.array(dispatchService),
  /** From where it was dispatched, where that was a camera or an alert. */
  cameraId: id.nullable(),
  alertId: id.nullable(),
  dispatchTime: utcMs,
  /** Null: by a rule. */
  dispatchBy: person.nullable(),
  cancelTime: utcMs.nullable(),
  /** Null while it is active, and when the monitoring service canceled it. */
  cancelBy: person.nullable(),
  status: z.union([z.literal(0), z.literal(1)]),
  lifecycle: dispatchLifecycle,
  delivery: dispatchDelivery,
  /** Null while it is active, and when the service need not be told. */
  cancellation: dispatchCancellation.nullable(),
});

/** An alarm to be dispatched. */
export const dispatchAlarmInput = z.object({
  locationId: id,
  uniformId: id.nullable().default(null),
  services: z
    .array(dispatchService)
    .min(1)
    .max(3)
    .default(() => ['police' as const]),
  /** The camera and the alert that it is about; both at the location or below it. */
  cameraId: id.nullable().default(null),
  alertId: id.nullable().default(null),
});

/** What a dispatch to a location would come to, before anything is dispatched. */
export const dispatchPlan = z.object({
  isInstalled: z.boolean(),
  /** Alarms that the quota of the month leaves; null: as many as are needed. */
  alarmsLeft: z.number().int().nullable(),
  /** Where help is sent: the location, or the nearest above it that can be found; null: none of them can. */
  place: z.object({ name: z.string(), address: z.string().nullable(), coordinates: coordinates.nullable() }).nullable(),
  /** Where the monitoring service calls back: the caller; null: the account has no telephone number. */
  phone: z.string().nullable(),
});

export type DispatchAlarm = z.infer<typeof dispatchAlarm>;
export type DispatchAlarmInput = z.infer<typeof dispatchAlarmInput>;
export type DispatchDelivery = z.infer<typeof dispatchDelivery>;
export type DispatchCancellation = z.infer<typeof dispatchCancellation>;
export type DispatchFailure = z.infer<typeof dispatchFailure>;
export type DispatchPlan = z.infer<typeof dispatchPlan>;
export type DispatchService = z.infer<typeof dispatchService>;
