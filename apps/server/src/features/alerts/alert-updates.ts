import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import { handlingCodes, severityCodes } from './alert-codes.ts';
import type { Hiding } from './alert-hiding.repository.ts';
import type { AlertRow } from './alerts.repository.ts';

/** What open screens are told of an alert. `isNew`: it was opened just now. */
export function updateOf(row: AlertRow, { hiding, isNew = false }: { hiding: Hiding; isNew?: boolean }): RealtimeEvent {
  const update = {
    alertId: row.id,
    locationId: row.locationId,
    isNew: isNew && !row.isLate,
    severity: severityCodes.fromCode(row.severity),
    handling: handlingCodes.fromCode(row.handling),
    revision: row.revision,
  };
  if (row.cameraId === null) return { kind: 'alerts.changedAtCore', edgeId: row.edgeId, ...update };
  const audience = hiding.needOriginals.has(row.id) ? { needsOriginals: true as const } : {};
  return { kind: 'alerts.changed', cameraId: row.cameraId, ...audience, ...update };
}
