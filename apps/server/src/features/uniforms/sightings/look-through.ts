import { judgeLook } from '@sightline/domain/uniforms/uniform-judge';
import { z } from 'zod';
import { nobody, type Changes } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import { findLookedThrough, noteLookedThrough, type UniformPlace } from '../uniforms.repository.ts';
import { looksBefore, type LookRow } from './looks.repository.ts';
import { camerasCompared, putUniformSightings } from './uniform-sightings.repository.ts';

/** Judges events from before a training. How far it came is in the row: it goes on where it was ended. */
export const lookThroughJobs = jobQueue({
  name: 'uniform-events',
  data: z.object({ organizationId: z.uuid(), uniformId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 2, toSeconds: 300 },
  isOneByOnePerKey: true,
});

const atOnce = 2_000;
const everySeconds = 2;

/** In the transaction of the training. */
export const askToLookThrough = (trx: Work, jobs: Jobs, place: UniformPlace): Promise<void> =>
  jobs.ask(trx, lookThroughJobs, { data: place, key: place.uniformId, organizationId: place.organizationId });

/** Looks through events as long as the process lives. */
export const startLookingThrough = (deps: { changes: Changes; jobs: Jobs }): Promise<Worker> =>
  deps.jobs.work(lookThroughJobs, { everySeconds }, async ({ data, signal }): Promise<JobEnd | undefined> => {
    while (await lookThroughSome(deps.changes, data, atOnce))
      if (signal.aborted) return { kind: 'again', reason: 'the process that worked on it ends' };
    return undefined;
  });

/** Judges some of the events that are left, newest first. Answers whether more are left. */
export const lookThroughSome = (changes: Changes, place: UniformPlace, limit: number): Promise<boolean> =>
  changes.run({ organizationId: place.organizationId, by: nobody }, async ({ trx, announce }) => {
    const { organizationId, uniformId } = place;
    // The row is held, so that no training begins anew meanwhile.
    const uniform = await findLookedThrough(trx, place);
    if (!uniform || uniform.lookedAt === null) return false;
    const { modelId, judge } = uniform;
    const found = await looksBefore(trx, organizationId, { modelId, before: uniform.lookedAt, limit: limit + 1 });
    const looks = found.length > limit ? wholeInstants(found) : found;
    const compared = await camerasCompared(trx, organizationId, [...new Set(looks.map(({ cameraId }) => cameraId))]);
    const worn = looks.flatMap(({ eventId, startedAt, cameraId, look }) => {
      const score = compared.has(cameraId) ? judgeLook(judge, look) : null;
      return score === null ? [] : [{ uniformId, eventId, startedAt, cameraId, score }];
    });
    await putUniformSightings(trx, organizationId, worn);
    const isMore = looks.length < found.length;
    await noteLookedThrough(trx, place, isMore ? (looks.at(-1)?.startedAt ?? null) : null);
    await announce({ kind: 'uniforms.changed', uniformId });
    return isMore;
  });

/** Without those of the oldest instant, of which there may be more than were read; the next look begins with them. */
function wholeInstants(looks: readonly LookRow[]): LookRow[] {
  const oldest = looks.at(-1)?.startedAt.getTime();
  const whole = looks.filter(({ startedAt }) => startedAt.getTime() !== oldest);
  return whole.length > 0 ? whole : looks.slice(0, -1);
}
