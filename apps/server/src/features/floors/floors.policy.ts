import type { Permission } from '@sightline/contracts/shared/permissions';
import { mayAt, requireEntity } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

type FloorRight = Extract<Permission, 'LocationView' | 'LocationEdit'>;

/** A building, a floor or their location, when the actor may do this there; 404 when it is not visible, 403 when only the right is missing. */
export const requireAt = <T extends { entityPath: readonly string[] }>(
  actor: MemberActor,
  thing: T | undefined,
  permission: FloorRight,
): T => requireEntity(actor, thing, { permission, view: 'LocationView' });

/** Whether buildings and floors of a place may be changed. */
export const mayEditAt = (actor: MemberActor, path: readonly string[]): boolean => mayAt(actor, 'LocationEdit', path);

/** Whether a camera with this path may be told of. */
export const seesCamera = (actor: MemberActor, path: readonly string[]): boolean => mayAt(actor, 'CameraView', path);
