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

/** Of each person so many faces are told, of many people fewer: 40 MB hold the faces on a core, a thousand bytes each, for up to 36,000 people. */
const facesEach = [
  { upTo: 12_000, faces: 3 },
  { upTo: 18_000, faces: 2 },
] as const;

const facesOfEach = (people: number): number => facesEach.find(({ upTo }) => people <= upTo)?.faces ?? 1;

/**
 * Whom a core recognises, in parts: where faces are wanted and people are known there. Comparing takes the digests alone; the faces are
 * read when a core is told.
 */
export const faceGallery: SharedEntity = createSharedEntity({
  kind,
  schema: syncedKinds.faceGallery,
  sight: 'OrganizationDatabasePeopleDirectory',
  list: async (trx, core, only) => {
    const each = facesOfEach(await countFaced(trx, core.organizationId));
    const digests = await galleryDigests(trx, core, each);
    if (only === undefined) return digests.map(({ id, digest }) => ({ id, content: { digest } }));
    const digest = digests.find(({ id }) => id === only)?.digest;
    if (digest === undefined) return [];
    return [{ id: only, content: { digest, people: await peopleOf(trx, core, { id: only, facesEach: each }) } }];
  },
  secretVersions: ({ digest }) => ({ digest }),
  named: async () => new Map(),
});

async function peopleOf(
  trx: Work,
  core: { organizationId: string; edgeId: string },
  part: { id: string; facesEach: number },
): Promise<SyncedContent<'faceGallery'>['people']> {
  const rows = await galleryPart(trx, core, part);
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
