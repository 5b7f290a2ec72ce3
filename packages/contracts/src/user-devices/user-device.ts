import { z } from 'zod';
import { utcMs } from '../shared/ids.ts';

/** Subscription as the browser's push manager answers it. Only https endpoints (plus loopback in development). */
export const pushSubscription = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
});

/** A browser that asked for notifications. Muted while `mutedUntil` lies ahead. */
export const userDevice = z.object({
  deviceUid: z.string(),
  name: z.string(),
  userAgent: z.string().nullable(),
  enabled: z.boolean(),
  mutedUntil: utcMs.nullable(),
  createdAt: utcMs,
  lastDeliveredAt: utcMs.nullable(),
  /** Why the last message could not be delivered; null when it was. */
  lastFailure: z.string().nullable(),
});

/** Minutes of a day, the end after the start; 0 to 1440. */
const window = z
  .object({ from: z.number().int().min(0).max(1439), to: z.number().int().min(1).max(1440) })
  .refine(({ from, to }) => from < to);

/** When notifications may arrive: seven days from Sunday on. Disabled: at any time. `quiet` windows of every day win over both. */
export const notificationSchedule = z.object({
  enabled: z.boolean(),
  timezone: z.string().min(1).max(64),
  days: z.array(z.array(window).max(10)).length(7),
  quiet: z.array(window).max(10).default([]),
});

/** What a person wants to hear of. */
export const noticeChoice = z.object({ coreOffline: z.boolean(), cameraOffline: z.boolean() });

export type UserDevice = z.infer<typeof userDevice>;
export type PushSubscriptionInput = z.infer<typeof pushSubscription>;
export type NoticeChoice = z.infer<typeof noticeChoice>;
export type NotificationSchedule = z.infer<typeof notificationSchedule>;
