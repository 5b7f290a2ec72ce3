import type { AlertReason } from '@sightline/contracts/alert-rules/alert-rule';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** So many are kept of each rule. */
const keptOfRule = 50;

/** Something that kept a rule from alerting. */
export interface NearMissValues {
  ruleId: string;
  cameraId: string;
  at: Date;
  hindrance: string;
  /** So often within the minute from `at`. */
  count: number;
  why: readonly AlertReason[];
}

/** Keeps one; of the rule, only the last ones are left. */
export async function keepNearMiss(trx: Work, organizationId: string, miss: NearMissValues): Promise<void> {
  await sql`
    insert into alert_near_misses as m (organization_id, rule_id, camera_id, at, hindrance, count, why)
    values (${organizationId}::uuid, ${miss.ruleId}::uuid, ${miss.cameraId}::uuid, ${miss.at}, ${miss.hindrance}, ${miss.count},
      ${JSON.stringify(miss.why)}::jsonb)
    on conflict (organization_id, rule_id, camera_id, at, hindrance) do update set count = greatest(m.count, excluded.count), why = excluded.why`.execute(
    trx,
  );
  await sql`
    delete from alert_near_misses m using (
      select at, camera_id, hindrance from alert_near_misses
      where organization_id = ${organizationId}::uuid and rule_id = ${miss.ruleId}::uuid
      order by at desc, camera_id, hindrance offset ${keptOfRule}) old
    where m.organization_id = ${organizationId}::uuid and m.rule_id = ${miss.ruleId}::uuid
      and m.at = old.at and m.camera_id = old.camera_id and m.hindrance = old.hindrance`.execute(trx);
}

type NearMissRow = Omit<NearMissValues, 'ruleId'> & {
  cameraName: string;
  /** Locations from the root down, then the core and the camera. */
  entityPath: string[];
};

/** The last near misses of a rule, the newest first. */
export async function nearMissesOfRule(trx: Work, organizationId: string, ruleId: string): Promise<NearMissRow[]> {
  const { rows } = await sql<NearMissRow>`
    select m.at, m.camera_id, m.hindrance, m.count, m.why, c.name as camera_name, l.path || c.edge_id || c.id as entity_path
    from alert_near_misses m
      join cameras c on c.organization_id = m.organization_id and c.id = m.camera_id
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where m.organization_id = ${organizationId}::uuid and m.rule_id = ${ruleId}::uuid
    order by m.at desc, m.camera_id, m.hindrance`.execute(trx);
  return rows;
}
