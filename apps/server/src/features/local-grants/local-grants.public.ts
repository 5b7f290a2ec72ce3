import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { insertAuditEntry } from '../../platform/database/audit-entries.ts';
import { nobody, type ChangeWork } from '../../platform/database/changes.ts';
import { findGrant, isCameraOf } from './local-grants.repository.ts';

/** Writes down that somebody watched a camera without the server, as its core tells it. False when the camera is not of this core. */
export async function applyLocalView(
  { trx }: ChangeWork,
  from: { organizationId: string; edgeId: string },
  { grantId, cameraId, openedAtUtcMs, originals }: Extract<EdgeRecordBody, { kind: 'localView' }>,
): Promise<boolean> {
  if (!(await isCameraOf(trx, from, cameraId))) return false;
  // Whose grant it was this server knows by itself: a core can name nobody.
  const by = (await findGrant(trx, from, grantId)) ?? nobody;
  const data = { grantId, edgeId: from.edgeId, openedAtUtcMs, originals };
  await insertAuditEntry(trx, { organizationId: from.organizationId, by }, { action: 'live.local', entityKind: 'camera', entityId: cameraId, data });
  return true;
}
