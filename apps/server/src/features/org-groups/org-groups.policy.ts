import { orgGroupTypes, type OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { holds } from '../../platform/auth/entity-right.ts';

/** Whether the actor may use the directory whose entries such groups hold. */
export const mayUseDirectory = (actor: MemberActor, type: OrgGroupType): boolean => holds(actor, orgGroupTypes[type]);

/** Groups of a type are for those who may use its directory. Throws `forbidden`. */
export function requireDirectory(actor: MemberActor, type: OrgGroupType): void {
  if (!mayUseDirectory(actor, type)) throw new AppError('forbidden', { permission: orgGroupTypes[type] });
}

/** The group itself; to whoever may not use its directory it is not there. Throws `not_found`. */
export function requireGroup<T extends { type: OrgGroupType }>(actor: MemberActor, group: T | undefined): T {
  if (!group || !mayUseDirectory(actor, group.type)) throw new AppError('not_found');
  return group;
}
