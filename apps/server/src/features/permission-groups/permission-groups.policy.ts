import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { AppError } from '@sightline/contracts/shared/errors';
import { scopeCovers, scopeOf, type Grant } from '@sightline/domain/permissions/grant';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** So many groups an organization may have. */
export const maxGroups = 500;

/**
 * True for members who hold everything on the whole organization, as administrators do. Helpers never are: whom they made
 * an administrator would be one when their own time is over.
 */
export const holdsEverything = (actor: MemberActor): boolean =>
  actor.viaOrganizationId === undefined &&
  (Object.keys(permissions) as Permission[]).every((permission) => scopeOf(actor.grants, permission).whole);

/** Nobody gives, or takes out of a group, what they do not hold themselves at the same place. `pathOf` answers undefined for what is gone. */
export function requireHolds(
  actor: MemberActor,
  grants: readonly Grant[],
  pathOf: (entityId: string) => readonly string[] | undefined,
): void {
  const beyond = grants.find(
    (grant) =>
      !scopeCovers(
        scopeOf(actor.grants, grant.permission),
        grant.entityId === null ? [] : (pathOf(grant.entityId) ?? []),
      ),
  );
  if (beyond) throw new AppError('grant_exceeds_own', { permission: beyond.permission });
}

/** For a refusal: what somebody lacks who does not hold everything. Helpers may lack nothing, and are refused all the same. */
export function lackOf(actor: MemberActor): { permission?: Permission } {
  const permission = (Object.keys(permissions) as Permission[]).find((name) => !scopeOf(actor.grants, name).whole);
  return permission === undefined ? {} : { permission };
}

/** People of the administrators are changed by those who hold everything: managing users must not be a way to become one. */
export function requireEverything(actor: MemberActor): void {
  if (!holdsEverything(actor)) throw new AppError('grant_exceeds_own', lackOf(actor));
}
