import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { deleteClusters, deleteEmptyClusters, lockClusters } from '../clusters/face-clusters.repository.ts';
import { rebuildClusters } from '../clusters/rebuild-clusters.ts';
import { deleteFacesFrom, facesOf } from '../faces/person-faces.repository.ts';
import { tellGalleries } from '../gallery/face-gallery.synced.ts';
import { lastOperations, touchGallery } from '../gallery/gallery.repository.ts';
import { personRemoved } from '../people.public.ts';
import { deletePerson, isRecognitionOn, type PersonPlace } from '../people.repository.ts';
import { coresAt, coresOf, isFaceWantedAt } from './forgotten-places.repository.ts';
import { markSightings, markSightingsAt } from './forgotten-sightings.repository.ts';
import { insertForgetting, noteTold } from './forgettings.repository.ts';
import { askToForget } from './forget-jobs.ts';

interface ForgetNow {
  bus: Bus;
  jobs: Jobs;
  clock: Clock;
}

/** A person is forgotten: nobody finds them from now on, and what is kept of their face is erased. Answers the report. */
export async function forgetPerson(
  deps: ForgetNow & { hooks: Hooks },
  work: ChangeWork,
  place: PersonPlace,
): Promise<string> {
  const { trx } = work;
  const { organizationId, personId } = place;
  await lockClusters(trx, organizationId);
  const faceIds = (await facesOf(trx, place)).map(({ id }) => id);
  const forgettingId = await insertForgetting(trx, organizationId, {
    cause: 'person',
    locationId: null,
    faceIds,
    at: new Date(deps.clock()),
  });
  await markSightings(trx, organizationId, { of: { personId }, forgettingId });
  await deletePerson(trx, place);
  await deps.hooks.of(personRemoved)(work, { ...place, intoPersonId: null });
  await tellAndAsk(deps, work, { organizationId, forgettingId });
  return forgettingId;
}

/** An unsaved person is forgotten; no core knows them. */
export async function forgetCluster(
  deps: ForgetNow,
  work: ChangeWork,
  { organizationId, clusterId }: { organizationId: string; clusterId: string },
): Promise<string> {
  const { trx } = work;
  const at = new Date(deps.clock());
  const forgettingId = await insertForgetting(trx, organizationId, {
    cause: 'unsaved',
    locationId: null,
    faceIds: [],
    at,
  });
  await markSightings(trx, organizationId, { of: { clusterId }, forgettingId });
  await deleteClusters(trx, organizationId, [clusterId]);
  await askToForget(trx, deps.jobs, { organizationId, forgettingId });
  return forgettingId;
}

/**
 * Something of a location changed. Where faces are not wanted any more, all that is kept of them is erased: of sightings there, and of
 * people the faces that came from there; where they are wanted nowhere, everything.
 */
export async function forgetLocation(
  deps: ForgetNow,
  work: ChangeWork,
  { organizationId, locationId }: { organizationId: string; locationId: string },
): Promise<void> {
  const { trx } = work;
  const edgeIds = await coresAt(trx, { organizationId, locationId });
  if (await isFaceWantedAt(trx, { organizationId, locationId })) {
    await tellGalleries(deps, work, { organizationId, edgeIds });
    return;
  }
  const isNowhere = !(await isRecognitionOn(trx, organizationId));
  await forgetFacesAt(deps, work, { organizationId, locationId: isNowhere ? null : locationId, edgeIds });
}

/** The organization allows faces to be recognised, or does not any more; then everything that is kept of them is erased. */
export async function forgetOrganization(deps: ForgetNow, work: ChangeWork, organizationId: string): Promise<void> {
  const { trx } = work;
  const edgeIds = await coresOf(trx, organizationId);
  if (await isRecognitionOn(trx, organizationId)) await tellGalleries(deps, work, { organizationId, edgeIds });
  else await forgetFacesAt(deps, work, { organizationId, locationId: null, edgeIds });
}

/** Erases what is kept of faces that were seen at a location, or anywhere. */
async function forgetFacesAt(
  deps: ForgetNow,
  work: ChangeWork,
  {
    organizationId,
    locationId: where,
    edgeIds,
  }: { organizationId: string; locationId: string | null; edgeIds: string[] },
): Promise<void> {
  const { trx } = work;
  await lockClusters(trx, organizationId);
  const lost = await deleteFacesFrom(trx, organizationId, where);
  const at = new Date(deps.clock());
  const forgettingId = await insertForgetting(trx, organizationId, {
    cause: where === null ? 'organization' : 'location',
    locationId: where,
    faceIds: lost.map(({ id }) => id),
    at,
  });
  const clusterIds = await markSightingsAt(trx, organizationId, { locationId: where, forgettingId, until: at });
  await touchGallery(trx, organizationId, [...new Set(lost.map(({ personId }) => personId))]);
  await rebuildClusters(trx, organizationId, clusterIds);
  await deleteEmptyClusters(trx, organizationId);
  await tellAndAsk(deps, work, { organizationId, forgettingId, edgeIds });
  await work.announce({ kind: 'people.changed', personId: null });
}

async function tellAndAsk(
  deps: ForgetNow,
  work: ChangeWork,
  {
    organizationId,
    forgettingId,
    edgeIds = [],
  }: { organizationId: string; forgettingId: string; edgeIds?: readonly string[] },
): Promise<void> {
  const place = { organizationId, forgettingId };
  const told = await tellGalleries(deps, work, { organizationId });
  const cores = [...new Set([...told, ...edgeIds])];
  await noteTold(work.trx, place, await lastOperations(work.trx, organizationId, cores));
  await askToForget(work.trx, deps.jobs, place);
}
