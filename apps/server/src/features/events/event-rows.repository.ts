import type { DefinedZone } from '@sightline/contracts/cameras/camera-analysis';
import type { Event, EventReport } from '@sightline/contracts/events/event';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { vehiclesOf, type VehicleOfEvent } from './event-vehicles.repository.ts';

/** What one event's page needs and no filter does. */
export interface EventFacts {
  best: Event['best'];
  continuesId: string | null;
  zones: Omit<Event['zones'][number], 'name'>[];
  face: Event['face'];
  plate: { score: number; reads: number } | null;
  /** The core's word; absent in what older servers kept. */
  vehicle?: EventReport['vehicle'];
}

/** An event as it is filtered and listed. */
export type NarrowRow = Pick<
  Row<'events'>,
  | 'id'
  | 'cameraId'
  | 'startedAt'
  | 'lastSeenAt'
  | 'endedAt'
  | 'receivedAt'
  | 'revision'
  | 'dwellMs'
  | 'score'
  | 'heading'
  | 'speed'
  | 'class'
  | 'phase'
  | 'severity'
  | 'motionLevel'
  | 'thumbnails'
  | 'vectors'
  | 'isStationary'
  | 'colours'
  | 'plate'
  | 'subtype'
  | 'modelId'
>;

interface CameraOfEvent {
  cameraName: string;
  edgeId: string;
  locationId: string;
  locationName: string;
  entityPath: string[];
  timeZone: string;
  definedZones: Pick<DefinedZone, 'id' | 'name'>[] | null;
}

interface EventDetails {
  path: Buffer;
  facts: EventFacts;
}

/** Whose face it was. */
interface PersonOfEvent {
  personId: string;
  name: string;
  modelId: string;
  /** Null where somebody said so. */
  score: number | null;
  margin: number | null;
}

/** An event with everything that people see of it. */
export type EventRow = NarrowRow &
  CameraOfEvent &
  EventDetails & { person: PersonOfEvent | null; vehicle: VehicleOfEvent | null };

/** Key of an event: its beginning and id. */
export type EventKey = Pick<Row<'events'>, 'startedAt' | 'id'>;

/** Columns of `NarrowRow`, on `events e`. */
export const narrowColumns = sql`e.id, e.camera_id, e.started_at, e.last_seen_at, e.ended_at, e.received_at, e.revision, e.dwell_ms, e.score, e.heading,
  e.speed, e.class, e.phase, e.severity, e.motion_level, e.thumbnails, e.vectors, e.is_stationary, e.colours, e.plate, e.subtype, e.model_id`;

const startsOf = (keys: readonly EventKey[]): string[] => [...new Set(keys.map((key) => key.startedAt.toISOString()))];

/** Details of events by id. Asked for by their beginnings as values: joined instead, they would be looked for on every day that there is. */
export async function detailsAt(
  trx: Work,
  organizationId: string,
  keys: readonly EventKey[],
): Promise<Map<string, EventDetails>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<EventDetails & { id: string }>`select id, path, facts from event_details
    where organization_id = ${organizationId}::uuid and started_at = any (${startsOf(keys)}::timestamptz[])`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function camerasOf(
  trx: Work,
  organizationId: string,
  rows: readonly NarrowRow[],
): Promise<Map<string, CameraOfEvent>> {
  const cameraIds = [...new Set(rows.map((row) => row.cameraId))];
  const { rows: cameras } = await sql<CameraOfEvent & { id: string }>`
    select c.id, c.name as camera_name, c.edge_id, c.location_id, l.name as location_name, l.path || array[c.edge_id, c.id] as entity_path, l.time_zone,
      c.analysis -> 'definedZones' as defined_zones
    from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${organizationId}::uuid and c.id = any (${cameraIds}::uuid[])`.execute(trx);
  return new Map(cameras.map(({ id, ...camera }) => [id, camera]));
}

/** Who was recognised in events, by their ids. */
async function peopleOf(
  trx: Work,
  organizationId: string,
  rows: readonly NarrowRow[],
): Promise<Map<string, PersonOfEvent>> {
  const { rows: found } = await sql<PersonOfEvent & { eventId: string }>`
    select s.event_id, s.person_id, p.name, s.model_id, s.score, s.margin from face_sightings s
      join known_people p on p.organization_id = s.organization_id and p.id = s.person_id
    where s.organization_id = ${organizationId}::uuid and s.event_id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(
    trx,
  );
  return new Map(found.map(({ eventId, ...person }) => [eventId, person]));
}

/** Adds what people see of events to the rows that were found, in the same order. */
export async function completeRows(trx: Work, organizationId: string, rows: readonly NarrowRow[]): Promise<EventRow[]> {
  if (rows.length === 0) return [];
  const details = await detailsAt(trx, organizationId, rows);
  const cameras = await camerasOf(trx, organizationId, rows);
  const people = await peopleOf(trx, organizationId, rows);
  const read = rows.flatMap(({ id, plate: text }) => {
    const { plate = null, vehicle = null } = details.get(id)?.facts ?? {};
    return text === null || plate === null ? [] : [{ id, plate: { text, score: plate.score }, vehicle }];
  });
  const vehicles = await vehiclesOf(trx, organizationId, read);
  return rows.flatMap((row) => {
    const [detail, camera] = [details.get(row.id), cameras.get(row.cameraId)];
    if (!detail || !camera) return [];
    const [person, vehicle] = [people.get(row.id) ?? null, vehicles.get(row.id) ?? null];
    return [{ ...row, ...camera, path: detail.path, facts: detail.facts, person, vehicle }];
  });
}

/** Events by their keys, in no promised order. */
export async function eventsAt(trx: Work, organizationId: string, keys: readonly EventKey[]): Promise<EventRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<NarrowRow>`select ${narrowColumns} from events e
    where e.organization_id = ${organizationId}::uuid and e.started_at = any (${startsOf(keys)}::timestamptz[])`.execute(
    trx,
  );
  const wanted = new Set(keys.map((key) => key.id));
  return completeRows(
    trx,
    organizationId,
    rows.filter((row) => wanted.has(row.id)),
  );
}
