import { AppError } from '@sightline/contracts/shared/errors';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';
import { deleteCamera } from '../camera-writes.repository.ts';

interface CameraOnEdge {
  organizationId: string;
  edgeId: string;
  cameraId: string;
}

/** A camera after it was taken back. */
export interface RestoredCamera extends Pick<Row<'cameras'>, 'revision' | 'locationId'> {
  isDeleted: boolean;
}

/**
 * Makes a camera what it was when an operation was written (`from`, its sequence), or deletes it (`from` null), as a new
 * revision. It stays where it is when its place of then is gone, or no longer below its core. Throws `conflict` when its
 * location is gone; the database refuses an address that is used elsewhere by now.
 */
export async function restoreCamera(trx: Work, camera: CameraOnEdge, from: number | null): Promise<RestoredCamera> {
  const { organizationId, edgeId, cameraId } = camera;
  const { secretId, locationId } = await trx
    .selectFrom('cameras')
    .select(['secretId', 'locationId'])
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', cameraId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (from === null)
    return { revision: await deleteCamera(trx, { organizationId, cameraId, secretId }), locationId, isDeleted: true };
  const restored = await restoreRow(trx, camera, from);
  await restoreStreams(trx, camera, from);
  await restoreSecret(trx, { ...camera, secretId }, from);
  return restored;
}

/** Where a camera was read when an operation was written, and where its device answered ONVIF. */
export interface PlaceOfThen extends Pick<Row<'cameras'>, 'onvifHost' | 'onvifPort'> {
  urls: string[];
}

/** Undefined when what the operation said is not kept. */
export async function placeOfThen(
  trx: Work,
  { organizationId, edgeId }: CameraOnEdge,
  from: number,
): Promise<PlaceOfThen | undefined> {
  const { rows } = await sql<PlaceOfThen>`
    select array(select s ->> 'url' from jsonb_array_elements(o.content -> 'streams') s) as urls,
      o.content -> 'camera' ->> 'onvif_host' as onvif_host, (o.content -> 'camera' ->> 'onvif_port')::integer as onvif_port
    from operations o
    where o.organization_id = ${organizationId} and o.edge_id = ${edgeId} and o.sequence = ${from} and o.content is not null`.execute(
    trx,
  );
  return rows[0];
}

async function restoreRow(
  trx: Work,
  { organizationId, edgeId, cameraId }: CameraOnEdge,
  from: number,
): Promise<RestoredCamera> {
  const { rows } = await sql<RestoredCamera & { isPlaced: boolean }>`
    update cameras c set
      name = k.name, location_id = coalesce(p.id, c.location_id), username = k.username, has_password = k.has_password,
      recording_mode = k.recording_mode, retention_days = k.retention_days, retention_bytes = k.retention_bytes, analysis = k.analysis,
      settings = coalesce(k.settings, '{}'), onvif_host = k.onvif_host, onvif_port = k.onvif_port,
      address = k.address, latitude = k.latitude, longitude = k.longitude,
      deleted_at = case when k.is_deleted then coalesce(c.deleted_at, now()) end,
      credentials_version = c.credentials_version + 1, revision = c.revision + 1
    from operations o
      cross join lateral jsonb_to_record(o.content -> 'camera') as k(name text, location_id uuid, username text, has_password boolean,
        recording_mode text, retention_days integer, retention_bytes bigint, analysis jsonb, is_deleted boolean,
        settings jsonb, onvif_host text, onvif_port integer, address text, latitude double precision, longitude double precision)
      join edges e on e.organization_id = o.organization_id and e.id = o.edge_id
      left join locations p on p.organization_id = o.organization_id and p.id = k.location_id and p.deleted_at is null and e.location_id = any (p.path)
    where o.organization_id = ${organizationId} and o.edge_id = ${edgeId} and o.sequence = ${from}
      and c.organization_id = ${organizationId} and c.id = ${cameraId}
    returning c.revision, c.location_id, c.deleted_at is not null as is_deleted,
      exists (select 1 from locations l where l.organization_id = c.organization_id and l.id = c.location_id and l.deleted_at is null) as is_placed`.execute(
    trx,
  );
  const row = rows[0];
  if (!row || (!row.isPlaced && !row.isDeleted)) throw new AppError('conflict');
  return row;
}

async function restoreStreams(
  trx: Work,
  { organizationId, edgeId, cameraId }: CameraOnEdge,
  from: number,
): Promise<void> {
  // Out of the way first, so that main and sub can swap addresses.
  await sql`update camera_streams set deleted_at = now(), url_key = id::text
    where organization_id = ${organizationId} and camera_id = ${cameraId} and deleted_at is null`.execute(trx);
  await sql`
    update camera_streams s set kind = k.kind, url = k.url, url_key = k.url_key, transport = k.transport, driver = k.driver, deleted_at = null
    from operations o cross join lateral jsonb_to_recordset(o.content -> 'streams')
      as k(id uuid, kind text, url text, url_key text, transport text, driver text)
    where o.organization_id = ${organizationId} and o.edge_id = ${edgeId} and o.sequence = ${from}
      and s.organization_id = ${organizationId} and s.camera_id = ${cameraId} and s.id = k.id`.execute(trx);
}

async function restoreSecret(
  trx: Work,
  { organizationId, edgeId, secretId }: CameraOnEdge & { secretId: string },
  from: number,
): Promise<void> {
  await trx.deleteFrom('secrets').where('organizationId', '=', organizationId).where('id', '=', secretId).execute();
  await sql`insert into secrets (organization_id, id, sealed)
    select ${organizationId}, ${secretId}, o.sealed from operations o
    where o.organization_id = ${organizationId} and o.edge_id = ${edgeId} and o.sequence = ${from} and o.sealed is not null`.execute(
    trx,
  );
}

/** Lifts a camera of a core past a revision that the core holds; undefined when the core has no such camera. */
export async function raiseRevision(
  trx: Work,
  { organizationId, edgeId, cameraId }: CameraOnEdge,
  past: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    update cameras set revision = greatest(revision, ${past}) + 1
    where organization_id = ${organizationId} and edge_id = ${edgeId} and id = ${cameraId} and deleted_at is null returning revision`.execute(
    trx,
  );
  return rows[0]?.revision;
}

/** Keeps with an operation what its camera is now, with its sealed secret, so that the operation after it can be taken back. */
export async function keepCamera(
  trx: Work,
  { organizationId, edgeId, cameraId }: CameraOnEdge,
  sequence: number,
): Promise<void> {
  await sql`
    update operations o set content = jsonb_build_object(
        'camera', jsonb_build_object('name', k.name, 'location_id', k.location_id, 'username', k.username, 'has_password', k.has_password,
          'recording_mode', k.recording_mode, 'retention_days', k.retention_days, 'retention_bytes', k.retention_bytes, 'analysis', k.analysis,
          'settings', k.settings, 'onvif_host', k.onvif_host, 'onvif_port', k.onvif_port,
          'address', k.address, 'latitude', k.latitude, 'longitude', k.longitude, 'is_deleted', k.deleted_at is not null),
        'streams', coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'url', m.url, 'url_key', m.url_key,
            'transport', m.transport, 'driver', m.driver) order by m.id)
          from camera_streams m where m.organization_id = k.organization_id and m.camera_id = k.id and m.deleted_at is null), '[]')),
      sealed = (select s.sealed from secrets s where s.organization_id = k.organization_id and s.id = k.secret_id)
    from cameras k
    where o.organization_id = ${organizationId} and o.edge_id = ${edgeId} and o.sequence = ${sequence}
      and k.organization_id = ${organizationId} and k.edge_id = ${edgeId} and k.id = ${cameraId}`.execute(trx);
}
