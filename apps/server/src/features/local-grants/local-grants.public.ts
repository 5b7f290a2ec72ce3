import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { nobody, type ChangeWork } from '../../platform/database/changes.ts';
import { findGrant, isCameraOf, isViewWritten } from './local-grants.repository.ts';

/** Writes down that somebody watched a camera without the server, as its core tells it. False when the camera is not of this core. */
export async function applyLocalView(
  { trx, audit }: ChangeWork,
  from: { organizationId: string; edgeId: string },
  { grantId, cameraId, openedAtUtcMs, originals }: Extract<EdgeRecordBody, { kind: 'localView' }>,
): Promise<boolean> {
  if (!(await isCameraOf(trx, from, cameraId))) return false;
  // Whose grant it was this server knows by itself: a core can name nobody.
  const grant = await findGrant(trx, from, grantId);
  const by = grant ? { userId: grant.userId, sessionId: grant.sessionId, address: undefined } : nobody;
  const data = { grantId, edgeId: from.edgeId, openedAtUtcMs, originals };
  // A core whose disk was brought back from a copy may say it twice.
  if (await isViewWritten(trx, from.organizationId, { cameraId, data, since: grant?.issuedAt ?? null })) return true;
  await audit({ action: 'live.local', entityKind: 'camera', entityId: cameraId, data }, by);
  return true;
}
