import { AppError } from '@sightline/contracts/shared/errors';
import type { Scope } from '@sightline/domain/permissions/grant';
import { mayAt, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Cameras of which the actor sees doors. That the actor has the right to the directory the calls themselves demand. */
export const visibleDoors = (actor: MemberActor): Scope => scopeFor(actor, 'CameraView');

/** The door or camera itself when the actor may see the camera; otherwise it does not exist. */
export function requireSeen<T extends { entityPath: readonly string[] }>(actor: MemberActor, found: T | undefined): T {
  if (!found || !mayAt(actor, 'CameraView', found.entityPath)) throw new AppError('not_found');
  return found;
}
