import { endInstants, type InstantWatch } from '@sightline/domain/rules/watches/instant-watch';
import { endWatch, lookAtStatus, type StatusWatch } from '@sightline/domain/rules/watches/status-watch';
import type { Clock } from '../../../platform/clock/clock.ts';
import { nobody, type Changes } from '../../../platform/database/changes.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import { lookAtInstants } from './instant-looks.ts';
import * as repository from './rule-watches.repository.ts';
import { askForLooks, ruleLookJobs } from './watch-jobs.ts';
import { readPlace, type WatchedPlace } from './watched-places.ts';
import { tellEffects, type LookTask, type RuleAt } from './watch-telling.ts';

/** What is due for so long and was not looked at, somebody lost. */
const missedAfterMs = 120_000;

const never = Number.POSITIVE_INFINITY;

/** What judging rules needs from the rest of the server. */
export interface RuleLooksDeps {
  database: Database;
  changes: Changes;
  jobs: Jobs;
  hooks: Hooks;
  clock: Clock;
}

/** Judges rules wherever something may have changed. What is due lies in the database, so that it survives whoever would have looked. */
export const startRuleLooks = ({ changes, jobs, hooks, clock }: RuleLooksDeps): Promise<Worker> =>
  jobs.work(ruleLookJobs, { atOnce: 4, everySeconds: 1 }, async ({ data: { organizationId, placeId } }) => {
    await changes.run({ organizationId, by: nobody }, (work) =>
      lookAtPlace({ work, jobs, hooks, clock, at: { organizationId, placeId, nowUtcMs: clock() } }),
    );
  });

/** Looks at every rule of a place; what was decided and what is remembered are kept together, or neither. */
async function lookAtPlace(task: LookTask): Promise<void> {
  const { work, jobs, at } = task;
  const kept = new Map((await repository.holdWatches(work.trx, at)).map((watch) => [watch.ruleId, watch]));
  const place = await readPlace(work.trx, at);
  const due: number[] = [];
  for (const watched of place?.rules ?? []) {
    const dueUtcMs = await lookAtRule(task, { place: place!, watched, before: kept.get(watched.ruleId) });
    if (dueUtcMs !== null) due.push(dueUtcMs);
  }
  const judged = new Set(place?.rules.map(({ ruleId }) => ruleId));
  for (const before of kept.values())
    if (!judged.has(before.ruleId)) await endRule(task, before, closeReasonOf(place, before));
  if (due.length > 0) await askForLooks(work.trx, jobs, { ...at, placeIds: [at.placeId], atUtcMs: Math.min(...due) });
}

async function lookAtRule(
  task: LookTask,
  look: {
    place: WatchedPlace;
    watched: WatchedPlace['rules'][number];
    before: repository.KeptWatch | undefined;
  },
): Promise<number | null> {
  const { work, at } = task;
  const { place, watched, before } = look;
  const { ruleId } = watched;
  if (watched.kind === 'instants')
    return lookAtInstants(task, { ruleId, edgeId: place.edgeId }, { rule: watched.rule, instants: [], before });
  const known = (before?.watch ?? null) as StatusWatch | null;
  const { rule, status, everyMs } = watched;
  const { watch, effects, ...looked } = lookAtStatus(known, rule, { status, nowUtcMs: at.nowUtcMs });
  const dueUtcMs = everyMs === null ? looked.dueUtcMs : Math.min(looked.dueUtcMs ?? never, at.nowUtcMs + everyMs);
  // An alert keeps the core that it began with.
  const edgeId = known?.alert && before ? before.edgeId : place.edgeId;
  const ruleAt = { ruleId, isCamera: place.isCamera, edgeId };
  await tellEffects(task, ruleAt, effects);
  await repository.keepWatch(work.trx, at, { ...ruleAt, watch, dueUtcMs });
  return dueUtcMs;
}

function closeReasonOf(place: WatchedPlace | undefined, { isCamera }: RuleAt): string {
  if (place) return 'ruleOff';
  return isCamera ? 'cameraRemoved' : 'coreRemoved';
}

/** Nobody asks for the rule here any more, or the place is gone. */
async function endRule(task: LookTask, before: repository.KeptWatch, closeReason: string): Promise<void> {
  const { work, at } = task;
  const end = { atUtcMs: at.nowUtcMs, closeReason };
  const isOfInstants = 'judged' in (before.watch as object);
  const effects = isOfInstants
    ? endInstants(before.watch as InstantWatch, end)
    : endWatch(before.watch as StatusWatch, end);
  await tellEffects(task, before, effects);
  await repository.forgetWatch(work.trx, at, before);
}

/** Asks for looks that nobody took although they were due. */
export async function askForMissedLooks({ database, jobs }: RuleLooksDeps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - missedAfterMs);
  for (const organizationId of await repository.organizationsWithCores(database))
    await database.withOrganization(organizationId, async (trx) =>
      askForLooks(trx, jobs, {
        organizationId,
        placeIds: await repository.placesMissed(trx, organizationId, before),
      }),
    );
}
