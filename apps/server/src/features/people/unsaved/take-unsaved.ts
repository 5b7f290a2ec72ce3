import { maxFaces } from '@sightline/contracts/people/person';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { eventPictureKeys } from '../../events/events.public.ts';
import { deleteClusters, holdCluster } from '../clusters/face-clusters.repository.ts';
import { facePictureKey } from '../faces/face-pictures.ts';
import { facesOf, insertFace } from '../faces/person-faces.repository.ts';
import type { PeopleDeps, PeopleTask } from '../people-change.ts';
import { sightOf } from '../people.policy.ts';
import { bestFaces, giveSightings, type FacedSighting } from '../sightings/face-sightings.repository.ts';

/** So many of the best faces of an unsaved person are kept with who they turn out to be. */
const facesTaken = 3;

/** An unsaved person turns out to be this one: faces and sightings become theirs. Throws `not_found` for one whom the actor may not see. */
export async function takeUnsaved(
  deps: PeopleDeps,
  { actor, work }: PeopleTask,
  { bucketId, personId }: { bucketId: string; personId: string },
): Promise<void> {
  const { organizationId } = actor;
  const { trx } = work;
  const sight = await sightOf(trx, actor);
  if (!(await holdCluster(trx, sight, bucketId))) throw new AppError('not_found', { fields: ['bucketId'] });
  const of = { clusterId: bucketId };
  // Whoever may not see a picture does not get it by saving who is in it.
  const best = await bestFaces(trx, organizationId, { of, limit: facesTaken, sight });
  const room = maxFaces - (await facesOf(trx, { organizationId, personId })).length;
  for (const face of best.slice(0, Math.max(0, room)))
    await keepFace(deps, trx, { organizationId, personId, face, addedAt: new Date(deps.clock()) });
  await giveSightings(trx, organizationId, { of, personId });
  await deleteClusters(trx, organizationId, [bucketId]);
}

interface TakenFace {
  organizationId: string;
  personId: string;
  face: FacedSighting;
  addedAt: Date;
}

async function keepFace(deps: { blobs: Blobs }, trx: Work, taken: TakenFace): Promise<void> {
  const { organizationId, personId, face, addedAt } = taken;
  const id = newId();
  const { eventId, startedAt, cameraId, modelId, vector, quality } = face;
  const picture = await readPicture(
    deps.blobs,
    eventPictureKeys(organizationId, { startedAt, cameraId, id: eventId, kind: 'face' }),
  );
  if (picture) await deps.blobs.put(facePictureKey(organizationId, id), picture);
  await insertFace(
    trx,
    { organizationId, personId },
    {
      id,
      modelId,
      vector,
      quality,
      source: 'camera',
      eventId,
      cameraId,
      hasPicture: picture !== null,
      addedAt,
    },
  );
}

async function readPicture(blobs: Blobs, keys: readonly string[]): Promise<Uint8Array | null> {
  for (const key of keys) {
    const bytes = await blobs.read(key);
    if (bytes) return bytes;
  }
  return null;
}
