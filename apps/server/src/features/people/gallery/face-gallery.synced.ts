import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import {
  createSharedEntity,
  edgesKnowing,
  followShared,
  operationsTopic,
  type SharedEntity,
} from '../../edges/edges.public.ts';
import { countFaced, galleryDigests, galleryPart } from './gallery.repository.ts';

const kind = 'faceGallery';

/** Of each person so many faces are told; of more people than fit otherwise, one. */
const facesEach = { usual: 3, ofMany: 1, manyFrom: 20_000 };

/**
 * Whom a core recognises, in parts: where faces are wanted and people are known there. Comparing takes the digests alone; the faces are
 * read when a core is told.
 */
export const faceGallery: SharedEntity = createSharedEntity({
  kind,
  schema: syncedKinds.faceGallery,
  sight: 'OrganizationDatabasePeopleDirectory',
  list: async (trx, core, only) => {
    const digests = await galleryDigests(trx, core);
    if (only === undefined) return digests.map(({ id, digest }) => ({ id, content: { digest } }));
    const digest = digests.find(({ id }) => id === only)?.digest;
    if (digest === undefined) return [];
    return [{ id: only, content: { digest, people: await peopleOf(trx, core, only) } }];
  },
  secretVersions: ({ digest }) => ({ digest }),
  named: async () => new Map(),
});

async function peopleOf(
  trx: Work,
  core: { organizationId: string; edgeId: string },
  id: string,
): Promise<SyncedContent<'faceGallery'>['people']> {
  const isMany = (await countFaced(trx, core.organizationId)) > facesEach.manyFrom;
  const rows = await galleryPart(trx, core, { id, facesEach: isMany ? facesEach.ofMany : facesEach.usual });
  return [...Map.groupBy(rows, (row) => row.personId)].map(([personId, faces]) => ({
    personId,
    locationIds: faces[0]?.locationIds ?? null,
    faces: faces.map(({ modelId, vector }) => ({ modelId, values: vector.toString('base64') })),
  }));
}

/** The people of an organization, or the places of cores, are others than before: tells these cores, or all that know galleries. Answers them. */
export async function tellGalleries(
  { bus }: { bus: Bus },
  work: ChangeWork,
  { organizationId, edgeIds }: { organizationId: string; edgeIds?: readonly string[] },
): Promise<string[]> {
  const told = await followShared(work.trx, faceGallery, {
    organizationId,
    edgeIds: edgeIds ?? (await edgesKnowing(work.trx, organizationId, kind)),
  });
  work.afterCommit(() => {
    for (const edgeId of told) bus.publish(operationsTopic, { edgeId });
  });
  return told;
}
