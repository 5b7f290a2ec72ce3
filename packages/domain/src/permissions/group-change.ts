import type { EntityKind, GroupChange } from '@sightline/contracts/permission-groups/permission-group';
import { AppError } from '@sightline/contracts/shared/errors';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { Grant } from './grant.ts';

const allPermissions = Object.keys(permissions) as Permission[];
/** From the narrowest kind of thing to the widest. */
const width: Record<EntityKind, number> = { camera: 0, core: 1, location: 2, organization: 3 };

/** True when a permission can be given on this kind of thing: on the kind that it names and on everything above. */
export const isGivableOn = (permission: Permission, kind: EntityKind): boolean => width[kind] >= width[permissions[permission]];

/** Key of a grant within one group: a permission is on a thing once. */
export const grantKey = (grant: { permission: string; entityId: string | null }): string => `${grant.permission} ${grant.entityId ?? ''}`;

/** Every thing that the changes name. */
export const entitiesOf = (changes: readonly GroupChange[]): string[] => [
  ...new Set(changes.flatMap((change) => ('entityIds' in change ? (change.entityIds ?? []) : change.entityId === null ? [] : [change.entityId]))),
];

type KindOf = (entityId: string) => EntityKind | undefined;

function targetOf(entityId: string | null, kindOf: KindOf): { kind: EntityKind; entityId: string | null } {
  const kind = entityId === null ? 'organization' : kindOf(entityId);
  if (kind === undefined) throw new AppError('not_found');
  return { kind, entityId };
}

/** Grants that one change gives or takes; those that cannot be given on such a thing are refused, or left out when everything was chosen. */
function touchedBy(change: Exclude<GroupChange, { action: 'makeInherited' }>, kindOf: KindOf): Grant[] {
  if (change.action === 'selectAll') {
    const targets = (change.entityIds ?? [null]).map((entityId) => targetOf(entityId, kindOf));
    return targets.flatMap((target) => allPermissions.filter((name) => isGivableOn(name, target.kind)).map((permission) => ({ permission, ...target })));
  }
  const target = targetOf(change.entityId, kindOf);
  const names = change.action === 'changePermission' ? [change.permission] : change.permissions;
  const unfit = names.find((name) => !isGivableOn(name, target.kind));
  if (unfit !== undefined) throw new AppError('permission_not_for_entity', { permission: unfit, kind: target.kind });
  return names.map((permission) => ({ permission, ...target }));
}

function applyOne(grants: Map<string, Grant>, change: GroupChange, kindOf: KindOf): void {
  if (change.action === 'makeInherited') {
    const names = new Set<Permission>(change.permissions ?? allPermissions);
    const ids = new Set(change.entityIds.map((entityId) => targetOf(entityId, kindOf).entityId));
    for (const [key, grant] of grants) if (grant.entityId !== null && ids.has(grant.entityId) && names.has(grant.permission)) grants.delete(key);
    return;
  }
  // Nothing at all is left when everything is taken everywhere.
  if (change.action === 'selectAll' && change.entityIds === null && !change.isAllowed) return grants.clear();
  for (const grant of touchedBy(change, kindOf)) {
    if (change.isAllowed) grants.set(grantKey(grant), grant);
    else grants.delete(grantKey(grant));
  }
}

/**
 * What a group may do after these changes, in their order. `kindOf` says of what kind a thing is, undefined when there is
 * none. Throws `not_found` for such a thing, `permission_not_for_entity` where a permission cannot be given.
 */
export function applyGroupChanges(grants: readonly Grant[], changes: readonly GroupChange[], kindOf: KindOf): Grant[] {
  const held = new Map(grants.map((grant) => [grantKey(grant), grant]));
  for (const change of changes) applyOne(held, change, kindOf);
  return [...held.values()];
}

/** What has to be written so that `before` becomes `after`. */
export function grantDifference(before: readonly Grant[], after: readonly Grant[]): { added: Grant[]; removed: Grant[] } {
  const [old, next] = [new Set(before.map(grantKey)), new Set(after.map(grantKey))];
  return { added: after.filter((grant) => !old.has(grantKey(grant))), removed: before.filter((grant) => !next.has(grantKey(grant))) };
}
