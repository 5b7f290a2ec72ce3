import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** Something that went offline a while ago. */
export type Watch = Pick<Row<'offlineWatches'>, 'organizationId' | 'entityKind' | 'entityId'>;

/** Where something lies that is offline, and since when. */
export interface OfflineThing {
  name: string;
  timeZone: string;
  since: Date;
  /** Locations from the root down, the core, the camera. */
  path: string[];
}

export const watchesBefore = (database: Database, before: Date): Promise<Watch[]> =>
  database.global
    .selectFrom('offlineWatches')
    .select(['organizationId', 'entityKind', 'entityId'])
    .where('fromAt', '<=', before)
    .limit(500)
    .execute();

/** Ends a watch; true for the one process that did. */
export async function takeWatch(trx: Work, { organizationId, entityKind, entityId }: Watch): Promise<boolean> {
  const row = await trx
    .deleteFrom('offlineWatches')
    .where('organizationId', '=', organizationId)
    .where('entityKind', '=', entityKind)
    .where('entityId', '=', entityId)
    .returning('entityId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Null when it is there again, gone for good, or out of reach because its core is; and when it flaps since before, for then it was told once. */
export async function findOffline(
  trx: Work,
  { organizationId, entityKind, entityId }: Watch,
): Promise<OfflineThing | null> {
  const place =
    entityKind === 'core'
      ? sql`select e.name, l.time_zone, l.path || e.id as path from edges e
          join locations l on l.organization_id = e.organization_id and l.id = e.location_id
          where e.organization_id = ${organizationId} and e.id = ${entityId} and e.deleted_at is null`
      : sql`select c.name, l.time_zone, l.path || c.edge_id || c.id as path from cameras c
          join locations l on l.organization_id = c.organization_id and l.id = c.location_id
          join edges e on e.organization_id = c.organization_id and e.id = c.edge_id and e.is_linked
          where c.organization_id = ${organizationId} and c.id = ${entityId} and c.deleted_at is null`;
  const { rows } = await sql<OfflineThing>`
    select place.*, o.from_at as since from (${place}) place join offline_periods o
      on o.organization_id = ${organizationId} and o.entity_kind = ${entityKind} and o.entity_id = ${entityId} and o.to_at is null
    where not exists (select 1 from statuses s
      where s.organization_id = ${organizationId} and s.entity_id = ${entityId} and s.flapping_since < o.from_at)`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** Members who want to hear of this kind and have a browser that could tell them. */
export async function membersWhoAsked(trx: Work, organizationId: string, kind: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select m.user_id from memberships m join notification_settings s on s.user_id = m.user_id and ${kind}::text = any (s.kinds)
    where m.organization_id = ${organizationId} and exists (select 1 from user_devices d where d.user_id = m.user_id and d.enabled)`.execute(
    trx,
  );
  return rows.map((row) => row.userId);
}
