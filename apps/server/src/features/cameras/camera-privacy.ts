import { cameraSettings, type PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import { AppError } from '@sightline/contracts/shared/errors';
import { hidesAnything, uncovers } from '@sightline/domain/cameras/uncovering';
import { scopeCovers, scopeOf } from '@sightline/domain/permissions/grant';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { awayCode } from '../edges/edges.public.ts';
import { machineOf } from './device/camera-addresses.ts';
import {
  camerasShownRaw,
  hidingCamerasAround,
  hidingCamerasBelow,
  privacyOfCameras,
  type HidingCamera,
} from './camera-privacy.repository.ts';
import { seesOriginals } from './cameras.policy.ts';
import type { CameraRow } from './cameras.repository.ts';

/** To hide more is anybody's who may edit; to show what was hidden is theirs who may see it. Throws `privacy_needs_originals`. */
export function requireStillHidden(actor: MemberActor, camera: CameraRow, after: PrivacySettings): void {
  if (seesOriginals(actor, camera.entityPath)) return;
  if (uncovers(cameraSettings.parse(camera.settings).privacy, after)) throw new AppError('privacy_needs_originals');
}

/** Whoever may not see what a camera hides does not move it to where they may. `path` is that of the camera at the new place. Throws `privacy_needs_originals`. */
export function requireNotMovedIntoSight(actor: MemberActor, camera: CameraRow, path: readonly string[]): void {
  if (seesOriginals(actor, camera.entityPath) || !seesOriginals(actor, path)) return;
  if (uncovers(cameraSettings.parse(camera.settings).privacy, cameraSettings.parse({}).privacy))
    throw new AppError('privacy_needs_originals', { fields: ['locationId'] });
}

/**
 * The same for everything below a location that gets another parent: what hides there does not come to where its mover may see
 * originals. `path`: that of the location afterwards. Throws `privacy_needs_originals`.
 */
export async function requireNothingMovedIntoSight(
  trx: Work,
  actor: MemberActor,
  move: { locationId: string; path: readonly string[] },
): Promise<void> {
  const { locationId, path } = move;
  const hiding = await hidingCamerasBelow(trx, { organizationId: actor.organizationId, locationId });
  const isUncovered = (before: readonly string[]): boolean =>
    !seesOriginals(actor, before) && seesOriginals(actor, [...path, ...before.slice(before.indexOf(locationId) + 1)]);
  if (hiding.some((camera) => isUncovered(camera.path)))
    throw new AppError('privacy_needs_originals', { fields: ['parentId'] });
}

/** What cameras hide from the holder of these grants, by camera: these cameras, or all. Deleted ones count, what they saw may still be there. */
export async function hiddenFrom(
  trx: Work,
  { organizationId, grants }: Pick<MemberActor, 'organizationId' | 'grants'>,
  cameraIds?: readonly string[],
): Promise<Map<string, PrivacySettings>> {
  const originals = scopeOf(grants, 'OriginalsView');
  if (originals.whole) return new Map();
  const cameras = await privacyOfCameras(trx, organizationId, cameraIds);
  return new Map(
    cameras
      .filter(({ path }) => !scopeCovers(originals, path))
      .map(({ cameraId, settings }) => [cameraId, cameraSettings.parse(settings).privacy]),
  );
}

/** Addresses of a device that a core reaches. `except`: a camera that does not count. */
export interface DeviceAt {
  edgeId: string;
  addresses: readonly string[];
  except?: string | undefined;
}

/** Cameras around a core that hide something from the actor. */
export const hidingFrom = async (trx: Work, actor: MemberActor, edgeId: string): Promise<HidingCamera[]> =>
  (await hidingCamerasAround(trx, { organizationId: actor.organizationId, edgeId })).filter(
    ({ path }) => !seesOriginals(actor, path),
  );

/** Whether an address is on the device of a camera that hides something from the actor: another path shows the same scene. */
export async function isHiddenDevice(trx: Work, actor: MemberActor, at: DeviceAt): Promise<boolean> {
  const machines = new Set(at.addresses.map(machineOf));
  const hiding = (await hidingFrom(trx, actor, at.edgeId)).filter(({ cameraId }) => cameraId !== at.except);
  return hiding.some(({ addresses }) => addresses.some((address) => machines.has(machineOf(address))));
}

/** Throws `privacy_needs_originals` for addresses of a device of which a camera hides something from the actor. */
export async function requireNoHiddenDevice(trx: Work, actor: MemberActor, at: DeviceAt): Promise<void> {
  if (at.addresses.length > 0 && (await isHiddenDevice(trx, actor, at)))
    throw new AppError('privacy_needs_originals', { fields: ['streams'] });
}

const hidesFrom = (actor: MemberActor, { settings, entityPath }: CameraRow): boolean =>
  !seesOriginals(actor, entityPath) && hidesAnything(cameraSettings.parse(settings).privacy);

/**
 * A device of which a camera hides something from the actor is not let go of: nothing would know of it any more, and another camera
 * could show it. Throws `privacy_needs_originals`.
 */
export function requireSameDevice(
  actor: MemberActor,
  camera: CameraRow,
  after: { streams: readonly { url: string }[]; onvifHost: string | null },
): void {
  if (!hidesFrom(actor, camera)) return;
  const machines = ({ streams, onvifHost }: typeof after): string[] =>
    [...streams.map(({ url }) => url), ...(onvifHost === null ? [] : [onvifHost])].map(machineOf);
  const left = new Set(machines(after));
  if (machines(camera).some((machine) => !left.has(machine)))
    throw new AppError('privacy_needs_originals', { fields: ['streams'] });
}

/** Throws `privacy_core_too_old` when the camera hides something and its core does not know how, and why it is away when it never said. */
export async function requireHidden(trx: Work, organizationId: string, cameraId: string): Promise<void> {
  const raw = (await camerasShownRaw(trx, organizationId, [cameraId])).get(cameraId);
  if (!raw) return;
  if (raw.isLinked) throw new AppError('privacy_core_too_old');
  throw new AppError(awayCode(raw));
}
