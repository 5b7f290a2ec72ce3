import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** What a core tells of a camera beside its streams. */
export type ToldParts = Pick<Row<'cameraParts'>, 'cameraId' | 'analytics' | 'smartStorage' | 'audioEnabled'>;

/** Keeps what a core tells of a camera; false when the camera is not this core's, or not in use any more. */
export async function keepCameraParts(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  told: ToldParts,
): Promise<boolean> {
  const { cameraId, analytics, smartStorage, audioEnabled } = told;
  const { numAffectedRows = 0n } = await sql`
    insert into camera_parts (organization_id, camera_id, analytics, smart_storage, audio_enabled)
    select organization_id, id, ${JSON.stringify(analytics)}::jsonb, ${JSON.stringify(smartStorage)}::jsonb, ${audioEnabled} from cameras
    where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and id = ${cameraId} and deleted_at is null
    on conflict (organization_id, camera_id) do update
      set analytics = excluded.analytics, smart_storage = excluded.smart_storage, audio_enabled = excluded.audio_enabled`.execute(
    trx,
  );
  return numAffectedRows > 0n;
}
