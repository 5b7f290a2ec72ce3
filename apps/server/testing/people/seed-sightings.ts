import { faceModel } from './test-faces.ts';

/** A face that waits to be put to others. */
export interface WaitingFace {
  eventId: string;
  startedAt: Date;
  vector: Int8Array;
  quality: number;
}

/** Runs a statement as the owner of the database. */
type Query = (text: string, values: unknown[]) => Promise<unknown>;

/** Writes faces of a camera past the link, which takes far too long for very many; nobody is asked to look at them. */
export async function seedSightings(
  query: Query,
  { organizationId, cameraId }: { organizationId: string; cameraId: string },
  faces: readonly WaitingFace[],
): Promise<void> {
  const days = [...new Set(faces.map(({ startedAt }) => startedAt.toISOString().slice(0, 10)))];
  await query('select make_event_day(day) from unnest($1::date[]) as day', [days]);
  const given = `unnest($3::uuid[], $4::timestamptz[], $5::bytea[], $6::real[]) as n (id, started_at, vector, quality)`;
  const values = [
    organizationId,
    cameraId,
    faces.map(({ eventId }) => eventId),
    faces.map(({ startedAt }) => startedAt.toISOString()),
    faces.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
    faces.map(({ quality }) => quality),
  ];
  await query(
    `with given as materialized (select * from ${given}), vectors as (
       insert into event_vectors (organization_id, started_at, id, camera_id, kind, class, model_id, vector)
       select $1::uuid, started_at, id, $2::uuid, 1, 0, '${faceModel}', vector from given)
     insert into face_sightings (organization_id, event_id, started_at, camera_id, model_id, quality, is_waiting)
     select $1::uuid, id, started_at, $2::uuid, '${faceModel}', quality, true from given`,
    values,
  );
}
