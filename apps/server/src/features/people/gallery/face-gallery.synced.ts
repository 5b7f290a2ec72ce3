import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import type { EdgeKey } from '../../../platform/sync/synced-entity.ts';
import {
  createSharedEntity,
  edgesKnowing,
  followShared,
  operationsTopic,
  type SharedEntity,
} from '../../edges/edges.public.ts';
import { countFaced, galleryDigests, galleryParts, type GalleryRow } from './gallery.repository.ts';

const kind = 'faceGallery';

/** Of each person so many faces are told, of many people fewer: 40 MB hold the faces on a core, a thousand bytes each, for up to 36,000 people. */
const facesEach = [
  { upTo: 12_000, faces: 3 },
  { upTo: 18_000, faces: 2 },
] as const;

/** A part of a gallery as a core has it. */
interface Part {
  id: string;
  content: SyncedContent<'faceGallery'>;
}

const facesOfEach = (people: number): number => facesEach.find(({ upTo }) => people <= upTo)?.faces ?? 1;

/**
 * Whom a core recognises, in parts: where faces are wanted and people are known there. Comparing takes the digests alone; the faces are
 * read when a core is told.
 */
export const faceGallery: SharedEntity = createSharedEntity({
  kind,
  schema: syncedKinds.faceGallery,
  sight: 'OrganizationDatabasePeopleDirectory',
  list: async (trx, core, only) =>
    only === undefined
      ? (await digestsOf(trx, core)).map(({ id, digest }) => ({ id, content: { digest } }))
      : contentsOf(trx, core, [only]),
  listSome: contentsOf,
  secretVersions: ({ digest }) => ({ digest }),
  named: async () => new Map(),
});

async function digestsOf(trx: Work, core: EdgeKey): Promise<{ id: string; digest: string; facesEach: number }[]> {
  const each = facesOfEach(await countFaced(trx, core.organizationId));
  return (await galleryDigests(trx, core, each)).map((part) => ({ ...part, facesEach: each }));
}

/** Parts with the people in them. All that is compared for one part is compared for many. */
async function contentsOf(trx: Work, core: EdgeKey, only: readonly string[]): Promise<Part[]> {
  const asked = new Set(only);
  const parts = (await digestsOf(trx, core)).filter(({ id }) => asked.has(id));
  const [first] = parts;
  if (first === undefined) return [];
  const rows = await galleryParts(trx, core, { ids: parts.map(({ id }) => id), facesEach: first.facesEach });
  const rowsOf = Map.groupBy(rows, ({ part }) => part);
  return parts.map(({ id, digest }) => ({ id, content: { digest, people: peopleOf(rowsOf.get(id) ?? []) } }));
}

const peopleOf = (rows: readonly GalleryRow[]): SyncedContent<'faceGallery'>['people'] =>
  [...Map.groupBy(rows, ({ personId }) => personId)].map(([personId, faces]) => ({
    personId,
    locationIds: faces[0]?.locationIds ?? null,
    faces: faces.map(({ modelId, vector }) => ({ modelId, values: vector.toString('base64') })),
  }));

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
