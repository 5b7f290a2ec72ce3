import type { AccessJudgement } from '@sightline/contracts/access-events/access-event';
import type { DoorSight } from '@sightline/contracts/alert-rules/door-sight-link';
import { AppError } from '@sightline/contracts/shared/errors';
import { doorLine } from '@sightline/domain/rules/doors/door-line';
import { judgeGrant, type DoorVerdict } from '@sightline/domain/rules/doors/people-at-door';
import { reasonOf } from '@sightline/domain/rules/watches/watched-rule';
import type { WatchHindrance } from '@sightline/domain/rules/watches/watched-rule';
import { nobody } from '../../../platform/database/changes.ts';
import type { Worker } from '../../../platform/jobs/jobs.ts';
import type { EdgeCommands } from '../../../platform/link/edge-commands.ts';
import { doorsWaiting, judgedAs } from '../../access-events/access-events.public.ts';
import { armingOfRules } from '../../armed-alarms/armed-alarms.public.ts';
import type { WatchedDoor } from '../../doors/doors.public.ts';
import {
  readRound,
  rulesAsking,
  spanOf,
  type AskedGrant,
  type DoorAt,
  type DoorRule,
  type Round,
} from './door-rounds.ts';
import { instantRule, lookAtInstants } from './instant-looks.ts';
import type { RuleLooksDeps } from './rule-looks.ts';
import { holdWatches, organizationsWithCores } from './rule-watches.repository.ts';
import { askForDoorLooks, askForLooks, doorLookJobs } from './watch-jobs.ts';
import { tellEffects, type LookTask } from './watch-telling.ts';

/** What a camera has not told of yet is asked for again so soon. */
const againMs = 3_000;
/** A core that does not answer is asked again so soon, and for so long. */
const awayMs = 30_000;
const givesUpMs = 86_400_000;
/** What waits for so long and was not looked at, somebody lost. */
const missedAfterMs = 300_000;

/** What judging people at doors needs from the rest of the server. */
export interface DoorLooksDeps extends RuleLooksDeps {
  edges: EdgeCommands;
}

/** What a core answered for a rule. `away`: it did not. */
type Answer = { state: 'known'; sight: DoorSight } | { state: 'waiting' } | { state: 'away' };

type Answers = ReadonlyMap<string, Answer>;

/** What became of a grant. */
type Outcome = { judgement: AccessJudgement; verdicts: readonly (DoorRule & { verdict: DoorVerdict })[] };

/** Judges who was at doors once it is known what their cameras saw. What waits lies in the database. */
export const startDoorLooks = (deps: DoorLooksDeps): Promise<Worker> =>
  deps.jobs.work(doorLookJobs, { atOnce: 4, everySeconds: 1 }, async ({ data }) => {
    await lookAtDoor(deps, { ...data, nowUtcMs: deps.clock() });
  });

async function lookAtDoor(deps: DoorLooksDeps, at: DoorAt): Promise<void> {
  const { organizationId, doorId } = at;
  const round = await deps.database.withOrganization(organizationId, (trx) => readRound(trx, at));
  const answers = await askCore(deps, at, round);
  const outcomes = round.asked.map((one) => ({ ...one, outcome: outcomeOf(one, { answers, nowUtcMs: at.nowUtcMs }) }));
  await deps.changes.run({ organizationId, by: nobody }, async (work) => {
    await judgedAs(work.trx, at, { ids: round.unwatched, judgement: 'unwatched' });
    const { door } = round;
    if (door !== undefined) {
      const task = { ...deps, work, at: { organizationId, placeId: door.cameraId, nowUtcMs: at.nowUtcMs } };
      for (const { grant, outcome } of outcomes)
        if (outcome !== null) await judgedAs(work.trx, at, { ids: [grant.id], judgement: outcome.judgement });
      const settled = outcomes.flatMap(({ grant, outcome }) => (outcome === null ? [] : [{ grant, ...outcome }]));
      await tellVerdicts(task, door, settled);
      const { cameraId, locationId } = door;
      if (settled.length > 0) await work.announce({ kind: 'access-events.told', doorId, cameraId, locationId });
    }
    const isOpen = outcomes.some(({ outcome }) => outcome === null);
    const atUtcMs = isOpen ? Math.min(round.dueUtcMs ?? Infinity, againAt(at, answers)) : round.dueUtcMs;
    if (atUtcMs !== null) await askForDoorLooks(work.trx, deps.jobs, { organizationId, doorIds: [doorId], atUtcMs });
  });
}

/** Asks the core for what each rule must know. Outside of transactions, because it may take its time. */
async function askCore({ edges }: DoorLooksDeps, { organizationId }: DoorAt, { door, asked }: Round): Promise<Answers> {
  const answers = new Map<string, Answer>();
  if (door === undefined) return answers;
  const { edgeId, cameraId, area } = door;
  for (const { rule, condition } of rulesAsking(asked)) {
    const zones = condition.kind === 'eventValidation' ? condition.zones.map(({ points }) => points) : [];
    const body = { cameraId, ...spanOf(asked, rule.id), line: doorLine(area), zones };
    try {
      answers.set(rule.id, await edges.request({ organizationId, edgeId, command: 'rules.doorSight', body }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answers.set(rule.id, { state: 'away' });
    }
  }
  return answers;
}

const againAt = ({ nowUtcMs }: DoorAt, answers: Answers): number =>
  nowUtcMs + ([...answers.values()].some(({ state }) => state === 'away') ? awayMs : againMs);

/** Null while not everything is known that some rule must know. */
function outcomeOf(
  { grant, facts, questions, receivedUtcMs }: AskedGrant,
  { answers, nowUtcMs }: { answers: Answers; nowUtcMs: number },
): Outcome | null {
  const isOver = nowUtcMs - receivedUtcMs > givesUpMs;
  const verdicts = questions.flatMap(({ rule, condition }) => {
    const answer = answers.get(rule.id);
    if (answer?.state !== 'known') return [];
    return [{ rule, condition, verdict: judgeGrant(condition, grant, { ...facts, sight: answer.sight }) }];
  });
  if (verdicts.length === questions.length) {
    const isBlind = verdicts.some(({ verdict }) => verdict.isBlind);
    return { judgement: isBlind ? 'tooFewLooks' : 'judged', verdicts };
  }
  const nobodyKnows = { instant: null, isBlind: true };
  return isOver
    ? { judgement: 'coreOffline', verdicts: questions.map((one) => ({ ...one, verdict: nobodyKnows })) }
    : null;
}

/** Alerts of what was found, and says of what nobody could tell why. */
async function tellVerdicts(
  task: LookTask,
  { edgeId, name }: WatchedDoor,
  settled: readonly (Outcome & { grant: AskedGrant['grant'] })[],
): Promise<void> {
  if (settled.length === 0) return;
  const { work, jobs, at } = task;
  const kept = new Map((await holdWatches(work.trx, at)).map((watch) => [watch.ruleId, watch]));
  const all = settled.flatMap(({ verdicts, ...one }) => verdicts.map((verdict) => ({ ...one, ...verdict })));
  const arming = await armingOfRules(
    work.trx,
    at.organizationId,
    all.map(({ rule }) => ({ id: rule.id, kind: rule.condition.kind })),
  );
  for (const [rule, ofRule] of Map.groupBy(all, (one) => one.rule)) {
    const ruleAt = { ruleId: rule.id, isCamera: true, edgeId };
    const blind = ofRule.filter(({ verdict }) => verdict.isBlind);
    await tellEffects(
      task,
      ruleAt,
      blind.map(({ grant, judgement }) => {
        const hindrance: WatchHindrance = judgement === 'coreOffline' ? 'coreOffline' : 'tooFewLooks';
        return { kind: 'nearMiss', atUtcMs: grant.atUtcMs, hindrance, why: [] };
      }),
    );
    // A rule may be about many doors.
    const instants = ofRule.flatMap(({ verdict: { instant } }) =>
      instant === null ? [] : [{ ...instant, why: [...instant.why, reasonOf('door', name)] }],
    );
    const look = { rule: instantRule(rule, arming.get(rule.id)), instants, before: kept.get(rule.id) };
    await lookAtInstants(task, { ruleId: rule.id, edgeId }, look);
  }
  // It finds out when to look again: something else may be due there earlier.
  await askForLooks(work.trx, jobs, { ...at, placeIds: [at.placeId] });
}

/** Asks for looks at doors that nobody took although they were due. */
export async function askForMissedDoors({ database, jobs }: DoorLooksDeps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - missedAfterMs);
  for (const organizationId of await organizationsWithCores(database))
    await database.withOrganization(organizationId, async (trx) =>
      askForDoorLooks(trx, jobs, { organizationId, doorIds: await doorsWaiting(trx, organizationId, before) }),
    );
}
