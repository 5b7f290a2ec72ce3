import { centreOf } from '@sightline/domain/people/face-clusters';
import type { Work } from '../../../platform/database/database.ts';
import { bestFaces } from '../sightings/face-sightings.repository.ts';
import { setCentre } from './face-clusters.repository.ts';

/** So many of the best faces say where somebody lies. */
const facesEach = 60;

/** These unsaved people lost some of their faces: where they lie follows from those that are left. */
export async function rebuildClusters(trx: Work, organizationId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const faces = await bestFaces(trx, organizationId, { of: { clusterId: id }, limit: facesEach });
    const vectors = faces.map(({ vector }) => new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    await setCentre(trx, organizationId, { id, sum: centreOf(vectors), weight: vectors.length });
  }
}
