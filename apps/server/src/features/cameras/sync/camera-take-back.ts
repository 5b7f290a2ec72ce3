import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { AppError } from '@sightline/contracts/shared/errors';
import { uncovers } from '@sightline/domain/cameras/uncovering';
import { mayAt } from '../../../platform/auth/entity-right.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import { isDuplicate, type Work } from '../../../platform/database/database.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import type { TakeBack, TakenBack } from '../../../platform/sync/synced-entity.ts';
import { requireNoHiddenDevice, requireNotMovedIntoSight, requireSameDevice } from '../camera-privacy.ts';
import { privacyThenAndNow } from '../camera-privacy.repository.ts';
import { cameraCameOrWent } from '../camera-moments.ts';
import { notifyCamera } from './camera-sync.ts';
import { placeOfThen, restoreCamera, type RestoredCamera } from './camera-restore.repository.ts';
import { seesOriginals } from '../cameras.policy.ts';
import { findCamera, type CameraRow } from '../cameras.repository.ts';
import { requireOtherDevice, type DeviceIdentityDeps } from '../device/device-identity.ts';

/** A camera of a core as it was when an operation was written (`from`, its sequence); null: it was not there yet. */
interface Target {
  edgeId: string;
  cameraId: string;
  from: number | null;
}

interface TakeBackDeps extends DeviceIdentityDeps {
  hooks: Hooks;
}

/** Changes of cameras are taken back under the rules that hold for making them. */
export const createCameraTakeBack = (deps: TakeBackDeps): TakeBack => ({
  may: (actor, { path, entityId, isCreation }) => !isCreation || mayAt(actor, 'CameraDelete', [...path, entityId]),
  prepare: (actor, { edgeId, entityId: cameraId, from }) =>
    requireOtherDeviceBack(deps, actor, { edgeId, cameraId, from }),
  perform: (work, actor, target) =>
    perform(deps, work, { actor, target }).catch((error: unknown) => {
      if (isDuplicate(error, 'camera_streams_address')) throw new AppError('camera_duplicate', {}, { cause: error });
      throw error;
    }),
});

async function perform(
  { hooks }: TakeBackDeps,
  work: ChangeWork,
  { actor, target }: { actor: MemberActor; target: TakenBack },
): Promise<void> {
  const { edgeId, entityId: cameraId, from, sequence: cancels } = target;
  const { organizationId } = actor;
  const { revision, locationId, isDeleted } = await takeBackCamera(work.trx, actor, { edgeId, cameraId, from });
  await notifyCamera(work.trx, { organizationId, edgeId }, { cameraId, revision, cancels });
  await hooks.of(cameraCameOrWent)(work, { organizationId, edgeId });
  await work.announce(
    isDeleted
      ? { kind: 'cameras.removed', cameraId, locationId }
      : { kind: 'cameras.changed', cameraId, locationId, revision },
  );
}

/**
 * What `takeBackCamera` asks its core beforehand, as cores are not asked while a change is under way: whether the device that comes back
 * is one of which a camera hides something. Throws `privacy_needs_originals` and `privacy_device_unknown`.
 */
async function requireOtherDeviceBack(
  deps: DeviceIdentityDeps,
  actor: MemberActor,
  { edgeId, cameraId, from }: Target,
): Promise<void> {
  const { organizationId } = actor;
  if (from === null) return;
  const { before, earlier } = await deps.database.withOrganization(organizationId, async (trx) => ({
    before: await findCamera(trx, organizationId, cameraId),
    earlier: await placeOfThen(trx, { organizationId, edgeId, cameraId }, from),
  }));
  const known = new Set(before?.streams.map(({ url }) => url));
  const addresses = (earlier?.urls ?? []).filter((url) => !known.has(url));
  const host = earlier?.onvifHost ?? null;
  const onvif = host === null || host === before?.onvifHost ? null : { host, port: earlier?.onvifPort ?? 80 };
  if (addresses.length === 0 && onvif === null) return;
  // One that comes back hides what it hid: it is no way around itself.
  const except = before ? undefined : cameraId;
  await requireOtherDevice(deps, actor, {
    edgeId,
    addresses,
    onvif,
    credentials: { username: '', password: '' },
    except,
  });
}

/**
 * As `restoreCamera`, after `requireOtherDeviceBack`. Throws `forbidden` when that takes a new camera away from whoever may not delete it, and
 * `privacy_needs_originals` when it shows the actor what is hidden now: by the settings, by the place, or by the device.
 */
async function takeBackCamera(trx: Work, actor: MemberActor, target: Target): Promise<RestoredCamera> {
  const { edgeId, cameraId, from } = target;
  const camera = { organizationId: actor.organizationId, edgeId, cameraId };
  const before = await findCamera(trx, actor.organizationId, cameraId);
  if (from === null) {
    if (before && !mayAt(actor, 'CameraDelete', before.entityPath))
      throw new AppError('forbidden', { permission: 'CameraDelete' });
    return restoreCamera(trx, camera, from);
  }
  const found = await privacyThenAndNow(trx, camera, from);
  const isUncovered =
    found !== undefined &&
    uncovers(cameraSettings.parse(found.now).privacy, cameraSettings.parse(found.before).privacy);
  if (isUncovered && !seesOriginals(actor, found.path)) throw new AppError('privacy_needs_originals');
  const restored = await restoreCamera(trx, camera, from);
  const after = await findCamera(trx, actor.organizationId, cameraId);
  if (after) await requireNothingUncovered(trx, actor, { before, after });
  return restored;
}

/** What is asked of whoever changes the camera by hand is asked of whoever takes a change back. */
async function requireNothingUncovered(
  trx: Work,
  actor: MemberActor,
  { before, after }: { before: CameraRow | undefined; after: CameraRow },
): Promise<void> {
  if (before) {
    requireNotMovedIntoSight(actor, before, after.entityPath);
    requireSameDevice(actor, before, after);
  }
  const known = new Set(before?.streams.map(({ urlKey }) => urlKey));
  const addresses = after.streams.filter(({ urlKey }) => !known.has(urlKey)).map(({ url }) => url);
  // One that comes back hides what it hid: it is no way around itself.
  await requireNoHiddenDevice(trx, actor, { edgeId: after.edgeId, addresses, except: before ? undefined : after.id });
}
