import type { UserDevice } from '@sightline/contracts/user-devices/user-device';
import type { DeviceRow } from './user-devices.repository.ts';

export const presentDevice = (row: DeviceRow): UserDevice => ({
  deviceUid: row.deviceUid,
  name: row.name,
  userAgent: row.userAgent,
  enabled: row.enabled,
  mutedUntil: row.mutedUntil?.getTime() ?? null,
  createdAt: row.createdAt.getTime(),
  lastDeliveredAt: row.lastDeliveredAt?.getTime() ?? null,
  lastFailure: row.lastFailure,
});
