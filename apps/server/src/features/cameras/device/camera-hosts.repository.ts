import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';
import { insideScope } from '../../../platform/database/scope-sql.ts';

/** What the device of a camera said of itself when it was added; null where it said nothing. */
export type DeviceIdentity = Pick<Row<'cameras'>, 'deviceUuid' | 'deviceSerial' | 'deviceMac' | 'deviceChannels'>;

/** Where a camera is reached: the addresses of its streams, and where it answers ONVIF; and what its device is. */
export interface ReachedAt extends DeviceIdentity {
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
    select c.id as camera_id, c.name, c.onvif_host, c.onvif_port, c.device_uuid, c.device_serial, c.device_mac,
      c.device_channels, array(
      select s.url from camera_streams s where s.organization_id = c.organization_id and s.camera_id = c.id and s.deleted_at is null) as urls
    from cameras c where c.organization_id = ${organizationId} and c.edge_id = ${edgeId} and c.deleted_at is null
      and ${insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` })}`.execute(
    trx,
  );
  return rows;
}
