import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import { handlingCodes, severityCodes } from './alert-codes.ts';
import type { AlertRow } from './alerts.repository.ts';

/** What open screens are told of an alert. `isNew`: it was opened just now. */
export function newsOf(row: AlertRow, isNew = false): RealtimeEvent {
  const news = {
    alertId: row.id,
    locationId: row.locationId,
    isNew: isNew && !row.isLate,
    severity: severityCodes.fromCode(row.severity),
    handling: handlingCodes.fromCode(row.handling),
    revision: row.revision,
  };
  return row.cameraId === null
    ? { kind: 'alerts.changedAtCore', edgeId: row.edgeId, ...news }
    : { kind: 'alerts.changed', cameraId: row.cameraId, ...news };
}
