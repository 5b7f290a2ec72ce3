import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { JobEnd } from '../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { reviewCameras, reviewEdges, reviewLocations, type StatusMoment } from './status-review.ts';
import * as facts from './status-facts.repository.ts';
import * as repository from './status.repository.ts';

const everySeconds = 0.5;
/** Small enough that whoever waits for one of these does not wait long. */
const atOnce = 500;

export interface StatusWatchDeps {
  jobs: Jobs;
  changes: Changes;
  clock: Clock;
  log: Log;
  hooks: Hooks;
}

/**
 * Looks at what is due: what has been good for long enough, what was changed by somebody, and the locations of what
 * changed. What is due lies in the database, so that it survives whoever would have looked.
 */
export const startStatusWatch = (deps: StatusWatchDeps): Promise<Worker> =>
  deps.jobs.workTogether(repository.statusJobs, { upTo: atOnce, everySeconds }, async (taken) => {
    const ends = new Map<string, JobEnd>();
    for (const [organizationId, looks] of Map.groupBy(taken, ({ data }) => data.organizationId)) {
      const at = { organizationId, nowUtcMs: deps.clock(), isNew: false, hooks: deps.hooks };
      const entities = looks.map(({ data }) => data);
      try {
        await deps.changes.run({ organizationId, by: nobody }, (work) => checkDue(work, at, entities));
      } catch (error) {
        // It stays due; what is wrong in one organization must not keep the others waiting.
        deps.log.warn(
          { err: error, organizationId },
          'what is due in an organization could not be looked at; it is tried again',
        );
        for (const { id } of looks) ends.set(id, { kind: 'again', reason: 'it could not be looked at' });
      }
    }
    return ends;
  });

/** Looks at what is due in an organization. */
async function checkDue(
  work: ChangeWork,
  at: StatusMoment,
  entities: readonly repository.StatusEntity[],
): Promise<void> {
  const idsOf = (kind: repository.StatusEntity['kind']): string[] => [
    ...new Set(entities.flatMap((one) => (one.kind === kind ? [one.entityId] : []))),
  ];
  const [edgeIds, cameraIds] = [idsOf('edge'), idsOf('camera')];
  await reviewEdges(work, at, edgeIds);
  await reviewCameras(work, at, cameraIds);
  // Also when none of them changed: one that is new or gone counts there from now on.
  const concerned = await facts.locationsOf(work.trx, at.organizationId, { edgeIds, cameraIds });
  await reviewLocations(work, at, [...new Set([...idsOf('location'), ...concerned])]);
}
