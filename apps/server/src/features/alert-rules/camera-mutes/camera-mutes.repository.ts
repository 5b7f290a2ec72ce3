import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { insideScope } from '../../../platform/database/scope-sql.ts';
import { coreKinds } from '../alert-rules.repository.ts';
import { ruleKind } from '../rule-targets.repository.ts';

/** A camera within its organization. */
interface CameraPlace {
  organizationId: string;
  cameraId: string;
}

/** A mute that goes on. */
export interface MuteRow {
  cameraId: string;
  cameraName: string;
  locationName: string;
  timeZone: string;
  mutedUntil: Date;
  mutedBy: string;
  /** Null for somebody who is gone. */
  byName: string | null;
  /** What the core announces; nothing before it was ever linked. */
  abilities: string[];
  /** Rules of the camera run on its core. */
  hasCoreRules: boolean;
  /** The core has all of them as they are now. */
  isConfirmed: boolean;
  /** Of all that there are, also those that are not listed. */
  total: number;
}

/** Mutes that go on at an instant where one may see them, those that end first before the others. `cameraId`: of this one. */
export async function listMutes(
  trx: Work,
  organizationId: string,
  wanted: { scope: Scope; at: Date; limit: number; cameraId: string | null },
): Promise<MuteRow[]> {
  const { scope, at, limit, cameraId } = wanted;
  const columns = { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` };
  const { rows } = await sql<MuteRow>`
    with running as (
      select t.camera_id, r.id, c.edge_id from alert_rule_targets t
        join alert_rules r on r.organization_id = t.organization_id and r.id = t.rule_id
        join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
        join camera_mutes m on m.organization_id = t.organization_id and m.camera_id = t.camera_id
      where t.organization_id = ${organizationId}::uuid and r.is_enabled and r.kind = any (${coreKinds}::text[]))
    select c.id as camera_id, c.name as camera_name, l.name as location_name, l.time_zone, m.muted_until, m.muted_by,
      (select u.name from auth."user" u where u.id = m.muted_by) as by_name, e.capabilities as abilities,
      exists (select from running where running.camera_id = c.id) as has_core_rules,
      not exists (select from running where running.camera_id = c.id and (
        exists (select from operations o
          where o.organization_id = m.organization_id and o.edge_id = running.edge_id and o.entity = ${ruleKind} and o.entity_id = running.id
            and o.applied_at is null and o.cancelled_at is null)
        or not exists (select from shared_entities s
          where s.organization_id = m.organization_id and s.edge_id = running.edge_id and s.kind = ${ruleKind} and s.entity_id = running.id
            and s.is_wanted))) as is_confirmed,
      (count(*) over ())::integer as total
    from camera_mutes m
      join cameras c on c.organization_id = m.organization_id and c.id = m.camera_id
      join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where m.organization_id = ${organizationId}::uuid and m.muted_until > ${at} and c.deleted_at is null and e.deleted_at is null
      and ${insideScope(scope, columns)} and (${cameraId}::uuid is null or c.id = ${cameraId}::uuid)
    order by m.muted_until, c.name collate people, c.id
    limit ${limit}`.execute(trx);
  return rows;
}

/** Mutes a camera until then, or ends that with null. */
export async function putMute(
  trx: Work,
  { organizationId, cameraId }: CameraPlace,
  mute: { until: Date; by: string } | null,
): Promise<void> {
  if (mute === null)
    await sql`delete from camera_mutes where organization_id = ${organizationId}::uuid and camera_id = ${cameraId}::uuid`.execute(
      trx,
    );
  else
    await sql`
      insert into camera_mutes (organization_id, camera_id, muted_until, muted_by)
      values (${organizationId}::uuid, ${cameraId}::uuid, ${mute.until}, ${mute.by})
      on conflict (organization_id, camera_id) do update set muted_until = excluded.muted_until, muted_by = excluded.muted_by`.execute(
      trx,
    );
}
