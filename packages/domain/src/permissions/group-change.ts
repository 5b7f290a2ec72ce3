import type { EntityKind, GroupChange } from '@sightline/contracts/permission-groups/permission-group';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Grant } from './grant.ts';
import { effectOf, grantKey, isGivableOn } from './group-grants.ts';

/** Every thing that the changes name. */
export const entitiesOf = (changes: readonly GroupChange[]): string[] => [
  ...new Set(
    changes.flatMap((change) =>
      'entityIds' in change ? (change.entityIds ?? []) : change.entityId === null ? [] : [change.entityId],
    ),
  ),
];

type KindOf = (entityId: string) => EntityKind | undefined;

/** Refuses things that do not exist, and permissions that were named for a thing on which they cannot be given. */
function requireFit(change: GroupChange, kindOf: (entityId: string) => EntityKind): void {
  for (const entityId of entitiesOf([change])) kindOf(entityId);
  if (change.action === 'makeInherited' || change.action === 'selectAll') return;
  const kind = change.entityId === null ? 'organization' : kindOf(change.entityId);
  const names = change.action === 'changePermission' ? [change.permission] : change.permissions;
  const unfit = names.find((name) => !isGivableOn(name, kind));
  if (unfit !== undefined) throw new AppError('permission_not_for_entity', { permission: unfit, kind });
}

/**
 * What a group may do after these changes, in their order. `kindOf` says of what kind a thing is, undefined when there is
 * none. Throws `not_found` for such a thing, `permission_not_for_entity` where a permission cannot be given.
 */
export function applyGroupChanges(grants: readonly Grant[], changes: readonly GroupChange[], kindOf: KindOf): Grant[] {
  const held = new Map(grants.map((grant) => [grantKey(grant), grant]));
  const knownKind = (entityId: string): EntityKind => {
    const kind = kindOf(entityId);
    if (kind === undefined) throw new AppError('not_found');
    return kind;
  };
  for (const change of changes) {
    requireFit(change, knownKind);
    const { given, taken } = effectOf(change, knownKind);
    if (taken === 'everything') held.clear();
    else for (const key of taken) held.delete(key);
    for (const grant of given) held.set(grantKey(grant), grant);
  }
  return [...held.values()];
}

/** What has to be written so that `before` becomes `after`. */
export function grantDifference(
  before: readonly Grant[],
  after: readonly Grant[],
): { added: Grant[]; removed: Grant[] } {
  const [old, next] = [new Set(before.map(grantKey)), new Set(after.map(grantKey))];
  return {
    added: after.filter((grant) => !old.has(grantKey(grant))),
    removed: before.filter((grant) => !next.has(grantKey(grant))),
  };
}
