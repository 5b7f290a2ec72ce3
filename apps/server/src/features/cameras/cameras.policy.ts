import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Scope } from '@sightline/domain/permissions/grant';
import { mayAt, requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Cameras that the actor may see; lists are filtered by it in the database. */
export const visibleCameras = (actor: MemberActor): Scope => scopeFor(actor, 'CameraView');

/** The camera itself when the actor may do this with it; 404 when it is not visible, 403 when only the right is missing. */
export const requireCamera = <T extends { entityPath: readonly string[] }>(
  actor: MemberActor,
  camera: T | undefined,
  permission: Permission,
): T => requireEntity(actor, camera, { permission, view: 'CameraView' });

/** Whether the actor may see what a camera at this place hides. */
export const seesOriginals = (actor: MemberActor, path: readonly string[]): boolean =>
  mayAt(actor, 'OriginalsView', path);

/** What the screens may offer on a camera. */
export const cameraRights = (actor: MemberActor, path: readonly string[]): Camera['can'] => ({
  live: mayAt(actor, 'CameraView', path),
  playback: mayAt(actor, 'PlaybackView', path),
  originals: seesOriginals(actor, path),
  edit: mayAt(actor, 'CameraEdit', path),
  remove: mayAt(actor, 'CameraDelete', path),
  export: mayAt(actor, 'ExportCreate', path),
  talk: mayAt(actor, 'CameraTalk', path),
});
