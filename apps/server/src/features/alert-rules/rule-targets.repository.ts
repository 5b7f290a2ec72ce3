import { alertRuleKinds } from '@sightline/contracts/alert-rules/alert-rule-link';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

/** The one kind of entity that cores are told of rules. */
export const ruleKind: keyof typeof alertRuleKinds = 'alertRule';

/** A camera or core at which a rule watches. */
export interface TargetPlace {
  id: string;
  isCamera: boolean;
  name: string;
  /** Its core, or itself. */
  edgeId: string;
  locationId: string;
  locationName: string;
  /** Locations from the root down, then the core, then the camera. */
  entityPath: string[];
}

/** A target as it is now. */
export interface TargetRow extends TargetPlace {
  ruleId: string;
  isDeleted: boolean;
  abilities: string[];
  /** Of a camera; what is absent has its default. */
  analysis: Partial<AnalysisSettings> | null;
  /** Its location and organization allow that faces are compared. */
  allowsFaces: boolean;
  /** Its organization allows that plates are read. */
  allowsPlates: boolean;
  /** The core has applied the newest that it was told of the rule. */
  isConfirmed: boolean;
  /** Until when the camera is or was muted. */
  mutedUntil: Date | null;
  /** Saved doors of the camera. */
  doorIds: string[];
}

/** Targets `t` with their camera `c` or none, core `e` and location `l`. */
const targets = sql`alert_rule_targets t
  left join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
  join edges e on e.organization_id = t.organization_id and e.id = coalesce(t.edge_id, c.edge_id)
  join locations l on l.organization_id = t.organization_id and l.id = coalesce(c.location_id, e.location_id)`;
const isLive = sql<SqlBool>`c.deleted_at is null and e.deleted_at is null`;

/** Of rules; those that were deleted since as well. By name. */
export async function targetsOf(trx: Work, organizationId: string, ruleIds: readonly string[]): Promise<TargetRow[]> {
  if (ruleIds.length === 0) return [];
  const { rows } = await sql<TargetRow>`
    select t.rule_id, coalesce(t.camera_id, t.edge_id) as id, t.camera_id is not null as is_camera, coalesce(c.name, e.name) as name,
      not (${isLive}) as is_deleted, e.id as edge_id, l.id as location_id, l.name as location_name,
      l.path || e.id || case when c.id is null then '{}' else array[c.id] end as entity_path, e.capabilities as abilities, c.analysis,
      faces_wanted(l) as allows_faces,
      coalesce((select (o.analytics_switches ->> 'licensePlates')::boolean from organizations o where o.id = t.organization_id), true) as allows_plates,
      exists (select from shared_entities s
        where s.organization_id = t.organization_id and s.edge_id = e.id and s.kind = ${ruleKind} and s.entity_id = t.rule_id and s.is_wanted)
      and not exists (select from operations o
        where o.organization_id = t.organization_id and o.edge_id = e.id and o.entity = ${ruleKind} and o.entity_id = t.rule_id
          and o.applied_at is null and o.cancelled_at is null) as is_confirmed,
      (select m.muted_until from camera_mutes m where m.organization_id = t.organization_id and m.camera_id = t.camera_id) as muted_until,
      array(select d.id from doors d where d.organization_id = t.organization_id and d.camera_id = t.camera_id and d.is_saved) as door_ids
    from ${targets}
    where t.organization_id = ${organizationId}::uuid and t.rule_id = any (${[...ruleIds]}::uuid[])
    order by coalesce(c.name, e.name) collate people, id`.execute(trx);
  return rows;
}

/** Where rules are looked for. */
export interface TargetFilter {
  /** What one may see by: each of them is enough. */
  scopes: readonly Scope[];
  cameraId?: string | undefined;
  /** With everything below it. */
  locationId?: string | undefined;
}

/** Rules `r` with a target that may be seen, and that is asked for. Of a rule whose targets are all gone those count that it had. */
export function hasTarget(organizationId: string, { scopes, cameraId, locationId }: TargetFilter): RawBuilder<boolean> {
  const columns = {
    organizationId,
    location: sql`coalesce(c.location_id, e.location_id)`,
    core: sql`e.id`,
    camera: sql`c.id`,
  };
  const isSeen = sql.join(
    scopes.map((scope) => insideScope(scope, columns)),
    sql` or `,
  );
  return sql<boolean>`exists (select from ${targets} where t.organization_id = r.organization_id and t.rule_id = r.id and (${isSeen})
    and (${cameraId ?? null}::uuid is null or t.camera_id = ${cameraId ?? null}::uuid)
    and (${locationId ?? null}::uuid is null or ${locationId ?? null}::uuid = any (l.path))
    and ((${isLive}) or not exists (select from ${targets} where t.organization_id = r.organization_id and t.rule_id = r.id and ${isLive})))`;
}

/** Cameras and cores that are in use, by their ids; the others are left out. */
export async function findPlaces(
  trx: Work,
  organizationId: string,
  { cameraIds, edgeIds }: { cameraIds: readonly string[]; edgeIds: readonly string[] },
): Promise<TargetPlace[]> {
  const { rows } = await sql<TargetPlace>`
    select c.id, true as is_camera, c.name, c.edge_id, l.id as location_id, l.name as location_name, l.path || c.edge_id || c.id as entity_path
    from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${organizationId}::uuid and c.deleted_at is null and c.id = any (${[...cameraIds]}::uuid[])
    union all
    select e.id, false, e.name, e.id, l.id, l.name, l.path || e.id
    from edges e join locations l on l.organization_id = e.organization_id and l.id = e.location_id
    where e.organization_id = ${organizationId}::uuid and e.deleted_at is null and e.id = any (${[...edgeIds]}::uuid[])`.execute(
    trx,
  );
  return rows;
}

/** What a core announced that it can do. */
export async function abilitiesOf(trx: Work, organizationId: string, edgeId: string): Promise<string[]> {
  const row = await trx
    .selectFrom('edges')
    .select('capabilities')
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .executeTakeFirst();
  return row?.capabilities ?? [];
}

/** The most rules that any of these cameras has, but for one rule. */
export async function mostRulesOf(
  trx: Work,
  organizationId: string,
  { cameraIds, except }: { cameraIds: readonly string[]; except: string | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from alert_rule_targets
    where organization_id = ${organizationId}::uuid and camera_id = any (${[...cameraIds]}::uuid[]) and rule_id is distinct from ${except}::uuid
    group by camera_id order by count desc limit 1`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** What a rule watches at from now on. */
export async function replaceTargets(
  trx: Work,
  { organizationId, ruleId }: { organizationId: string; ruleId: string },
  { cameraIds, edgeIds }: { cameraIds: readonly string[]; edgeIds: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('alertRuleTargets')
    .where('organizationId', '=', organizationId)
    .where('ruleId', '=', ruleId)
    .execute();
  await sql`
    insert into alert_rule_targets (organization_id, rule_id, camera_id, edge_id)
    select ${organizationId}::uuid, ${ruleId}::uuid, camera_id, null from unnest(${[...cameraIds]}::uuid[]) camera_id
    union all select ${organizationId}::uuid, ${ruleId}::uuid, null, edge_id from unnest(${[...edgeIds]}::uuid[]) edge_id`.execute(
    trx,
  );
}

/** Cores of the cameras of rules: those that are told when these change. */
export async function coresOfRules(trx: Work, organizationId: string, ruleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ edgeId: string }>`
    select distinct c.edge_id from alert_rule_targets t join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
    where t.organization_id = ${organizationId}::uuid and t.rule_id = any (${[...ruleIds]}::uuid[])`.execute(trx);
  return rows.map(({ edgeId }) => edgeId);
}
