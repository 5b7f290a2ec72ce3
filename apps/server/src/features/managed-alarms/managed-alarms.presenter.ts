import type { ManagedAlarm } from '@sightline/contracts/managed-alarms/managed-alarm';
import type { ManagedRow } from './managed-alarms.repository.ts';

/** A managed alarm as it leaves the server. */
export function presentManaged(row: ManagedRow): ManagedAlarm {
  const { id, number, status, armedAlarmId, name, locationId, locationName, timeZone, alertCount, openAlertCount } =
    row;
  return {
    id,
    number,
    status: status as ManagedAlarm['status'],
    armedAlarmId,
    name,
    locationId,
    locationName,
    timeZone,
    createdAt: row.createdAt.getTime(),
    lastAlertAt: row.lastAlertAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
    closedAt: row.closedAt?.getTime() ?? null,
    closedBy: row.closedBy === null ? null : { userId: row.closedBy, name: row.closedByName ?? '' },
    alertCount,
    openAlertCount,
  };
}
