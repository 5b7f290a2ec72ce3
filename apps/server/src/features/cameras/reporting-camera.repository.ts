import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** A camera that a core says something of. */
export interface ReportingCamera {
  locationId: string;
  /** Core's clock minus ours. */
  clockOffsetMs: number;
}

/** The camera, when it is one of this core; undefined for a camera of another one. */
export async function findReportingCamera(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  cameraId: string,
): Promise<ReportingCamera | undefined> {
  const { rows } = await sql<ReportingCamera>`
    select c.location_id, coalesce(e.clock_offset_ms, 0) as clock_offset_ms
    from cameras c join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = ${organizationId}::uuid and c.id = ${cameraId}::uuid and c.edge_id = ${edgeId}::uuid`.execute(
    trx,
  );
  return rows[0];
}
