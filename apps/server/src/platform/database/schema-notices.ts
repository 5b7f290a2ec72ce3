import type { NotificationSchedule } from '@sightline/contracts/user-devices/user-device';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface UserDeviceRow {
  userId: string;
  deviceUid: string;
  name: string;
  userAgent: string | null;
  sealed: Buffer;
  endpointHash: Buffer;
  enabled: Defaulted<boolean>;
  mutedUntil: Defaulted<Date | null>;
  createdAt: Date;
  lastDeliveredAt: Defaulted<Date | null>;
  lastFailure: Defaulted<string | null>;
}

interface NotificationSettingsRow {
  userId: string;
  schedule: ColumnType<NotificationSchedule | null, string | null | undefined, string | null>;
  kinds: Defaulted<string[]>;
  lastSentAt: Defaulted<Date | null>;
}

interface PushNoticeRow {
  id: string;
  userId: string;
  organizationId: string;
  sealed: Buffer;
  createdAt: Date;
}

interface PushMessageRow {
  id: string;
  userId: string;
  deviceUid: string;
  sealed: Buffer;
  dueAt: Date;
  expiresAt: Date;
  attempts: Defaulted<number>;
}

interface OfflineWatchRow {
  organizationId: string;
  entityKind: 'core' | 'camera';
  entityId: string;
  fromAt: Date;
}

interface WeeklySummaryRow {
  organizationId: string;
  isEnabled: boolean;
  weekday: number;
  hour: number;
  timeZone: string;
  lastSentAt: Defaulted<Date | null>;
}

/** Tables of what people are told: their browsers, what waits to be pushed there, and the mail about the week. */
export interface NoticesSchema {
  userDevices: UserDeviceRow;
  notificationSettings: NotificationSettingsRow;
  pushNotices: PushNoticeRow;
  pushMessages: PushMessageRow;
  offlinePeriods: OfflineWatchRow & { toAt: Defaulted<Date | null> };
  offlineWatches: OfflineWatchRow;
  weeklySummaries: WeeklySummaryRow;
  weeklyDue: { organizationId: string; dueAt: Defaulted<Date | null> };
}
