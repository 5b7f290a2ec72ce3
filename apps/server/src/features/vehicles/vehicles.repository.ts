import type { Page } from '@sightline/contracts/shared/paging';
import type { VehicleFilter, VehicleSort } from '@sightline/contracts/vehicles/vehicle';
import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import { vehicleWords } from '@sightline/domain/vehicles/search-words';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { countUpTo, cursorInstant, toPage, totalOf, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { newId } from '../../platform/ids/ids.ts';
import { findVehicles } from './vehicle-search.repository.ts';

export interface VehicleRow extends Pick<
  Row<'vehicles'>,
  'id' | 'plate' | 'owner' | 'make' | 'color' | 'seenAt' | 'edgeId' | 'locationId' | 'revision'
> {
  /** Null when there is none, or the actor may not see it; as are the zone and the core. */
  locationName: string | null;
  timeZone: string | null;
}

/** What people say of a vehicle. */
export type VehicleWords = Pick<Row<'vehicles'>, 'plate' | 'owner' | 'make' | 'color'>;

/** Where cameras saw a vehicle last. */
export interface VehicleSight {
  seenAt: Date;
  edgeId: string | null;
}

/** Whose vehicles, and of which places the actor may read the names. */
export interface Sight {
  organizationId: string;
  places: Scope;
}

/** Which vehicles, in which order, from where on. */
export interface VehicleRequest extends PageRequest, VehicleFilter {
  sort: VehicleSort;
}

const vehicles = ({ organizationId, places }: Sight): RawBuilder<unknown> => sql`
  select v.id, v.plate, v.owner, v.make, v.color, v.seen_at, v.revision,
    case when v.location_id is null or l.id is not null then e.id end as edge_id,
    l.id as location_id, l.name as location_name, l.time_zone
  from vehicles v
    left join edges e on e.organization_id = v.organization_id and e.id = v.edge_id
      and ${insideScope(places, { organizationId, location: sql`e.location_id`, core: sql`e.id` })}
    left join locations l on l.organization_id = v.organization_id and l.id = v.location_id and l.deleted_at is null
      and ${insideScope(places, { organizationId, location: sql`l.id` })}`;

const equal = (column: RawBuilder<unknown>, value: string | undefined): RawBuilder<SqlBool> =>
  value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${column} = ${value}`;

const chosen = ({ organizationId, places }: Sight, filter: VehicleFilter): RawBuilder<SqlBool> => {
  const { make, color, locationId, groupId } = filter;
  // One that the actor may not see, or that is gone, is as one that never was.
  const isThere =
    locationId === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from locations a where a.organization_id = ${organizationId}::uuid and a.id = v.location_id
          and a.id = ${locationId}::uuid and a.deleted_at is null and ${insideScope(places, { organizationId, location: sql`a.id` })})`;
  const inGroup =
    groupId === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`v.id in (select m.member_id from org_group_members m
          where m.organization_id = ${organizationId}::uuid and m.group_id = ${groupId}::uuid)`;
  return sql<SqlBool>`${equal(sql`v.make`, make)} and ${equal(sql`v.color`, color)}
    and ${isThere} and ${inGroup}`;
};

/** After the last row of the page before, and the order: by plate, or the newest sighting first. */
function ordered({ sort, after }: VehicleRequest): { isAfter: RawBuilder<SqlBool>; by: RawBuilder<unknown> } {
  if (sort === 'plate')
    return {
      isAfter: after === null ? sql<SqlBool>`true` : sql<SqlBool>`v.key > ${after.key}`,
      by: sql`v.key`,
    };
  const seenAt = after === null ? null : cursorInstant(after);
  return {
    isAfter:
      after === null
        ? sql<SqlBool>`true`
        : sql<SqlBool>`(v.seen_at, v.id) < (${seenAt}::timestamptz, ${after.id}::uuid)`,
    by: sql`v.seen_at desc, v.id desc`,
  };
}

/** Which rows are listed, and how many there are where that is known already. */
interface Matching {
  of: RawBuilder<SqlBool>;
  total: Page<never>['total'] | null;
  isSlow: boolean;
}

/** Where each row takes long, counting stops here. */
const slowlyCounted = 100;

/** Few that are found are listed by their ids; very many are gone through in order, and not counted to the end. */
async function matching(trx: Work, sight: Sight, request: VehicleRequest): Promise<Matching> {
  const { query } = request;
  const { organizationId } = sight;
  const filter = chosen(sight, request);
  if (query === undefined || query === '') return { of: filter, total: null, isSlow: false };
  const isWhole = [request.make, request.color, request.locationId, request.groupId].every((one) => one === undefined);
  const { ids, count, isOne } = await findVehicles(trx, { organizationId, text: query });
  const of = sql<SqlBool>`${filter} and ${isOne}`;
  const isKnown = isWhole && count !== null;
  if (ids === null) return { of, total: isKnown ? atLeast(count) : null, isSlow: true };
  return { of, total: isKnown ? totalOf(count) : null, isSlow: false };
}

/** More are there, but nobody counts them. */
const atLeast = (count: number): Page<never>['total'] => {
  const { value } = totalOf(count);
  return { value, relation: 'atLeast' };
};

async function countFound(
  trx: Work,
  { organizationId }: Sight,
  { of, isSlow }: Omit<Matching, 'total'>,
): Promise<Page<never>['total']> {
  const rows = sql`select 1 from vehicles v where v.organization_id = ${organizationId}::uuid and ${of}`;
  if (!isSlow) return countUpTo(trx, rows);
  const total = await countUpTo(trx, sql`select 1 from (${rows} limit ${slowlyCounted + 1}) as few`);
  return total.value > slowlyCounted ? { value: slowlyCounted, relation: 'atLeast' } : total;
}

/** A page of vehicles. */
export async function listVehicles(trx: Work, sight: Sight, request: VehicleRequest): Promise<Page<VehicleRow>> {
  const { of, total: known, isSlow } = await matching(trx, sight, request);
  const { isAfter, by } = ordered(request);
  const { rows } = await sql<VehicleRow>`
    ${vehicles(sight)} where v.organization_id = ${sight.organizationId}::uuid and ${of} and ${isAfter} order by ${by} limit ${request.limit + 1}`.execute(
    trx,
  );
  const total = known ?? (await countFound(trx, sight, { of, isSlow }));
  const keyOf = ({ plate, seenAt, id }: VehicleRow): { key: string; id: string } => ({
    key: request.sort === 'plate' ? plateKey(plate) : String(seenAt.getTime()),
    id,
  });
  return { ...toPage(rows, request, keyOf), total };
}

/** The vehicle of this plate, however it is written; nobody else changes it until the transaction ends. */
export async function holdVehicle(
  trx: Work,
  organizationId: string,
  plate: string,
): Promise<{ id: string; plate: string; revision: number } | undefined> {
  return trx
    .selectFrom('vehicles')
    .select(['id', 'plate', 'revision'])
    .where('organizationId', '=', organizationId)
    .where('key', '=', plateKey(plate))
    .forUpdate()
    .executeTakeFirst();
}

export async function findVehicle(trx: Work, sight: Sight, id: string): Promise<VehicleRow | undefined> {
  const { rows } =
    await sql<VehicleRow>`${vehicles(sight)} where v.organization_id = ${sight.organizationId}::uuid and v.id = ${id}::uuid`.execute(
      trx,
    );
  return rows[0];
}

/** How many there are, at most so many. */
export async function countVehicles(trx: Work, organizationId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from vehicles where organization_id = ${organizationId}::uuid limit ${most}) as v`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

const written = ({ plate, owner, make, color }: VehicleWords) => {
  const key = plateKey(plate);
  return { plate, key, confused: confusedKey(key), owner, make, color };
};

/** Words by which a vehicle is found from now on, and no others. */
async function writeWords(
  trx: Work,
  place: { organizationId: string; id: string },
  vehicle: VehicleWords,
): Promise<void> {
  const { organizationId, id } = place;
  await sql`delete from vehicle_words where organization_id = ${organizationId}::uuid and vehicle_id = ${id}::uuid`.execute(
    trx,
  );
  await sql`insert into vehicle_words (organization_id, word, vehicle_id)
    select ${organizationId}::uuid, word, ${id}::uuid from unnest(${vehicleWords(vehicle)}::text[]) as word`.execute(
    trx,
  );
}

/** Adds a vehicle; of the core that saw it the location is kept, where the organization has it. */
export async function insertVehicle(
  trx: Work,
  organizationId: string,
  { seenAt, edgeId, ...vehicle }: VehicleWords & VehicleSight,
): Promise<string> {
  const id = newId();
  const { plate, key, confused, owner, make, color } = written(vehicle);
  await sql`
    insert into vehicles (organization_id, id, plate, key, confused, owner, make, color, seen_at, edge_id, location_id)
    select ${organizationId}::uuid, ${id}::uuid, ${plate}, ${key}, ${confused}, ${owner}, ${make}, ${color}, ${seenAt}, e.id, e.location_id
    from (select) as one left join edges e on e.organization_id = ${organizationId}::uuid and e.id = ${edgeId}::uuid`.execute(
    trx,
  );
  await writeWords(trx, { organizationId, id }, vehicle);
  return id;
}

export async function updateVehicle(
  trx: Work,
  { organizationId, id }: { organizationId: string; id: string },
  vehicle: VehicleWords,
): Promise<void> {
  await trx
    .updateTable('vehicles')
    .set((eb) => ({ ...written(vehicle), revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
  await writeWords(trx, { organizationId, id }, vehicle);
}

export async function deleteVehicle(trx: Work, organizationId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('vehicleWords')
    .where('organizationId', '=', organizationId)
    .where('vehicleId', '=', id)
    .execute();
  await trx.deleteFrom('vehicles').where('organizationId', '=', organizationId).where('id', '=', id).execute();
}
