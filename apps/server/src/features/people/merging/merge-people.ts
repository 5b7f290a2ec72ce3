import { maxFaces } from '@sightline/contracts/people/person';
import { AppError } from '@sightline/contracts/shared/errors';
import { facesOf, giveFaces, keepBestFaces } from '../faces/person-faces.repository.ts';
import { removeFacePictures } from '../faces/face-pictures.ts';
import { requirePerson, tellOf, type PeopleDeps, type PeopleTask } from '../people-change.ts';
import { deletePerson } from '../people.repository.ts';
import { personRemoved } from '../people.public.ts';
import { requireUnused } from '../person-uses.ts';
import { giveSightings } from '../sightings/face-sightings.repository.ts';

/** One person turns out to be another: faces and sightings become theirs, and the first is no more. Refused while rules name the first. */
export async function mergePeople(
  deps: PeopleDeps,
  task: PeopleTask,
  { fromPersonId, personId }: { fromPersonId: string; personId: string },
): Promise<void> {
  const { actor, work } = task;
  const { organizationId } = actor;
  if (fromPersonId === personId) throw new AppError('validation_failed', { fields: ['fromPersonId'] });
  const from = await requirePerson(task, fromPersonId);
  await requireUnused(deps, work.trx, { actor, personId: fromPersonId, isReplaced: true });
  const faceIds = (await facesOf(work.trx, { organizationId, personId: fromPersonId })).map(({ id }) => id);
  await giveFaces(work.trx, organizationId, { faceIds, personId });
  const tooMany = await keepBestFaces(work.trx, { organizationId, personId }, maxFaces);
  await giveSightings(work.trx, organizationId, { of: { personId: fromPersonId }, personId });
  const gone = { organizationId, personId: fromPersonId };
  await deletePerson(work.trx, gone);
  await deps.hooks.of(personRemoved)(work, { ...gone, intoPersonId: personId });
  work.afterCommit(
    () =>
      void removeFacePictures(deps.blobs, organizationId, tooMany).catch((error: unknown) =>
        deps.log.warn({ err: error, faceIds: tooMany }, 'pictures of faces could not be removed'),
      ),
  );
  await tellOf(deps, task, {
    personId,
    action: 'person.merge',
    data: { from: from.name, fromPersonId },
    isOfCores: true,
  });
}
