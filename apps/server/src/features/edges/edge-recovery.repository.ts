import type { StreamKind } from '@sightline/contracts/cameras/camera';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface RecoveryCore extends Pick<
  Row<'edges'>,
  'name' | 'locationId' | 'hostname' | 'version' | 'claimedAt' | 'dhcp'
> {
  organizationName: string;
  locationName: string;
  timeZone: string;
  publicKey: string | null;
}

export interface RecoveryCamera extends Pick<
  Row<'cameras'>,
  'id' | 'name' | 'recordingMode' | 'retentionDays' | 'username' | 'hasPassword' | 'revision'
> {
  entityPath: string[];
  locationName: string;
  streams: { id: string; kind: StreamKind; url: string }[];
}

/** Who a core is, for the document that outlives it. */
export async function findRecoveryCore(
  trx: Work,
  place: { organizationId: string; edgeId: string },
): Promise<RecoveryCore> {
  const { rows } = await sql<RecoveryCore>`
    select o.name as organization_name, e.name, e.location_id, l.name as location_name, l.time_zone, e.hostname, e.version, e.claimed_at, e.dhcp,
      case when i.revoked_at is null then i.public_key end as public_key
    from edges e
    join organizations o on o.id = e.organization_id
    join locations l on l.organization_id = e.organization_id and l.id = e.location_id
    left join edge_identities i on i.organization_id = e.organization_id and i.edge_id = e.id
    where e.organization_id = ${place.organizationId} and e.id = ${place.edgeId}`.execute(trx);
  return rows[0] as RecoveryCore;
}

/** Every camera of a core, by name. */
export async function recoveryCameras(
  trx: Work,
  place: { organizationId: string; edgeId: string },
): Promise<RecoveryCamera[]> {
  const { rows } = await sql<RecoveryCamera>`
    select c.id, l.path || array[c.edge_id, c.id] as entity_path, c.name, l.name as location_name, c.recording_mode, c.retention_days, c.username, c.has_password, c.revision,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'url', s.url) order by s.kind)
        from camera_streams s where s.organization_id = c.organization_id and s.camera_id = c.id and s.deleted_at is null), '[]') as streams
    from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${place.organizationId} and c.edge_id = ${place.edgeId} and c.deleted_at is null
    order by c.name collate people, c.id`.execute(trx);
  return rows;
}
