import { orgGroupTypes, type OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { holds } from '../../platform/auth/entity-right.ts';

/** Groups of a type are for those who may use its directory. Throws `forbidden`. */
export function requireDirectory(actor: MemberActor, type: OrgGroupType): void {
  const permission = orgGroupTypes[type];
  if (!holds(actor, permission)) throw new AppError('forbidden', { permission });
}

/** The group itself; to whoever may not use its directory it is not there. Throws `not_found`. */
export function requireGroup<T extends { type: OrgGroupType }>(actor: MemberActor, group: T | undefined): T {
  if (!group || !holds(actor, orgGroupTypes[group.type])) throw new AppError('not_found');
  return group;
}
