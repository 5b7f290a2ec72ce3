import { AppError } from '@sightline/contracts/shared/errors';
import type { Scope } from '@sightline/domain/permissions/grant';
import { mayAt, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Cameras of which the actor sees entrances. That the actor has Entrances the calls themselves demand. */
export const visibleEntrances = (actor: MemberActor): Scope => scopeFor(actor, 'CameraView');

/** The entrance or camera itself when the actor may see the camera; otherwise it does not exist. */
export function requireSeen<T extends { entityPath: readonly string[] }>(actor: MemberActor, found: T | undefined): T {
  if (!found || !mayAt(actor, 'CameraView', found.entityPath)) throw new AppError('not_found');
  return found;
}
