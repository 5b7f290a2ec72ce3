import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { EdgeKey } from '../../../platform/sync/synced-entity.ts';

/** What cores are told of these vehicles, by their plates with confusable signs folded, is another thing now. In order, so that two changes at once wait for each other instead of both waiting. */
export async function touchParts(trx: Work, organizationId: string, confused: readonly string[]): Promise<void> {
  if (confused.length === 0) return;
  await sql`
    insert into vehicle_parts as p (organization_id, part, version)
    select ${organizationId}::uuid, c.part, 1 from (
      select distinct get_byte(decode(md5(one), 'hex'), 0)::smallint as part from unnest(${[...confused]}::text[]) as one) as c
    order by c.part
    on conflict (organization_id, part) do update set version = p.version + 1`.execute(trx);
}

/** Whether a core can read plates: it announces a model that does. */
export async function readsPlates(trx: Work, { organizationId, edgeId }: EdgeKey): Promise<boolean> {
  const { rows } = await sql<{ reads: boolean }>`
    select exists (select from jsonb_array_elements_text(e.capabilities) as one (word) where word = 'plates' or word like 'plates:%') as reads
    from edges e where e.organization_id = ${organizationId}::uuid and e.id = ${edgeId}::uuid`.execute(trx);
  return rows[0]?.reads ?? false;
}

/** The id of a part: the same for all cores of an organization, and none of another one; its last two digits say which part it is. */
const partId = (organizationId: string) => sql`(
  overlay(overlay(substr(md5(${`vehicleList:${organizationId}`}::text), 1, 30) placing '8' from 13) placing '8' from 17)
  || lpad(to_hex(p.part::integer), 2, '0'))::uuid`;

/** A part in which there are vehicles. */
interface VehiclePart {
  id: string;
  part: number;
  version: number;
}

/** The parts of an organization that hold any; `id`: this one. */
export async function vehicleParts(trx: Work, organizationId: string, id?: string): Promise<VehiclePart[]> {
  const only = id === undefined ? sql`true` : sql`${partId(organizationId)} = ${id}::uuid`;
  const { rows } = await sql<VehiclePart>`
    select ${partId(organizationId)} as id, p.part, p.version from vehicle_parts p
    where p.organization_id = ${organizationId}::uuid and ${only} and exists (
      select from vehicles v where v.organization_id = p.organization_id and v.part = p.part)
    order by p.part`.execute(trx);
  return rows;
}

/** The vehicles of a part, by their plates as they are compared. */
export const vehiclesOfPart = (
  trx: Work,
  organizationId: string,
  part: number,
): Promise<{ vehicleId: string; key: string }[]> =>
  trx
    .selectFrom('vehicles')
    .select(['id as vehicleId', 'key'])
    .where('organizationId', '=', organizationId)
    .where('part', '=', part)
    .orderBy('key')
    .execute();
