import type { AlertReason } from '@sightline/contracts/alert-rules/alert-rule';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** So many are kept of each rule. */
const keptOfRule = 50;

/** Something that kept a rule from alerting. */
export interface NearMissValues {
  ruleId: string;
  /** Null for what is of a core and no camera. */
  cameraId: string | null;
  /** Only for that. */
  edgeId?: string;
  at: Date;
  hindrance: string;
  /** So often within the minute from `at`. */
  count: number;
  why: readonly AlertReason[];
}

/** Keeps one; of the rule, only the last ones are left. */
export async function keepNearMiss(trx: Work, organizationId: string, miss: NearMissValues): Promise<void> {
  await sql`
    insert into alert_near_misses as m (organization_id, rule_id, camera_id, edge_id, at, hindrance, count, why)
    values (${organizationId}::uuid, ${miss.ruleId}::uuid, ${miss.cameraId}::uuid, ${miss.cameraId === null ? miss.edgeId : null}::uuid, ${miss.at}, ${miss.hindrance}, ${miss.count},
      ${JSON.stringify(miss.why)}::jsonb)
    on conflict (organization_id, rule_id, camera_id, edge_id, at, hindrance) do update set count = greatest(m.count, excluded.count), why = excluded.why`.execute(
    trx,
  );
  await sql`
    delete from alert_near_misses m using (
      select ctid from alert_near_misses
      where organization_id = ${organizationId}::uuid and rule_id = ${miss.ruleId}::uuid
      order by at desc, camera_id, edge_id, hindrance offset ${keptOfRule}) old
    where m.organization_id = ${organizationId}::uuid and m.rule_id = ${miss.ruleId}::uuid and m.ctid = old.ctid`.execute(
    trx,
  );
}

type NearMissRow = Omit<NearMissValues, 'ruleId' | 'edgeId'> & {
  /** Of the camera, or of the core. */
  cameraName: string;
  /** Locations from the root down, then the core and the camera. */
  entityPath: string[];
};

/** The last near misses of a rule, the newest first. */
export async function nearMissesOfRule(trx: Work, organizationId: string, ruleId: string): Promise<NearMissRow[]> {
  const { rows } = await sql<NearMissRow>`
    select m.at, m.camera_id, m.hindrance, m.count, m.why, coalesce(c.name, e.name) as camera_name,
      l.path || e.id || case when c.id is null then '{}' else array[c.id] end as entity_path
    from alert_near_misses m
      left join cameras c on c.organization_id = m.organization_id and c.id = m.camera_id
      join edges e on e.organization_id = m.organization_id and e.id = coalesce(m.edge_id, c.edge_id)
      join locations l on l.organization_id = m.organization_id and l.id = coalesce(c.location_id, e.location_id)
    where m.organization_id = ${organizationId}::uuid and m.rule_id = ${ruleId}::uuid
    order by m.at desc, m.camera_id, m.edge_id, m.hindrance`.execute(trx);
  return rows;
}
