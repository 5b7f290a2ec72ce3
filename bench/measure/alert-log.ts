import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { CallRequest } from '@sightline/contracts/shared/call';
import { connectAsOwner } from './events-seed.ts';
import type { EventsRig } from './events-rig.ts';
import { percentile } from './figures.ts';

const dayMs = 86_400_000;
const batchRows = 100_000;
const days = 90;
const ruleIds = Array.from({ length: 40 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);

/** Alerts of the last 90 days, by forty rules at all cameras; one in five hundred still waits. */
export async function seedAlerts(rig: EventsRig, rows: number): Promise<void> {
  const database = await connectAsOwner(rig.folder);
  const [{ edge, cameraIds }] = rig.edges as [EventsRig['edges'][number]];
  // Made anew afterwards: row by row they would take the longest.
  const { rows: indexes } = await database.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where tablename = 'alerts'
       and indexname not in (select conname from pg_constraint where conrelid = 'alerts'::regclass)`,
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  await database.query(`set synchronous_commit = off`);
  await database.query(`set maintenance_work_mem = '512MB'`);
  for (let first = 0; first < rows; first += batchRows) {
    const count = Math.min(batchRows, rows - first);
    await database.query(
      `insert into alerts (organization_id, id, number, rule_id, rule_name, kind, severity, pre_s, post_s, camera_id, edge_id, sequence, phase,
         close_reason, opened_at, closed_at, updated_at, received_at, is_late, why, event_ids, count, handling, outcome)
       select $1, (lpad(to_hex(ms), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid, $2::bigint + i, ($3::uuid[])[1 + i % 40], 'Rule ' || i % 40, 'trespassing',
         (i % 3)::smallint, 5, 10, ($4::uuid[])[1 + i % $5], $6, 3, 2, 'over', at, at + interval '20 s', at + interval '20 s', at, false,
         '[{"what":"stayS","value":1,"limit":1,"placeId":null,"class":"person","score":0.8}]', '{}', 1,
         (case when i % 500 = 0 then 0 else 2 end)::smallint, (case when i % 500 = 0 then null else i % 2 end)::smallint
       from (select i, to_timestamp(ms / 1000.0)::timestamptz(3) as at, ms, md5(i::text || $2::text) as noise
         from (select i, ($7::bigint + (($2::float8 + i) / $8) * $9)::bigint as ms from generate_series(0, $10 - 1) as i) as timed) as made`,
      [
        rig.organizationId,
        first,
        ruleIds,
        cameraIds,
        cameraIds.length,
        edge.edgeId,
        Date.now() - days * dayMs,
        rows,
        days * dayMs,
        count,
      ],
    );
  }
  for (const { made } of indexes) await database.query(made);
  // As it is after some hours of a server's life.
  await database.query('vacuum (analyze) alerts');
  await database.end();
}

type Query = CallRequest<typeof alertsCalls.logs>['query'];
const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!;
const week = (): Pick<Query, 'timeStart' | 'timeEnd'> => {
  const timeEnd = Date.now() - Math.floor(Math.random() * (days - 8)) * dayMs;
  return { timeStart: timeEnd - 7 * dayMs, timeEnd };
};

/** Pages of the log as people ask for them: whole calls over HTTP, ms. */
export async function measureLog(rig: EventsRig, runs: number): Promise<string[][]> {
  const { cameraIds } = rig.edges[0]!;
  const asked: [string, () => Query][] = [
    ['last 24 hours', () => ({})],
    ['any week', week],
    ['any week, page 50', () => ({ ...week(), offset: 1_000 })],
    ['any week, one camera', () => ({ ...week(), cameraId: any(cameraIds) })],
    ['any week, one rule', () => ({ ...week(), ruleId: any(ruleIds) })],
    ['any week, critical, waiting', () => ({ ...week(), severity: 'critical', handling: 'new' })],
  ];
  const rows: string[][] = [];
  for (const [name, query] of asked) {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const beganMs = performance.now();
      await rig.api.call(alertsCalls.logs, { query: query() });
      times.push(performance.now() - beganMs);
    }
    rows.push([name, ...[0.5, 0.95, 0.99].map((share) => `${percentile(times, share).toFixed(0)} ms`)]);
  }
  return rows;
}
