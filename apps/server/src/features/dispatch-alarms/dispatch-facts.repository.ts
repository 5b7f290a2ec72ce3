import type { Coordinates } from '@sightline/contracts/locations/location';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** Where help is sent. */
export interface PlaceToFind {
  id: string;
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  coordinates: Coordinates | null;
}

/** Whom the monitoring service calls back. */
export interface Caller {
  name: string;
  phone: string | null;
}

/** A location, and those above it from there up. */
export async function placesUpFrom(trx: Work, organizationId: string, locationId: string): Promise<PlaceToFind[]> {
  const { rows } =
    await sql<PlaceToFind>`select above.id, above.name, above.address, above.city, above.state, above.zip,
      case when above.latitude is null then null else jsonb_build_object('lat', above.latitude, 'lon', above.longitude) end as coordinates
    from locations l cross join unnest(l.path) with ordinality as step (id, depth)
    join locations above on above.organization_id = l.organization_id and above.id = step.id
    where l.organization_id = ${organizationId}::uuid and l.id = ${locationId}::uuid order by step.depth desc`.execute(
      trx,
    );
  return rows;
}

/** Who dispatches: a member of the organization, or somebody who helps it. */
export async function callerOf(trx: Work, organizationId: string, userId: string): Promise<Caller> {
  const { rows } = await sql<Caller>`select u.name, p.phone from auth."user" u left join people p on p.user_id = u.id
    where u.id = ${userId} and ${organizationId}::uuid is not null`.execute(trx);
  return rows[0] ?? { name: '', phone: null };
}

/** Everybody of the organization. */
export async function membersOf(trx: Work, organizationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .execute();
  return rows.map(({ userId }) => userId);
}
