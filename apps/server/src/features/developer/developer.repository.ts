import { eventClass } from '@sightline/contracts/events/event';
import type { StatusChange } from '@sightline/contracts/status/status';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface HeartbeatRow extends Pick<
  Row<'edges'>,
  'id' | 'name' | 'claimedAt' | 'revokedAt' | 'isLinked' | 'lastSeenAt' | 'clockOffsetMs' | 'version'
> {
  organizationName: string;
}

export interface HourRow {
  hour: Date;
  organizationName: string;
  className: string;
  count: number;
}

/** What something began to show, with what it is called. */
export interface StatusChangeRow extends Omit<StatusChange, 'atUtcMs'>, Pick<Row<'statusChanges'>, 'at' | 'entityId'> {
  organizationName: string;
  kind: Row<'statuses'>['kind'];
  name: string | null;
}

/** How many jobs of a queue wait, wait to be tried again, and failed for good within the last month. */
export interface JobsRow {
  queue: string;
  waiting: number;
  failing: number;
  failed: number;
}

/** Jobs of every queue, by its name. What a queue keeps of dead letters stands in one beside it. */
export async function jobsOf(database: Database): Promise<JobsRow[]> {
  const { rows } = await sql<JobsRow>`
    select q.name as queue, count(*) filter (where j.name = q.name and j.state = 'created')::int as waiting,
      count(*) filter (where j.name = q.name and j.state = 'retry')::int as failing,
      count(*) filter (where j.name = q.dead_letter and j.state = 'created')::int as failed
    from jobs.queue q left join jobs.job j on j.name in (q.name, q.dead_letter) and j.state in ('created', 'retry')
    where q.name not like '%.dead' and left(q.name, 2) <> '__' group by q.name order by q.name`.execute(
    database.global,
  );
  return rows;
}

/** Organizations that ever had a core; who has none has nothing to look after. */
export async function organizationsWithCores(database: Database): Promise<string[]> {
  const rows = await database.global
    .selectFrom('edgeIdentities')
    .select('organizationId')
    .distinct()
    .orderBy('organizationId')
    .execute();
  return rows.map((row) => row.organizationId);
}

/** Cores of one organization that were paired, the longest silent first. */
export async function heartbeats(trx: Work, organizationId: string, limit: number): Promise<HeartbeatRow[]> {
  const { rows } = await sql<HeartbeatRow>`
    select e.id, e.name, o.name as organization_name, e.claimed_at, e.revoked_at, e.is_linked, e.last_seen_at, e.clock_offset_ms, e.version
    from edges e join organizations o on o.id = e.organization_id
    where e.organization_id = ${organizationId} and e.deleted_at is null and e.claimed_at is not null
    order by e.last_seen_at nulls first, e.id limit ${limit}`.execute(trx);
  return rows;
}

/** Events of one organization by hour and class. */
export async function eventHours(trx: Work, organizationId: string, since: Date): Promise<HourRow[]> {
  const { rows } = await sql<{ hour: Date; organizationName: string; class: number; count: number }>`
    select h.hour, o.name as organization_name, h.class, h.count
    from (
      select date_trunc('hour', started_at) as hour, class, count(*)::int as count
      from events where organization_id = ${organizationId} and started_at >= ${since} group by 1, 2
    ) h join organizations o on o.id = ${organizationId}
    order by h.hour desc, h.count desc`.execute(trx);
  return rows.map(({ class: code, ...row }) => ({ ...row, className: eventClass.options[code] ?? String(code) }));
}

/** Changes of status of one organization, newest first; of what was deleted since only with its kind. */
export async function statusChanges(
  trx: Work,
  organizationId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<StatusChangeRow[]> {
  const { rows } = await sql<StatusChangeRow>`
    select c.id, c.at, c.from_state as "from", c.to_state as "to", c.part, c.cause, c.is_flapping, c.entity_id, s.kind,
      o.name as organization_name, coalesce(k.name, e.name, l.name) as name
    from status_changes c
    join organizations o on o.id = c.organization_id
    join statuses s on s.organization_id = c.organization_id and s.entity_id = c.entity_id
    left join cameras k on k.organization_id = c.organization_id and k.id = c.entity_id and k.deleted_at is null
    left join edges e on e.organization_id = c.organization_id and e.id = c.entity_id and e.deleted_at is null
    left join locations l on l.organization_id = c.organization_id and l.id = c.entity_id and l.deleted_at is null
    where c.organization_id = ${organizationId} and c.at >= ${since}
    order by c.at desc, c.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** How large the database is and how many connections it serves. */
export async function databaseFacts(
  database: Database,
): Promise<{ version: string; bytes: number; connections: number }> {
  const { rows } = await sql<{ version: string; bytes: number; connections: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`.execute(
    database.global,
  );
  return rows[0] as { version: string; bytes: number; connections: number };
}
