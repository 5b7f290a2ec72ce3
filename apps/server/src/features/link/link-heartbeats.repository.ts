import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { clockBefore } from './link-clock.repository.ts';
import type { EdgeRef } from './link.repository.ts';

/** A sign of life of a core, as it came. */
export interface Heartbeat extends Pick<Row<'edgeHeartbeats'>, 'clockOffsetMs' | 'outboxDepth'> {
  health: EdgeHealth;
}

const maxBytes = Number.MAX_SAFE_INTEGER;
const maxDepth = 2_147_483_647;
const maxLoad = 1_000_000;
/** More than a core can be off without being nonsense; what lies must not break the row. */
const maxOffsetMs = 1e15;

const within = (value: number, max: number, min = 0): number => Math.min(max, Math.max(min, value));

/** The figures of a heartbeat as the history keeps them. */
function figuresOf({ health, clockOffsetMs, outboxDepth }: Heartbeat) {
  const { cpuShare, memoryBytes, memoryTotalBytes, diskFreeBytes, load, temperatures } = health;
  return {
    cpuShare: within(cpuShare, 1),
    memoryShare: memoryTotalBytes > 0 ? within(memoryBytes / memoryTotalBytes, 1) : 0,
    diskFreeBytes: Math.floor(within(diskFreeBytes, maxBytes)),
    load: load === undefined ? null : within(load[0], maxLoad),
    celsius:
      temperatures === undefined || temperatures === null || temperatures.length === 0
        ? null
        : Math.max(...temperatures.map(({ celsius }) => celsius)),
    outboxDepth: within(outboxDepth, maxDepth),
    clockOffsetMs: within(clockOffsetMs, maxOffsetMs, -maxOffsetMs),
  };
}

/** Notes a heartbeat: how the core is now, since when its buckets are open, and the minute of its history. */
export async function storeHeartbeat(
  trx: Work,
  place: EdgeRef,
  beat: Heartbeat & { at: Date },
): Promise<{ locationId: string; stateSince: Date | null; clockBeforeMs: number | null } | undefined> {
  const { organizationId, edgeId } = place;
  const { at } = beat;
  const figures = figuresOf(beat);
  const since = (column: string, unit: string) =>
    sql<Date>`case when date_trunc(${unit}, ${sql.ref(column)}, 'UTC') = date_trunc(${unit}, ${at}::timestamptz, 'UTC') then ${sql.ref(column)} else ${at} end`;
  const edge = await trx
    .updateTable('edges')
    .set({
      lastSeenAt: at,
      health: JSON.stringify(beat.health),
      clockOffsetMs: figures.clockOffsetMs,
      outboxDepth: figures.outboxDepth,
      minuteSince: since('minute_since', 'minute'),
      hourSince: since('hour_since', 'hour'),
      daySince: since('day_since', 'day'),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .returning(['locationId', 'stateSince', clockBefore(place)])
    .executeTakeFirst();
  if (!edge) return undefined;
  await sql`
    insert into edge_heartbeats as h (organization_id, edge_id, minute, cpu_share, memory_share, disk_free_bytes, load, celsius, outbox_depth, clock_offset_ms)
    values (${organizationId}, ${edgeId}, date_trunc('minute', ${at}::timestamptz), ${figures.cpuShare}, ${figures.memoryShare}, ${figures.diskFreeBytes},
      ${figures.load}, ${figures.celsius}, ${figures.outboxDepth}, ${figures.clockOffsetMs})
    on conflict (organization_id, edge_id, minute) do update set
      beats = least(h.beats + 1, 10000), cpu_share = greatest(h.cpu_share, excluded.cpu_share), memory_share = greatest(h.memory_share, excluded.memory_share),
      disk_free_bytes = least(h.disk_free_bytes, excluded.disk_free_bytes), load = greatest(h.load, excluded.load), celsius = greatest(h.celsius, excluded.celsius),
      outbox_depth = greatest(h.outbox_depth, excluded.outbox_depth),
      clock_offset_ms = case when abs(excluded.clock_offset_ms) > abs(h.clock_offset_ms) then excluded.clock_offset_ms else h.clock_offset_ms end`.execute(
    trx,
  );
  return edge;
}
