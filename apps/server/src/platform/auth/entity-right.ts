import { AppError } from '@sightline/contracts/shared/errors';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { scopeCovers, scopeOf, type Scope } from '@sightline/domain/permissions/grant';
import type { MemberActor } from '../http/actor.ts';

/** True when the actor holds a permission at a place (path of location ids from the root down). */
export const mayAt = (actor: MemberActor, permission: Permission, locationPath: readonly string[]): boolean =>
  scopeCovers(scopeOf(actor.grants, permission), locationPath);

/** Where the actor holds a permission, for lists. */
export const scopeFor = (actor: MemberActor, permission: Permission): Scope => scopeOf(actor.grants, permission);

/** The thing itself when the actor may do `permission` with it; 404 when the actor cannot see it (`view`), 403 when only the right is missing. */
export function requireEntity<T extends { locationPath: readonly string[] }>(
  actor: MemberActor,
  entity: T | null | undefined,
  right: { permission: Permission; view: Permission },
): T {
  if (!entity) throw new AppError('not_found');
  if (!mayAt(actor, right.view, entity.locationPath) && !mayAt(actor, right.permission, entity.locationPath)) throw new AppError('not_found');
  if (!mayAt(actor, right.permission, entity.locationPath)) throw new AppError('forbidden', { permission: right.permission });
  return entity;
}
