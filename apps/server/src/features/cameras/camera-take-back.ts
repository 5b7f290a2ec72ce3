import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { AppError } from '@sightline/contracts/shared/errors';
import { uncovers } from '@sightline/domain/cameras/uncovering';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import { requireNoHiddenDevice, requireNotMovedIntoSight, requireSameDevice } from './camera-privacy.ts';
import { privacyThenAndNow } from './camera-privacy.repository.ts';
import { restoreCamera, type RestoredCamera } from './camera-restore.repository.ts';
import { seesOriginals } from './cameras.policy.ts';
import { findCamera, type CameraRow } from './cameras.repository.ts';

/**
 * As `restoreCamera`. Throws `forbidden` when that takes a new camera away from whoever may not delete it, and
 * `privacy_needs_originals` when it shows the actor what is hidden now: by the settings, by the place, or by the device.
 */
export async function takeBackCamera(
  trx: Work,
  actor: MemberActor,
  target: { edgeId: string; cameraId: string; from: number | null },
): Promise<RestoredCamera> {
  const { edgeId, cameraId, from } = target;
  const camera = { organizationId: actor.organizationId, edgeId, cameraId };
  const before = await findCamera(trx, actor.organizationId, cameraId);
  if (from === null) {
    if (before && !mayAt(actor, 'CameraDelete', before.entityPath)) throw new AppError('forbidden', { permission: 'CameraDelete' });
    return restoreCamera(trx, camera, from);
  }
  const found = await privacyThenAndNow(trx, camera, from);
  const isUncovered = found !== undefined && uncovers(cameraSettings.parse(found.now).privacy, cameraSettings.parse(found.before).privacy);
  if (isUncovered && !seesOriginals(actor, found.path)) throw new AppError('privacy_needs_originals');
  const restored = await restoreCamera(trx, camera, from);
  const after = await findCamera(trx, actor.organizationId, cameraId);
  if (after) await requireNothingUncovered(trx, actor, { before, after });
  return restored;
}

/** What is asked of whoever changes the camera by hand is asked of whoever takes a change back. */
async function requireNothingUncovered(trx: Work, actor: MemberActor, { before, after }: { before: CameraRow | undefined; after: CameraRow }): Promise<void> {
  if (before) {
    requireNotMovedIntoSight(actor, before, after.entityPath);
    requireSameDevice(actor, before, after);
  }
  const known = new Set(before?.streams.map(({ urlKey }) => urlKey));
  const addresses = after.streams.filter(({ urlKey }) => !known.has(urlKey)).map(({ url }) => url);
  // One that comes back hides what it hid: it is no way around itself.
  await requireNoHiddenDevice(trx, actor, { edgeId: after.edgeId, addresses, except: before ? undefined : after.id });
}
