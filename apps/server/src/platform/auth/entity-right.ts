import { AppError } from '@sightline/contracts/shared/errors';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { holdsAnywhere, scopeCovers, scopeOf, scopeOfGrants, type Scope } from '@sightline/domain/permissions/grant';
import type { MemberActor, SessionActor } from './actor.ts';

/**
 * True when the actor holds a permission at a place: the ids of everything above it and its own, that is locations from
 * the root down, then the core, then the camera.
 */
export const mayAt = (actor: MemberActor, permission: Permission, entityPath: readonly string[]): boolean =>
  scopeCovers(scopeOf(actor.grants, permission), entityPath);

/** Where the actor holds a permission, for lists. */
export const scopeFor = (actor: MemberActor, permission: Permission): Scope => scopeOf(actor.grants, permission);

/** Where the actor holds anything that is given on things rather than on the organization: the names above may be read. */
export const carriedScope = (actor: SessionActor): Scope =>
  scopeOfGrants(actor.grants.filter((grant) => permissions[grant.permission] !== 'organization'));

/** True when a permission is held as its calls demand it: on the whole organization, or somewhere. */
export function holds(actor: SessionActor, permission: Permission): boolean {
  const scope = scopeOf(actor.grants, permission);
  if (permissions[permission] === 'organization') return scope.whole;
  // Whoever may see a camera may read where it is.
  return holdsAnywhere(scope) || (permission === 'LocationView' && holdsAnywhere(carriedScope(actor)));
}

/** The thing itself when the actor may do `permission` with it; 404 when the actor cannot see it (`view`), 403 when only the right is missing. */
export function requireEntity<T extends { entityPath: readonly string[] }>(
  actor: MemberActor,
  entity: T | null | undefined,
  right: { permission: Permission; view: Permission },
): T {
  if (!entity) throw new AppError('not_found');
  if (!mayAt(actor, right.view, entity.entityPath) && !mayAt(actor, right.permission, entity.entityPath))
    throw new AppError('not_found');
  if (!mayAt(actor, right.permission, entity.entityPath))
    throw new AppError('forbidden', { permission: right.permission });
  return entity;
}
