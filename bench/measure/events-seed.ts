import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPool } from '../../apps/server/src/platform/database/database.ts';
import type { EventsRig } from './events-rig.ts';

const dayMs = 86_400_000;
const batchRows = 100_000;

/** Address of the server's own database, as its owner. */
export function databaseOf(folder: string): string {
  const data = join(folder, 'server');
  const names = readdirSync(data, { recursive: true }).map(String);
  const socket = names.find((name) => name.endsWith('.s.PGSQL.5432'));
  const password = names.find((name) => name.endsWith('password'));
  if (!socket || !password) throw new Error('the database is not running');
  const secret = encodeURIComponent(readFileSync(join(data, password), 'utf8').trim());
  const host = encodeURIComponent(dirname(join(data, socket)));
  return `postgresql://sightline:${secret}@/sightline?host=${host}&port=5432`;
}

/** Owner of the server's own database: seeding goes past the API, because ten million events must not take a day. */
export async function connectAsOwner(folder: string) {
  const onError = (error: Error): void => console.error(error.message);
  const pool = createPool(databaseOf(folder), { max: 1, onError });
  const client = await pool.connect();
  await client.query('set role none');
  const end = async (): Promise<void> => {
    client.release();
    await pool.end();
  };
  return { query: client.query.bind(client) as typeof client.query, end };
}

/** 25 points in the form of the column. */
function samplePath(): Buffer {
  const bytes = Buffer.alloc(25 * 12);
  for (let point = 0; point < 25; point++) {
    bytes.writeUInt32LE(point * 800, point * 12);
    for (const place of [4, 6, 8, 10]) bytes.writeUInt16LE(1_000 * point + 100 * place, point * 12 + place);
  }
  return bytes;
}

/** Colours as they are seen: mostly black, grey and white. Index is the colour, value its share in per cent. */
const colourShares = [26, 22, 18, 7, 1, 2, 4, 12, 1, 1, 4, 2];
const colourTable = `array[${colourShares.flatMap((share, colour) => Array.from({ length: share }, () => colour)).join(',')}]`;

const makeBatch = `
  create temporary table batch on commit drop as
  with drawn as materialized (
    select i, $1::bigint + (i * ($2::float8 / $3))::bigint as ms, random() as kind, random() as rare, random() as face,
      $4::uuid[] as cameras, (${colourTable})[1 + floor(random() * 100)::int] as first, (${colourTable})[1 + floor(random() * 100)::int] as second,
      floor(random() * $5)::int as plate_number, md5(i::text || $1::text) as noise
    from generate_series(0, $3 - 1) as i
  ), parts as (
    select *, case when kind < 0.55 then 1 when kind < 0.98 then 0 else 2 end as class from drawn
  ), painted as (
    select *, (case when class = 0 then 0 else 24 end) + first as code1, (case when class = 0 then 12 else 24 end) + second as code2 from parts
  )
  select (lpad(to_hex(ms), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid as id, to_timestamp(ms / 1000.0)::timestamptz(3) as started_at,
    cameras[1 + (('x' || substr(noise, 20, 6))::bit(24)::int % array_length(cameras, 1))] as camera_id, class::smallint,
    (case when rare < 0.02 then 2 when rare < 0.1 then 1 else 0 end)::smallint as severity, (1::bigint << code1) | (1::bigint << code2) as mask,
    array[(code1 << 7) | (20 + (kind * 60)::int), (code2 << 7) | (10 + (rare * 20)::int)]::smallint[] as colours, code1::smallint as tint1,
    (case when class <> 0 and code2 <> code1 and (10 + (rare * 20)::int) >= 15 then code2 end)::smallint as tint2,
    (case when class = 0 and (10 + (rare * 20)::int) >= 15 then code2 end)::smallint as tint3,
    (1000 + rare * rare * 300000)::int as dwell, (10 + rare * 200)::smallint as motion, (0.4 + face * 0.6)::real as score,
    class = 0 and face < 0.05 as has_face, rare > 0.97 as is_stationary,
    case when class = 1 and face < 0.2 then translate(substr(upper(md5(plate_number::text)), 1, 2) || lpad((plate_number % 10000)::text, 4, '0')
      || substr(upper(md5(plate_number::text)), 3, 1), '0123456789ABCDEF', '0123456789KRTMWS') end as plate
  from painted`;

const insertBatch = [
  `insert into events (organization_id, id, camera_id, started_at, last_seen_at, ended_at, received_at, colour_mask, revision, dwell_ms, score, heading, speed,
    class, phase, severity, motion_level, thumbnails, vectors, is_stationary, has_face, colours, zone_ids, plate, subtype, model_id)
   select $1::uuid, id, camera_id, started_at, started_at + dwell * interval '1 ms', started_at + dwell * interval '1 ms', started_at + interval '1 s', mask, 3,
    dwell, score, 90, 0.2, class, 2, severity, motion, 1, case when has_face then 3 else 1 end, is_stationary, has_face, colours, '{}', plate, null,
    'coco-ssd@2' from batch`,
  `insert into event_details (organization_id, started_at, id, path, facts)
   select $1::uuid, started_at, id, $2::bytea, jsonb_build_object('best', jsonb_build_object('atUtcMs', (extract(epoch from started_at) * 1000)::bigint, 'box',
      '{"x":0.1,"y":0.2,"width":0.1,"height":0.3}'::jsonb), 'continuesId', null, 'zones', '[]'::jsonb, 'face', null,
      'plate', case when plate is null then null else '{"score":0.9,"reads":5}'::jsonb end) from batch`,
  `insert into event_vectors (organization_id, started_at, id, camera_id, kind, class, model_id, colours, tint1, tint2, tint3, vector)
   select $1::uuid, started_at, id, camera_id, 0, class, 'appearance-hsv@1', colours, tint1, tint2, tint3,
    substr(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 1, 90) from batch`,
  `insert into event_vectors (organization_id, started_at, id, camera_id, kind, class, model_id, colours, tint1, tint2, tint3, vector)
   select $1::uuid, started_at, id, camera_id, 1, class, 'faceres@1', colours, tint1, tint2, tint3,
    (select string_agg(uuid_send(gen_random_uuid()), ''::bytea) from generate_series(1, 64) where id is not null) from batch where has_face`,
];

/** Fills 30 days that end now with events of all cameras. Answers the seconds that it took. */
export async function seedEvents(rig: EventsRig, rows: number, onStep: (text: string) => void): Promise<number> {
  const startedMs = performance.now();
  const client = await connectAsOwner(rig.folder);
  const cameraIds = rig.edges.flatMap((played) => played.cameraIds);
  const untilMs = Date.now();
  const fromMs = untilMs - 30 * dayMs;
  try {
    await client.query(`set synchronous_commit = off; select setseed(0.5)`);
    await client.query(
      `select make_event_day(day::date) from generate_series(now() at time zone 'UTC' - interval '31 days', now() at time zone 'UTC', '1 day') as day`,
    );
    const batches = Math.max(1, Math.ceil(rows / batchRows));
    for (let batch = 0; batch < batches; batch++) {
      const beginMs = fromMs + Math.round(((untilMs - fromMs) * batch) / batches);
      await client.query('begin');
      await client.query(makeBatch, [
        beginMs,
        (untilMs - fromMs) / batches,
        Math.ceil(rows / batches),
        cameraIds,
        Math.ceil(rows * 0.03),
      ]);
      for (const insert of insertBatch)
        await client.query(insert, insert.includes('$2') ? [rig.organizationId, samplePath()] : [rig.organizationId]);
      await client.query('commit');
      if (batch % 10 === 9)
        onStep(`${String((batch + 1) * batchRows)} events, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
    }
    onStep('hours and plates');
    await client.query(
      `insert into event_hours select organization_id, date_trunc('hour', started_at, 'UTC'), camera_id, class, bit_or(colour_mask), bit_or((1 << severity)::smallint),
         bool_or(has_face), bool_or(plate is not null), bool_or(is_stationary), max(dwell_ms), max(motion_level), max(score) from events group by 1, 2, 3, 4`,
    );
    await client.query(
      `insert into plates (organization_id, plate, seen_on) select distinct $1::uuid, plate, current_date from events where plate is not null`,
      [rig.organizationId],
    );
    await client.query(`insert into plate_ends (organization_id, ending, plate)
      select organization_id, substr(translate(plate, 'OIBSZ', '01852'), at), plate from plates cross join generate_series(1, length(plate) - 1) as at on conflict do nothing`);
    onStep('vacuum and analyze');
    await client.query('vacuum (analyze) events');
    for (const table of ['event_details', 'event_vectors', 'event_hours', 'plates', 'plate_ends'])
      await client.query(`vacuum (analyze) ${table}`);
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  return (performance.now() - startedMs) / 1000;
}

/** What the database takes on disk, by table. */
export async function diskUse(folder: string): Promise<{ table: string; bytes: number; indexBytes: number }[]> {
  const client = await connectAsOwner(folder);
  try {
    const { rows } = await client.query<{ table: string; bytes: string; index_bytes: string }>(`
      select regexp_replace(relname, '_[0-9]{8}$', '') as table, sum(pg_table_size(oid)) as bytes, sum(pg_indexes_size(oid)) as index_bytes
      from pg_class where relkind = 'r' and relname ~ '^(events|event_details|event_vectors)_[0-9]{8}$|^plates$|^plate_ends$|^event_hours$' group by 1 order by 2 desc`);
    return rows.map((row) => ({ table: row.table, bytes: Number(row.bytes), indexBytes: Number(row.index_bytes) }));
  } finally {
    await client.end();
  }
}
