import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { insideScope } from '../../../platform/database/scope-sql.ts';

/** Where a camera is reached: the addresses of its streams, and where it answers ONVIF. */
export interface ReachedAt {
  cameraId: string;
  name: string;
  urls: string[];
  onvifHost: string | null;
  onvifPort: number | null;
}

/** Where the cameras of a core are reached, those within a scope. */
export async function placesOf(
  trx: Work,
  place: { organizationId: string; scope: Scope },
  edgeId: string,
): Promise<ReachedAt[]> {
  const { organizationId, scope } = place;
  const { rows } = await sql<ReachedAt>`
    select c.id as camera_id, c.name, c.onvif_host, c.onvif_port, array(
      select s.url from camera_streams s where s.organization_id = c.organization_id and s.camera_id = c.id and s.deleted_at is null) as urls
    from cameras c where c.organization_id = ${organizationId} and c.edge_id = ${edgeId} and c.deleted_at is null
      and ${insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` })}`.execute(
    trx,
  );
  return rows;
}
