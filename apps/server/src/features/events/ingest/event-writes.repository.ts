import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import type { EventReport, VectorKind } from '@sightline/contracts/events/event';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';
import {
  classCodes,
  colourMask,
  packColour,
  packPath,
  phaseCodes,
  severityCodes,
  singlePrecision,
  tintsOf,
  vectorBit,
  vectorCodes,
} from '../event-codes.ts';

/** A camera of the core that reports, deleted ones included: what they saw still comes in. */
export interface ReportingCamera {
  id: string;
  locationId: string;
  retentionDays: number;
  clockOffsetMs: number;
  /** What it hides; null where nobody ever set it. */
  privacy: Partial<PrivacySettings> | null;
}

/** The cameras of a core among those named, with the clock of the core. */
export async function camerasOfEdge(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  cameraIds: Iterable<string>,
): Promise<ReportingCamera[]> {
  const { rows } = await sql<ReportingCamera>`
    select c.id, c.location_id, c.retention_days, coalesce(e.clock_offset_ms, 0) as clock_offset_ms, c.settings -> 'privacy' as privacy
    from cameras c join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = ${place.organizationId} and c.edge_id = ${place.edgeId} and c.id = any (${[...cameraIds]}::uuid[])`.execute(
    trx,
  );
  return rows;
}

/** An event that is kept already. */
export interface KnownEvent extends Pick<Row<'events'>, 'id' | 'cameraId' | 'startedAt' | 'phase' | 'revision'> {
  /** Bits of the kinds that are there. */
  vectors: Row<'events'>['vectors'];
}

/** Which of these events are kept, found by their beginning. */
export async function knownByStart(
  trx: Work,
  organizationId: string,
  reports: readonly EventReport[],
): Promise<KnownEvent[]> {
  const starts = [...new Set(reports.map((report) => new Date(report.startedAtUtcMs).toISOString()))];
  const ids = new Set(reports.map((report) => report.eventId));
  const { rows } = await sql<KnownEvent>`select id, camera_id, started_at, phase, revision, vectors from events
    where organization_id = ${organizationId}::uuid and started_at = any (${starts}::timestamptz[])`.execute(trx);
  return rows.filter((row) => ids.has(row.id));
}

/** Which of these ids are kept with whatever beginning since a day; one look into the index of each day and id. */
export async function knownById(
  trx: Work,
  organizationId: string,
  { ids, since }: { ids: readonly string[]; since: Date },
): Promise<KnownEvent[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<KnownEvent>`select id, camera_id, started_at, phase, revision, vectors from events
    where organization_id = ${organizationId} and id = any (${[...ids]}::uuid[]) and started_at >= ${since}`.execute(
    trx,
  );
  return rows;
}

/** The colours that lead an index to the vectors of an event. */
function tintColumns(packed: readonly number[]) {
  const { upperOrBody, lower, hasMore } = tintsOf(packed);
  return {
    tint1: upperOrBody[0] ?? null,
    tint2: upperOrBody[1] ?? null,
    tint3: lower[0] ?? null,
    tint4: lower[1] ?? null,
    more_tints: hasMore,
  };
}

/** One event as the statement below reads it. */
const rowOf = (report: EventReport) => ({
  id: report.eventId,
  camera: report.cameraId,
  start: report.startedAtUtcMs,
  last: report.lastSeenUtcMs,
  end: report.endedAtUtcMs,
  mask: colourMask(report.colours.map((colour) => packColour(colour) >> 7)),
  revision: report.revision,
  dwell: report.dwellMs,
  score: singlePrecision(report.score),
  heading: report.heading && singlePrecision(report.heading),
  speed: report.speed && singlePrecision(report.speed),
  class: classCodes.toCode(report.class),
  phase: phaseCodes.toCode(report.phase),
  severity: severityCodes.toCode(report.severity),
  motion: report.motionLevel,
  vector_bits: report.vectors.reduce((bits, vector) => bits | vectorBit(vector.kind), 0),
  stationary: report.isStationary,
  face: report.face !== null,
  colours: report.colours.map(packColour),
  ...tintColumns(report.colours.map(packColour)),
  zones: [...new Set(report.zones.map((zone) => zone.zoneId))],
  plate: report.plate?.text ?? null,
  subtype: report.subtype,
  model: report.modelId,
  path: packPath(report.path).toString('base64'),
  facts: {
    best: report.best,
    continuesId: report.continuesId,
    zones: report.zones,
    face: report.face,
    plate: report.plate && { score: report.plate.score, reads: report.plate.reads },
    vehicle: report.vehicle,
  },
  vectors: report.vectors.map(({ kind, modelId, values }) => ({
    kind: vectorCodes.toCode(kind),
    model: modelId,
    values,
  })),
});

/** What the hours of the kept events hold now; an hour only ever promises more. */
const rememberHours = (
  organizationId: string,
): RawBuilder<unknown> => sql`insert into event_hours as h (organization_id, hour, camera_id, class, colour_mask, severities, has_face, has_plate, has_stationary,
        most_dwell_ms, most_motion, most_score)
      select ${organizationId}::uuid, date_trunc('hour', i.started_at, 'UTC'), i.camera, i.class, bit_or(i.mask), bit_or((1 << i.severity)::smallint),
        bool_or(i.face), bool_or(i.plate is not null), bool_or(i.stationary), max(i.dwell), max(i.motion), max(i.score)
      from input i join kept using (id) group by 2, 3, 4
      on conflict (organization_id, hour, camera_id, class) do update set
        colour_mask = h.colour_mask | excluded.colour_mask, severities = h.severities | excluded.severities, has_face = h.has_face or excluded.has_face,
        has_plate = h.has_plate or excluded.has_plate, has_stationary = h.has_stationary or excluded.has_stationary,
        most_dwell_ms = greatest(h.most_dwell_ms, excluded.most_dwell_ms), most_motion = greatest(h.most_motion, excluded.most_motion),
        most_score = greatest(h.most_score, excluded.most_score)
      where h.colour_mask | excluded.colour_mask <> h.colour_mask or h.severities | excluded.severities <> h.severities
        or h.has_face < excluded.has_face or h.has_plate < excluded.has_plate or h.has_stationary < excluded.has_stationary
        or h.most_dwell_ms < excluded.most_dwell_ms or h.most_motion < excluded.most_motion or h.most_score < excluded.most_score`;

/** Keeps events of one message in one statement; a revision that is not newer than the kept one changes nothing. Answers the ids of those that it changed. */
export async function upsertEvents(
  trx: Work,
  organizationId: string,
  { reports, receivedAt }: { reports: readonly EventReport[]; receivedAt: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with input as materialized (
      select r.*, to_timestamp(r.start::float8 / 1000)::timestamptz(3) as started_at
      from json_to_recordset(${JSON.stringify(reports.map(rowOf))}::json) as r (
        id uuid, camera uuid, start bigint, last bigint, "end" bigint, mask bigint, revision integer, dwell integer, score real, heading real, speed real,
        class smallint, phase smallint, severity smallint, motion smallint, vector_bits smallint, stationary boolean, face boolean,
        colours smallint[], tint1 smallint, tint2 smallint, tint3 smallint, tint4 smallint, more_tints boolean, zones uuid[], plate text, subtype text, model text, path text, facts jsonb, vectors json)
    ), kept as (
      insert into events as e (organization_id, id, camera_id, started_at, last_seen_at, ended_at, received_at, colour_mask, revision, dwell_ms, score,
        heading, speed, class, phase, severity, motion_level, vectors, is_stationary, has_face, colours, zone_ids, plate, subtype, model_id)
      select ${organizationId}::uuid, id, camera, started_at, to_timestamp(last::float8 / 1000), to_timestamp("end"::float8 / 1000), ${receivedAt}::timestamptz,
        mask, revision, dwell, score, heading, speed, class, phase, severity, motion, vector_bits, stationary, face, colours, zones, plate, subtype, model
      from input
      on conflict (organization_id, started_at, id) do update set
        last_seen_at = excluded.last_seen_at, ended_at = excluded.ended_at, received_at = excluded.received_at, colour_mask = excluded.colour_mask,
        revision = excluded.revision, dwell_ms = excluded.dwell_ms, score = excluded.score, heading = excluded.heading, speed = excluded.speed,
        class = excluded.class, phase = excluded.phase, severity = excluded.severity, motion_level = excluded.motion_level, vectors = excluded.vectors,
        is_stationary = excluded.is_stationary, has_face = excluded.has_face, colours = excluded.colours, zone_ids = excluded.zone_ids,
        plate = excluded.plate, subtype = excluded.subtype, model_id = excluded.model_id
      where e.revision < excluded.revision and e.camera_id = excluded.camera_id
      returning e.id
    ), details as (
      insert into event_details (organization_id, started_at, id, path, facts)
      select ${organizationId}::uuid, i.started_at, i.id, decode(i.path, 'base64'), i.facts from input i join kept using (id)
      on conflict (organization_id, started_at, id) do update set path = excluded.path, facts = excluded.facts
    ), vectors as (
      insert into event_vectors as v (organization_id, started_at, id, camera_id, kind, class, model_id, vector, colours, tint1, tint2, tint3, tint4, has_more_tints)
      select ${organizationId}::uuid, i.started_at, i.id, i.camera, f.kind, i.class, f.model, decode(f.values, 'base64'),
        i.colours, i.tint1, i.tint2, i.tint3, i.tint4, i.more_tints
      from input i join kept using (id) cross join json_to_recordset(i.vectors) as f (kind smallint, model text, "values" text)
      on conflict (organization_id, kind, started_at, id) do update set class = excluded.class, model_id = excluded.model_id, vector = excluded.vector,
        colours = excluded.colours, tint1 = excluded.tint1, tint2 = excluded.tint2, tint3 = excluded.tint3, tint4 = excluded.tint4,
        has_more_tints = excluded.has_more_tints
      where (v.class, v.model_id, v.vector, v.colours) is distinct from (excluded.class, excluded.model_id, excluded.vector, excluded.colours)
    ), hours as (${rememberHours(organizationId)})
    select id from kept`.execute(trx);
  return new Set(rows.map((row) => row.id));
}

/** Drops the vectors of one kind of these events. */
export async function dropVectors(
  trx: Work,
  organizationId: string,
  { kind, reports }: { kind: VectorKind; reports: readonly EventReport[] },
): Promise<void> {
  const starts = reports.map((report) => new Date(report.startedAtUtcMs).toISOString());
  const ids = reports.map((report) => report.eventId);
  await sql`delete from event_vectors where organization_id = ${organizationId}::uuid and kind = ${vectorCodes.toCode(kind)}::smallint
    and started_at = any (${starts}::timestamptz[]) and id = any (${ids}::uuid[])`.execute(trx);
}

/** Remembers which plates were read, and their ends for searching parts of them. */
export async function keepPlates(
  trx: Work,
  organizationId: string,
  { plates, on }: { plates: readonly string[]; on: Date },
): Promise<void> {
  if (plates.length === 0) return;
  // In order, so that two cores that read the same plates wait for each other instead of both waiting.
  const texts = [...new Set(plates)].sort();
  await sql`
    with read as (
      insert into plates as p (organization_id, plate, seen_on)
      select ${organizationId}::uuid, plate, ${on.toISOString().slice(0, 10)}::date from unnest(${texts}::text[]) as plate
      on conflict (organization_id, plate) do update set seen_on = excluded.seen_on where p.seen_on < excluded.seen_on
      returning plate, xmax = 0 as is_new
    )
    insert into plate_ends (organization_id, ending, plate)
    select ${organizationId}::uuid, substr(translate(plate, 'OIBSZ', '01852'), at), plate
    from read cross join generate_series(1, length(plate) - 1) as at where is_new
    on conflict do nothing`.execute(trx);
}
