import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** Names that a list of live rooms shows, by id. */
export interface RoomNames {
  organizationName: string;
  cameras: Map<string, { name: string; edgeName: string }>;
  people: Map<string, string>;
}

/** Reads the names of watched cameras with their cores, and of those who watch. */
export async function roomNames(
  trx: Work,
  organizationId: string,
  { cameraIds, userIds }: { cameraIds: readonly string[]; userIds: readonly string[] },
): Promise<RoomNames> {
  const { rows: organizations } = await sql<{
    name: string;
  }>`select name from organizations where id = ${organizationId}`.execute(trx);
  const { rows: cameras } = await sql<{ id: string; name: string; edgeName: string }>`
    select c.id, c.name, e.name as edge_name from cameras c join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = ${organizationId} and c.deleted_at is null and c.id = any (${[...cameraIds]}::uuid[])`.execute(
    trx,
  );
  const { rows: people } = await sql<{ id: string; name: string }>`
    select id::text as id, name from auth."user" where id::text = any (${[...userIds]}::text[])`.execute(trx);
  return {
    organizationName: organizations[0]?.name ?? '',
    cameras: new Map(cameras.map(({ id, ...names }) => [id, names])),
    people: new Map(people.map(({ id, name }) => [id, name])),
  };
}
