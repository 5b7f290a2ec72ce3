import type { CameraState } from '@sightline/contracts/cameras/camera';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { insideCameras, stateInSql, type ScopedPlace } from './cameras.repository.ts';

/** So many cameras of one location are in one state. */
export interface StateCount {
  locationId: string;
  state: CameraState;
  count: number;
}

/** Counts the cameras that may be seen, by the location that they are at and their state: one pass over all of them. */
export async function countStates(trx: Work, place: ScopedPlace): Promise<StateCount[]> {
  const { organizationId } = place;
  const { rows } = await sql<StateCount>`
    with k as materialized (
      select c.id, c.location_id from cameras c
      where c.organization_id = ${organizationId} and c.deleted_at is null and ${insideCameras(place)})
    select k.location_id, ${stateInSql} as state, count(*)::integer as count from k
      left join statuses st on st.organization_id = ${organizationId} and st.entity_id = k.id
    group by 1, 2`.execute(trx);
  return rows;
}
