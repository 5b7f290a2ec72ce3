import type { VectorKind } from '@sightline/contracts/events/event';
import type { eventsCalls } from '@sightline/contracts/events/events.api';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { classCodes, colourCodes, colourMask, severityCodes, singlePrecision } from '../event-codes.ts';
import { isShown, showsAppearance, type HiddenFrom } from '../marks/event-hiding.repository.ts';
import type { FoundPlates } from './event-plates.repository.ts';

/** What a search asks for, besides where and when. */
export type EventFilter = Omit<z.output<(typeof eventsCalls)['list']['query']>, 'limit' | 'cursor'>;

/** Cameras whose events are wanted: all of the organization, or these. */
export type CameraChoice = { all: true } | { all: false; ids: readonly string[]; isFew: boolean };

/** What a search comes to once rights, places and plates are looked up. */
export interface EventSearch {
  organizationId: string;
  cameras: CameraChoice;
  fromUtcMs: number;
  toUtcMs: number;
  filter: EventFilter;
  plates: FoundPlates | null;
  /** What whoever searches may not see: it is not found, not counted, and not told by what finds it. */
  hidden: HiddenFrom;
  /** Events are compared by their looks. */
  by?: VectorKind | undefined;
}

type Condition = RawBuilder<SqlBool>;

/** Joins conditions; none is true. */
const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

const list = (values: readonly number[]): RawBuilder<unknown> => sql`${[...values]}::smallint[]`;

/** The wanted classes. A single one as one value: only so can the index of a camera leave the other classes out. */
export function classOf({ filter: { classes } }: { filter: Pick<EventFilter, 'classes'> }): Condition {
  if (!classes) return sql<SqlBool>`true`;
  const codes = classes.map(classCodes.toCode);
  return codes.length === 1
    ? sql<SqlBool>`e.class = ${codes[0]}::smallint`
    : sql<SqlBool>`e.class = any (${list(codes)})`;
}

/** Where and when, on the columns of an alias that has an index for them. The cameras are left out when they are looked at one by one. */
export function rangeOf(search: EventSearch, alias: 'e' | 'v', ofCamera?: RawBuilder<unknown>): Condition {
  const { organizationId, cameras } = search;
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);
  const conditions = [
    sql<SqlBool>`${column('organization_id')} = ${organizationId}::uuid`,
    sql<SqlBool>`${column('started_at')} >= ${new Date(search.fromUtcMs)}::timestamptz`,
    sql<SqlBool>`${column('started_at')} < ${new Date(search.toUtcMs)}::timestamptz`,
  ];
  if (ofCamera) conditions.push(sql<SqlBool>`${column('camera_id')} = ${ofCamera}`);
  else if (!cameras.all) conditions.push(sql<SqlBool>`${column('camera_id')} = any (${[...cameras.ids]}::uuid[])`);
  return allOf(conditions);
}

/** Plates that are known one by one are looked up in an index of their own; else every plate is looked at, newest first. */
export const plateCondition = ({ plates }: EventSearch): Condition[] => {
  if (plates === null) return [];
  if (plates.isAll) return [sql<SqlBool>`e.plate = any (${[...plates.texts]}::text[])`];
  return [sql<SqlBool>`e.plate is not null`, plates.condition];
};

/** True when every event in the range matches, whatever was seen. */
export const asksNothing = ({ filter, hidden }: EventSearch): boolean => {
  if (hidden.size > 0) return false;
  const {
    classes,
    severities,
    zoneIds,
    minDwellMs,
    maxDwellMs,
    minMotion,
    minScore,
    hasFace,
    personIds,
    uniformIds,
    hasPlate,
    stationary,
    colours,
    plate,
  } = filter;
  const asked = [
    classes,
    severities,
    zoneIds,
    minDwellMs,
    maxDwellMs,
    minMotion,
    minScore,
    hasFace,
    personIds,
    uniformIds,
    hasPlate,
    colours,
    plate,
  ];
  return stationary === 'include' && asked.every((value) => value === undefined);
};

/** What was seen, on `events e`. */
export function factsOf(search: EventSearch): Condition {
  const { organizationId, filter, hidden } = search;
  const { classes, severities, zoneIds, minDwellMs, maxDwellMs, minMotion, minScore, hasFace, hasPlate, stationary } =
    filter;
  const { personIds, uniformIds } = filter;
  const conditions: Condition[] = [];
  const when = (isWanted: unknown, make: () => Condition): void => {
    if (isWanted !== undefined) conditions.push(make());
  };
  conditions.push(classOf({ filter: { classes } }));
  when(severities, () => sql<SqlBool>`e.severity = any (${list((severities ?? []).map(severityCodes.toCode))})`);
  when(zoneIds, () => sql<SqlBool>`e.zone_ids && ${[...(zoneIds ?? [])]}::uuid[]`);
  when(minDwellMs, () => sql<SqlBool>`e.dwell_ms >= ${minDwellMs ?? 0}::bigint`);
  when(maxDwellMs, () => sql<SqlBool>`e.dwell_ms <= ${maxDwellMs ?? 0}::bigint`);
  when(minMotion, () => sql<SqlBool>`e.motion_level >= ${minMotion ?? 0}`);
  when(minScore, () => sql<SqlBool>`e.score >= ${singlePrecision(minScore ?? 0)}::real`);
  when(hasFace, () => sql<SqlBool>`e.has_face = ${hasFace === 'true'}`);
  when(personIds, () => wereRecognised(search, personIds ?? []));
  when(uniformIds, () => wearUniform(search, uniformIds ?? []));
  when(hasPlate, () => (hasPlate === 'true' ? sql<SqlBool>`e.plate is not null` : sql<SqlBool>`e.plate is null`));
  if (stationary !== 'include') conditions.push(sql<SqlBool>`e.is_stationary = ${stationary === 'only'}`);
  if (asksLooks(search)) conditions.push(showsAppearance(hidden));
  return allOf([...conditions, ...coloursOf(filter), isShown(organizationId, hidden)]);
}

/** Events in which one of these people was recognised. */
const wereRecognised = (
  { organizationId, fromUtcMs, toUtcMs, hidden }: EventSearch,
  personIds: readonly string[],
): Condition => sql<SqlBool>`e.id in (select s.event_id from face_sightings s
  where s.organization_id = ${organizationId}::uuid and s.person_id = any (${[...personIds]}::uuid[])
    and s.started_at >= ${new Date(fromUtcMs)}::timestamptz and s.started_at < ${new Date(toUtcMs)}::timestamptz
    and not s.camera_id = any (${[...hidden.keys()]}::uuid[]))`;

/** Events of people who wear one of these uniforms. */
const wearUniform = (
  { organizationId, fromUtcMs, toUtcMs, hidden }: EventSearch,
  uniformIds: readonly string[],
): Condition => sql<SqlBool>`e.id in (select s.event_id from uniform_sightings s
  where s.organization_id = ${organizationId}::uuid and s.uniform_id = any (${[...uniformIds]}::uuid[])
    and s.started_at >= ${new Date(fromUtcMs)}::timestamptz and s.started_at < ${new Date(toUtcMs)}::timestamptz
    and not s.camera_id = any (${[...hidden.keys()]}::uuid[]))`;

/** Whether an answer tells what something looks like. */
const asksLooks = ({ filter, plates, by }: EventSearch): boolean =>
  plates !== null ||
  by !== undefined ||
  [filter.colours, filter.hasFace, filter.hasPlate, filter.personIds, filter.uniformIds].some(
    (wanted) => wanted !== undefined,
  );

function coloursOf(filter: EventFilter): Condition[] {
  const { colours, colourPart, minColourShare } = filter;
  if (colours === undefined) return [];
  const isSeen = sql<SqlBool>`e.colour_mask & ${colourMask(colourCodes(colours, colourPart))}::bigint <> 0`;
  // The mask says no quickly; the few that are left are looked at colour by colour.
  return minColourShare === 0 ? [isSeen] : [isSeen, hasColours('e', filter)];
}

/** True where one of the wanted colours has its share; all are right where no colour is wanted. */
export function hasColours(alias: 'e' | 'v', { colours, colourPart, minColourShare }: EventFilter): Condition {
  if (colours === undefined) return sql<SqlBool>`true`;
  const codes = colourCodes(colours, colourPart);
  return sql<SqlBool>`exists (select 1 from unnest(${sql.ref(`${alias}.colours`)}) as seen
    where (seen >> 7) = any (${codes}::integer[]) and (seen & 127) >= ${Math.round(minColourShare * 100)})`;
}
