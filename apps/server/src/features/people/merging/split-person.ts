import type { Person } from '@sightline/contracts/people/person';
import { AppError } from '@sightline/contracts/shared/errors';
import { bestOf } from '@sightline/domain/people/face-gallery';
import { facesOf, giveFaces, type FaceRow } from '../faces/person-faces.repository.ts';
import { readPerson, requirePerson, tellOf, type PeopleDeps, type PeopleTask } from '../people-change.ts';
import { insertPerson } from '../people.repository.ts';
import { requireRoom } from '../people-room.ts';
import { bestFaces, giveEvents } from '../sightings/face-sightings.repository.ts';

/** So many sightings are looked at again. */
const lookedAt = 5_000;

interface Split {
  personId: string;
  faceIds: readonly string[];
  name: string;
}

/** Two people were taken for one: some faces go to a new person, with the sightings that are more like these. */
export async function splitPerson(
  deps: PeopleDeps,
  task: PeopleTask,
  { personId, faceIds, name }: Split,
): Promise<Person> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { trx } = work;
  const before = await requirePerson(task, personId);
  const faces = await facesOf(trx, { organizationId, personId });
  const moved = faces.filter(({ id }) => faceIds.includes(id));
  if (moved.length < new Set(faceIds).size) throw new AppError('not_found', { fields: ['faceIds'] });
  const stay = faces.filter(({ id }) => !faceIds.includes(id));
  // Somebody must be left.
  if (stay.length === 0) throw new AppError('validation_failed', { fields: ['faceIds'] });
  await requireRoom(trx, organizationId);
  const newPersonId = await insertPerson(trx, organizationId, {
    name,
    note: '',
    locationIds: before.locationIds,
    bucketId: null,
    at: new Date(deps.clock()),
  });
  const seen = await bestFaces(trx, organizationId, { of: { personId }, limit: lookedAt });
  const eventIds = seen.filter((sighting) => isNearer(sighting, { moved, stay })).map(({ eventId }) => eventId);
  await giveFaces(trx, organizationId, { faceIds: moved.map(({ id }) => id), personId: newPersonId });
  await giveEvents(trx, organizationId, { eventIds, personId: newPersonId });
  await tellOf(deps, task, {
    personId: newPersonId,
    action: 'person.create',
    data: { fromPersonId: personId },
    isOfCores: true,
  });
  await tellOf(deps, task, {
    personId,
    action: 'person.split',
    data: { name: before.name, into: newPersonId },
    isOfCores: true,
  });
  return readPerson(deps, trx, { actor, personId: newPersonId });
}

const wholeOf = ({ modelId, vector }: { modelId: string; vector: Buffer }) => ({
  modelId,
  vector: new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength),
});

/** Whether a sighting is more like the faces that go than like those that stay. */
function isNearer(
  sighting: { modelId: string; vector: Buffer },
  { moved, stay }: { moved: readonly FaceRow[]; stay: readonly FaceRow[] },
): boolean {
  const face = wholeOf(sighting);
  return bestOf(face, moved.map(wholeOf)) > bestOf(face, stay.map(wholeOf));
}
