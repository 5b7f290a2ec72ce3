import type { EffectivePermission, PermissionReason } from '@sightline/contracts/permission-groups/permission-group';
import { AppError } from '@sightline/contracts/shared/errors';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { mayAt, holds } from '../../platform/auth/entity-right.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { findEntities, type EntityRow } from './group-entities.repository.ts';
import { sourcesOfHelpers, sourcesOfMember, helpersOf, type SourceRow } from './effective-permissions.repository.ts';
import { administratorsOf, helpersAmong, membersAmong } from './group-people.repository.ts';

const allPermissions = Object.keys(permissions) as Permission[];

/** What somebody may do, with every grant that gives it. */
export type EffectivePermissionsService = ReturnType<typeof createEffectivePermissionsService>;

interface Explanation {
  isAllowed: boolean;
  reasons: PermissionReason[];
  administrators: { id: string; name: string }[];
}

/** Effective permissions with their reasons: of oneself, of a member, of a helping organization. */
export function createEffectivePermissionsService({ database, clock }: { database: Database; clock: Clock }) {
  const inside = <T>(actor: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, work);
  return {
    own: (actor: MemberActor): Promise<{ items: EffectivePermission[] }> =>
      inside(actor, async (trx) => {
        const items = await effective(trx, actor.organizationId, await ownSources(trx, actor, clock()));
        // A key may do less than its maker.
        return { items: items.filter((item) => actor.apiKeyId === undefined || holds(actor, item.name)) };
      }),
    byUser: (actor: MemberActor, userId: string): Promise<{ items: EffectivePermission[] }> =>
      inside(actor, async (trx) => {
        if ((await membersAmong(trx, actor.organizationId, [userId])).length === 0) throw new AppError('not_found');
        return {
          items: await effective(trx, actor.organizationId, await sourcesOfMember(trx, actor.organizationId, userId)),
        };
      }),
    byOrganization: (actor: MemberActor, helperId: string): Promise<{ items: EffectivePermission[] }> =>
      inside(actor, async (trx) => {
        if ((await helpersAmong(trx, actor.organizationId, [helperId])).length === 0) throw new AppError('not_found');
        return {
          items: await effective(
            trx,
            actor.organizationId,
            await sourcesOfHelpers(trx, actor.organizationId, [helperId]),
          ),
        };
      }),
    explain: (
      actor: MemberActor,
      asked: { permission: Permission; entityId?: string | undefined },
    ): Promise<Explanation> => inside(actor, (trx) => explain(trx, { actor, nowMs: clock() }, asked)),
  };
}

async function ownSources(trx: Work, actor: MemberActor, nowMs: number): Promise<SourceRow[]> {
  const { organizationId, userId } = actor;
  if (actor.viaOrganizationId === undefined) return sourcesOfMember(trx, organizationId, userId);
  return sourcesOfHelpers(trx, organizationId, await helpersOf(trx, { organizationId, userId, now: new Date(nowMs) }));
}

const permissionsOf = (row: SourceRow): Permission[] =>
  row.permission === null ? allPermissions : row.permission in permissions ? [row.permission as Permission] : [];

const reasonOf = (row: SourceRow, entity: EntityRow | undefined): PermissionReason => ({
  group: row.groupId === null ? null : { id: row.groupId, name: row.groupName ?? '' },
  viaOrganization: row.viaId === null ? null : { id: row.viaId, name: row.viaName ?? '' },
  entityKind: row.kind,
  entityId: row.entityId,
  entityName: entity?.name ?? '',
});

/** Grants by permission; those on things that are gone give nothing. */
async function effective(
  trx: Work,
  organizationId: string,
  sources: readonly SourceRow[],
): Promise<EffectivePermission[]> {
  const entities = await findEntities(
    trx,
    organizationId,
    sources.flatMap((row) => row.entityId ?? []),
  );
  const real = sources.filter((row) => row.entityId === null || entities.has(row.entityId));
  const byName = Map.groupBy(
    real.flatMap((row) => permissionsOf(row).map((name) => ({ name, row }))),
    (held) => held.name,
  );
  return allPermissions.flatMap((name) => {
    const held = byName.get(name);
    if (!held) return [];
    return [
      {
        name,
        isWhole: held.some(({ row }) => row.entityId === null),
        entityIds: [...new Set(held.flatMap(({ row }) => row.entityId ?? []))],
        reasons: held.map(({ row }) => reasonOf(row, row.entityId === null ? undefined : entities.get(row.entityId))),
      },
    ];
  });
}

async function explain(
  trx: Work,
  { actor, nowMs }: { actor: MemberActor; nowMs: number },
  { permission, entityId }: { permission: Permission; entityId?: string | undefined },
): Promise<Explanation> {
  const { organizationId } = actor;
  const entity =
    entityId === undefined ? undefined : (await findEntities(trx, organizationId, [entityId])).get(entityId);
  if (entityId !== undefined && !(entity && isVisible(actor, entity))) throw new AppError('not_found');
  const items = await effective(trx, organizationId, await ownSources(trx, actor, nowMs));
  const reasons = items.find((item) => item.name === permission)?.reasons ?? [];
  return {
    isAllowed: entity ? mayAt(actor, permission, entity.path) : holds(actor, permission),
    reasons: entity
      ? reasons.filter((reason) => reason.entityId === null || entity.path.includes(reason.entityId))
      : reasons,
    administrators: await administratorsOf(trx, organizationId),
  };
}

/** Somebody who manages rights reads every name; others see what they may do anything with. */
const isVisible = (actor: MemberActor, entity: EntityRow): boolean =>
  holds(actor, 'UserManage') ||
  allPermissions.some(
    (permission) => permissions[permission] !== 'organization' && mayAt(actor, permission, entity.path),
  );
