import { z } from 'zod';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import { eraseEventFaces, eventFaces, type FacedEvent } from '../../events/events.public.ts';
import { sightingsForgotten } from '../people.public.ts';
import { removeFacePictures } from '../faces/face-pictures.ts';
import { camerasOf, markedSightings, noteErased } from './forgotten-sightings.repository.ts';
import { countErased, endForgetting, findOpen, type ForgettingPlace } from './forgettings.repository.ts';

/** Erases faces that are to be forgotten. What is done is in the rows: it goes on where it was ended. */
export const forgetJobs = jobQueue({
  name: 'face-forgettings',
  data: z.object({ organizationId: z.uuid(), forgettingId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 2, toSeconds: 300 },
  isUrgent: true,
});

const atOnce = 100;
const everySeconds = 5;

export interface ForgetDeps {
  changes: Changes;
  blobs: Blobs;
  jobs: Jobs;
  clock: Clock;
  hooks: Hooks;
}

/** In the transaction in which it was asked for. */
export const askToForget = (trx: Work, jobs: Jobs, place: ForgettingPlace): Promise<void> =>
  jobs.add(trx, forgetJobs, { data: place, id: place.forgettingId, organizationId: place.organizationId });

/** Erases what is to be forgotten as long as the process lives. */
export const startForgetting = (deps: ForgetDeps): Promise<Worker> =>
  deps.jobs.work(forgetJobs, { everySeconds }, async ({ data, signal }): Promise<JobEnd | undefined> => {
    const isDone = await forgetAll(deps, data, () => signal.aborted);
    return isDone ? undefined : { kind: 'again', reason: 'the process that worked on it ends' };
  });

/** Does all that is left of one; false when it was ended before. */
export async function forgetAll(deps: ForgetDeps, place: ForgettingPlace, isEnding: () => boolean): Promise<boolean> {
  const { organizationId } = place;
  const open = await inTurn(deps, place, (trx) => findOpen(trx, place));
  if (!open) return true;
  const pictures = await removeFacePictures(deps.blobs, organizationId, open.faceIds);
  await inTurn(deps, place, (trx) => countErased(trx, place, { pictures }));
  const isOfSomebody = open.cause === 'person' || open.cause === 'unsaved';
  while ((await forgetSome(deps, place, isOfSomebody)) > 0) if (isEnding()) return false;
  if (open.cause === 'location' || open.cause === 'organization') {
    const cameraIds = await inTurn(deps, place, (trx) => camerasOf(trx, organizationId, open.locationId));
    for (const cameraId of cameraIds)
      if (!(await forgetCamera(deps, place, { cameraId, until: open.askedAt, isEnding }))) return false;
  }
  await deps.changes.run({ organizationId, by: nobody }, async ({ trx, announce }) => {
    await endForgetting(trx, place, new Date(deps.clock()));
    await announce({ kind: 'people.changed', personId: null });
  });
  return true;
}

const inTurn = <T>(
  { changes }: ForgetDeps,
  { organizationId }: ForgettingPlace,
  work: (trx: Work, work: ChangeWork) => Promise<T>,
) => changes.run({ organizationId, by: nobody }, (change) => work(change.trx, change));

/** Sightings that are known by what they were of. */
const forgetSome = (deps: ForgetDeps, place: ForgettingPlace, isOfSomebody: boolean): Promise<number> =>
  inTurn(deps, place, async (trx, work) => {
    const { organizationId, forgettingId } = place;
    const marked = await markedSightings(trx, organizationId, { forgettingId, limit: atOnce });
    if (marked.length === 0) return 0;
    const events = await eventFaces.at(trx, organizationId, marked);
    const erased = await eraseEventFaces(deps, trx, { organizationId, events });
    const eventIds = marked.map(({ id }) => id);
    await noteErased(trx, organizationId, eventIds);
    if (isOfSomebody) await deps.hooks.of(sightingsForgotten)(work, { organizationId, eventIds });
    await countErased(trx, place, { ...erased, sightings: marked.length });
    return marked.length;
  });

/** Everything of faces that a camera saw until then, also what was too small to be compared. */
async function forgetCamera(
  deps: ForgetDeps,
  place: ForgettingPlace,
  { cameraId, until, isEnding }: { cameraId: string; until: Date; isEnding: () => boolean },
): Promise<boolean> {
  const { organizationId } = place;
  let after: Date | null = null;
  for (;;) {
    if (isEnding()) return false;
    const from: Date | null = after;
    const events: FacedEvent[] = await inTurn(deps, place, async (trx) => {
      const some = await eventFaces.ofCamera(trx, organizationId, { cameraId, after: from, limit: atOnce });
      const due = some.filter(({ startedAt }) => startedAt <= until);
      await countErased(trx, place, await eraseEventFaces(deps, trx, { organizationId, events: due }));
      return due;
    });
    if (events.length < atOnce) return true;
    after = events.at(-1)?.startedAt ?? null;
  }
}
