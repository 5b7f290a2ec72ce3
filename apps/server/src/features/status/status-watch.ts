import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import type { Log } from '../../platform/log/log.ts';
import { reviewCameras, reviewEdges, reviewLocations, type StatusMoment } from './status-review.ts';
import * as facts from './status-facts.repository.ts';
import * as repository from './status.repository.ts';

const everyMs = 500;
/** Small enough that whoever waits for one of these does not wait long. */
const atOnce = 500;

export interface StatusWatchDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  log: Log;
}

/**
 * Looks at what is due: what has been good for long enough, what was changed by somebody, and the locations of what
 * changed. What is due lies in the database, so that it survives whoever would have looked.
 */
export const statusWatch = (deps: StatusWatchDeps): RepeatingJob =>
  new RepeatingJob({
    everyMs,
    work: async (isStopping) => {
      const now = new Date(deps.clock());
      for (const organizationId of await repository.organizationsWithWork(deps.database, now)) {
        const at = { organizationId, nowUtcMs: now.getTime(), isNew: false };
        try {
          while (
            !isStopping() &&
            (await deps.changes.run({ organizationId, by: nobody }, (work) => lookAtDue(work, at)))
          )
            continue;
        } catch (error) {
          // It stays due; what is wrong in one organization must not keep the others waiting.
          deps.log.warn(
            { err: error, organizationId },
            'what is due in an organization could not be looked at; it is tried again',
          );
        }
      }
    },
    log: deps.log,
    failure: 'what is due could not be looked at; it is tried again',
  });

/** Takes some of what is due and looks at it, both or neither; true when there may be more. */
async function lookAtDue(work: ChangeWork, at: StatusMoment): Promise<boolean> {
  const taken = await repository.takeStatusWork(work.trx, at.organizationId, {
    now: new Date(at.nowUtcMs),
    limit: atOnce,
  });
  const idsOf = (kind: repository.StatusEntity['kind']): string[] => [
    ...new Set(taken.flatMap((one) => (one.kind === kind ? [one.entityId] : []))),
  ];
  const [edgeIds, cameraIds] = [idsOf('edge'), idsOf('camera')];
  await reviewEdges(work, at, edgeIds);
  await reviewCameras(work, at, cameraIds);
  // Also when none of them changed: one that is new or gone counts there from now on.
  const concerned = await facts.locationsOf(work.trx, at.organizationId, { edgeIds, cameraIds });
  await reviewLocations(work, at, [...new Set([...idsOf('location'), ...concerned])]);
  return taken.length === atOnce;
}
