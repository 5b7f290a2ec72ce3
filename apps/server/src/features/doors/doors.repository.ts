import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { newId } from '../../platform/ids/ids.ts';

/** A door within its organization. */
export interface DoorPlace {
  organizationId: string;
  doorId: string;
}

/** The one kind of entity that cores are told of doors. */
export const doorKind = 'door';

export interface DoorRow extends Pick<
  Row<'doors'>,
  | 'id'
  | 'name'
  | 'cameraId'
  | 'isSaved'
  | 'isConfirmed'
  | 'area'
  | 'closeState'
  | 'openState'
  | 'toldAt'
  | 'state'
  | 'stateAt'
  | 'revision'
> {
  cameraName: string;
  edgeId: string;
  locationId: string;
  locationName: string;
  timeZone: string;
  /** Locations from the root down, then the core, then the camera. */
  entityPath: string[];
  /** What the core announces; nothing before it was ever linked. */
  abilities: string[];
  isLinked: boolean;
  /** What is absent has its default. */
  analysis: Partial<AnalysisSettings>;
  /** The core has it as it is now. */
  isHad: boolean;
  /** Cores whose folders its pictures lie in. */
  closeEdgeId: string | null;
  openEdgeId: string | null;
}

/** Doors `d` that nobody removed, of cameras that are in use, with camera `c`, core `e` and location `l`. */
const doors = sql`doors d
  join cameras c on c.organization_id = d.organization_id and c.id = d.camera_id and c.deleted_at is null and d.removed_at is null
  join edges e on e.organization_id = c.organization_id and e.id = c.edge_id and e.deleted_at is null
  join locations l on l.organization_id = c.organization_id and l.id = c.location_id`;

const pictureEdge = (
  image: 'close_state' | 'open_state',
): RawBuilder<string | null> => sql`(select p.edge_id from door_pictures p
  where p.organization_id = d.organization_id and p.name = d.${sql.ref(image)})`;

const columns = sql`d.id, d.name, d.camera_id, d.is_saved, d.is_confirmed, d.area, d.close_state, d.open_state, d.told_at, d.state, d.state_at,
  d.revision, c.name as camera_name, e.id as edge_id, l.id as location_id, l.name as location_name, l.time_zone, l.path || e.id || c.id as entity_path,
  e.capabilities as abilities, e.is_linked, c.analysis, ${pictureEdge('close_state')} as close_edge_id, ${pictureEdge('open_state')} as open_edge_id,
  exists (select from shared_entities s
    where s.organization_id = d.organization_id and s.edge_id = e.id and s.kind = ${doorKind} and s.entity_id = d.id and s.is_wanted)
  and not exists (select from operations o
    where o.organization_id = d.organization_id and o.edge_id = e.id and o.entity = ${doorKind} and o.entity_id = d.id
      and o.applied_at is null and o.cancelled_at is null) as is_had`;

/** Condition on cameras `c` that they are seen. */
const isSeen = (organizationId: string, scope: Scope): RawBuilder<SqlBool> =>
  insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` });

/** What doors are looked for by. */
export interface DoorFilter {
  status: 'saved' | 'unsaved';
  pageNumber: number;
  pageSize: number;
  query?: string | undefined;
  cameraId?: string | undefined;
  timestamp?: number | undefined;
}

/** A page of those that may be seen: saved ones by name, unsaved ones with the newest first; and how many there are. */
export async function listDoors(
  trx: Work,
  { organizationId, scope }: { organizationId: string; scope: Scope },
  { status, pageNumber, pageSize, query = '', cameraId, timestamp }: DoorFilter,
): Promise<{ items: DoorRow[]; total: number }> {
  const at = timestamp === undefined ? null : new Date(timestamp);
  const matches = sql`d.organization_id = ${organizationId}::uuid and d.is_saved = ${status === 'saved'}
    and strpos(lower(d.name collate people), lower(${query}::text collate people)) > 0
    and (${cameraId ?? null}::uuid is null or c.id = ${cameraId ?? null}::uuid)
    and (${at}::timestamptz is null or d.told_at = ${at}::timestamptz) and ${isSeen(organizationId, scope)}`;
  const order = status === 'saved' ? sql`d.name collate people, d.id` : sql`d.told_at desc, d.id desc`;
  const { rows } = await sql<DoorRow>`select ${columns} from ${doors} where ${matches}
    order by ${order} limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`.execute(trx);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from ${doors} where ${matches}`.execute(trx);
  return { items: rows, total: counted[0]?.total ?? 0 };
}

export async function findDoor(trx: Work, { organizationId, doorId }: DoorPlace): Promise<DoorRow | undefined> {
  const { rows } = await sql<DoorRow>`
    select ${columns} from ${doors} where d.organization_id = ${organizationId}::uuid and d.id = ${doorId}::uuid`.execute(
    trx,
  );
  return rows[0];
}

/** Keeps it as it is until the transaction ends; answers its revision. */
export async function holdDoor(trx: Work, { organizationId, doorId }: DoorPlace): Promise<number | undefined> {
  const row = await trx
    .selectFrom('doors')
    .select('revision')
    .where('organizationId', '=', organizationId)
    .where('id', '=', doorId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.revision;
}

/** How many are saved. Held, so that two at once are counted one after the other. */
export async function countSaved(trx: Work, organizationId: string): Promise<number> {
  await sql`select from organizations where id = ${organizationId}::uuid for no key update`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from doors where organization_id = ${organizationId}::uuid and is_saved`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

export async function insertMarked(
  trx: Work,
  organizationId: string,
  { area, at, ...door }: Pick<DoorRow, 'name' | 'cameraId' | 'area'> & { at: Date },
): Promise<string> {
  const id = newId();
  const times = { toldAt: at, createdAt: at, updatedAt: at };
  await trx
    .insertInto('doors')
    .values({ organizationId, id, ...door, area: JSON.stringify(area), isSaved: true, ...times })
    .execute();
  return id;
}

/** The door as somebody wants it; `isSwapped`: what was believed to be closed is open. How it was before it was unsaved is forgotten. */
export async function updateDoor(
  trx: Work,
  { organizationId, doorId }: DoorPlace,
  change: { name: string; isSaved: boolean; isConfirmed: boolean; isSwapped: boolean; at: Date },
): Promise<void> {
  const { name, isSaved, isConfirmed, isSwapped, at } = change;
  await trx
    .updateTable('doors')
    .set((eb) => ({
      name,
      isSaved,
      isConfirmed,
      updatedAt: at,
      revision: eb('revision', '+', 1),
      ...(isSwapped && {
        closeSignature: eb.ref('openSignature'),
        openSignature: eb.ref('closeSignature'),
        closeState: eb.ref('openState'),
        openState: eb.ref('closeState'),
      }),
      // What was told with the looks the other way round was the other way round.
      ...((!isSaved || isSwapped) && { state: null, stateAt: null, stateRevision: 0 }),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', doorId)
    .execute();
  if (!isSaved || isSwapped) await forgetStates(trx, { organizationId, doorId });
}

const forgetStates = (trx: Work, { organizationId, doorId }: DoorPlace): Promise<unknown> =>
  trx.deleteFrom('doorStates').where('organizationId', '=', organizationId).where('doorId', '=', doorId).execute();

/** The door is gone; that it was there stays known, so that what its core knew of it before does not bring it back. */
export async function removeDoor(trx: Work, { organizationId, doorId }: DoorPlace, at: Date): Promise<void> {
  const nothing = { closeSignature: null, openSignature: null, closeState: null, openState: null };
  const noState = { state: null, stateAt: null, stateRevision: 0 };
  await trx
    .updateTable('doors')
    .set({ ...nothing, ...noState, name: '', isSaved: false, isConfirmed: false, removedAt: at, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', doorId)
    .execute();
  await forgetStates(trx, { organizationId, doorId });
}

/** Saved doors of the cameras of a core, as the core watches them; `only`: this one. */
export async function doorsOfCore(
  trx: Work,
  core: { organizationId: string; edgeId: string },
  only?: string,
): Promise<Pick<Row<'doors'>, 'id' | 'cameraId' | 'area' | 'isConfirmed' | 'closeSignature' | 'openSignature'>[]> {
  const { rows } = await sql<Row<'doors'>>`
    select d.id, d.camera_id, d.area, d.is_confirmed, d.close_signature, d.open_signature from ${doors}
    where d.organization_id = ${core.organizationId}::uuid and c.edge_id = ${core.edgeId}::uuid and d.is_saved
      and (${only ?? null}::uuid is null or d.id = ${only ?? null}::uuid)
    order by d.id`.execute(trx);
  return rows;
}

/** Names of doors, with where they may be read. */
export async function doorPaths(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; path: string[] }[]> {
  const { rows } = await sql<{ id: string; name: string; path: string[] }>`
    select d.id, d.name, l.path || c.edge_id || c.id as path from doors d
      join cameras c on c.organization_id = d.organization_id and c.id = d.camera_id
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where d.organization_id = ${organizationId}::uuid and d.id = any (${[...ids]}::uuid[])`.execute(trx);
  return rows;
}
