import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Jobs, Worker } from '../../platform/jobs/jobs.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import { wallTimeOf } from '@sightline/domain/time/zone-time';
import { endForgotten, endUnanswered, insertUpdate } from './core-updates.repository.ts';
import { nextStep, type CoreInTurn, type RollOutPlan, type RollOutStep } from './roll-out-policy.ts';
import * as repository from './roll-outs.repository.ts';
import { announceUpdate } from './update-rules.ts';
import { takeDueUpdates, notifyCore } from './update-sender.ts';
import { askForLook, holdUpdates, updateJobs, type QueuedUpdate } from './update-work.repository.ts';

const everyMs = 1_000;

export interface RollOutDriverDeps {
  jobs: Jobs;
  changes: Changes;
  edges: EdgeCommands;
  clock: Clock;
  log: Log;
}

/**
 * Does what is due of roll-outs and of updates that wait for their cores, in whichever server process comes first: it decides in one
 * transaction, and cores are told after it. Whatever was decided and not told is told again by the next one.
 */
export async function startRollOutDriver(deps: RollOutDriverDeps): Promise<Worker> {
  const telling = new Set<Promise<void>>();
  // Nobody waits for a core that does not answer.
  const begin = (organizationId: string, update: QueuedUpdate): void => {
    const one = notifyCore(deps, organizationId, update)
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'a core could not be told of its update; it is tried again'),
      )
      .finally(() => telling.delete(one));
    telling.add(one);
  };
  const worker = await deps.jobs.work(updateJobs, {}, async ({ data: { organizationId } }) => {
    const due = await deps.changes.run({ organizationId, by: nobody }, (work) =>
      stepOrganization(work, deps, organizationId),
    );
    for (const update of due) begin(organizationId, update);
  });
  return {
    stop: async () => {
      await worker.stop();
      await Promise.all(telling);
    },
  };
}

/** Everything that is decided at once; answers the updates that cores are to be told of now. */
async function stepOrganization(
  work: ChangeWork,
  { jobs, clock }: RollOutDriverDeps,
  organizationId: string,
): Promise<QueuedUpdate[]> {
  await holdUpdates(work.trx, organizationId);
  const nowMs = clock();
  const living = await repository.livingRollOuts(work.trx, organizationId);
  for (const rollOutId of living) await stepRollOut(work, { organizationId, rollOutId }, nowMs);
  const { due, isAnyLeft } = await takeDueUpdates(work, organizationId, nowMs);
  if (living.length > 0 || isAnyLeft) await askForLook({ jobs, trx: work.trx }, organizationId, nowMs + everyMs);
  return due;
}

/** Brings a roll-out to where it is by now. Also what people decided is written by this. */
async function stepRollOut(work: ChangeWork, place: repository.RollOutOf, nowMs: number): Promise<void> {
  const row = await repository.holdRollOut(work.trx, place);
  if (!row) return;
  const cores = await repository.coresOf(work.trx, place.organizationId, [place.rollOutId]);
  const step = nextStep(
    planOf(row),
    cores.map((core) => coreInTurn(core, nowMs)),
    nowMs,
  );
  const changedAt = new Date(nowMs);
  for (const change of step.steps) {
    const core = cores.find(({ id }) => id === change.edgeId);
    if (core && isUnanswered(core) && (change.state === 'waiting' || change.state === 'skipped'))
      await takeBack(work, place, { core, state: change.state, changedAt });
    else await repository.changeCore(work.trx, place, { ...change, changedAt });
  }
  const begun = await beginUpdates(work, { row, cores, start: step.start }, changedAt);
  if (step.state !== row.state) await repository.changeRollOut(work.trx, place, { state: step.state, changedAt });
  if (step.steps.length > 0 || begun || step.state !== row.state)
    await work.announce({ kind: 'edge-roll-outs.changed', rollOutId: place.rollOutId });
}

const isUnanswered = ({ state, isGone, updateState, updateTakenAt }: repository.RollOutCoreRow): boolean =>
  state === 'updating' && !isGone && updateState === 'waiting' && updateTakenAt === null;

/**
 * Ends an update that did not reach its core. One that has it nevertheless goes on, says so and is heard, as after every answer that got
 * lost: therefore its ticket stays until it runs out.
 */
async function takeBack(
  work: ChangeWork,
  place: repository.RollOutOf,
  { core, state, changedAt }: { core: repository.RollOutCoreRow; state: 'waiting' | 'skipped'; changedAt: Date },
): Promise<void> {
  const { id: edgeId, locationId, updateId } = core;
  const { organizationId } = place;
  const ended =
    updateId === null
      ? undefined
      : await endUnanswered(work.trx, { organizationId, edgeId, updateId }, { state: 'failed', changedAt });
  if (!ended) return;
  await repository.changeCore(work.trx, place, { edgeId, state, cause: null, wave: null, updateId: null, changedAt });
  await announceUpdate(work, { id: edgeId, locationId }, ended);
}

/** Writes the updates of those whose turn it is; they are told of them like of every update that waits. */
async function beginUpdates(
  work: ChangeWork,
  {
    row,
    cores,
    start,
  }: { row: repository.RollOutRow; cores: repository.RollOutCoreRow[]; start: RollOutStep['start'] },
  at: Date,
): Promise<boolean> {
  const { organizationId, id: rollOutId, releaseId, version, requestedBy } = row;
  let begun = false;
  for (const { edgeId, wave } of start) {
    const place = { organizationId, edgeId };
    const updateId = newId();
    await endForgotten(work.trx, place, at);
    const update = {
      ...place,
      id: updateId,
      releaseId,
      version,
      state: 'waiting' as const,
      requestedBy,
      requestedAt: at,
      changedAt: at,
    };
    if (!(await insertUpdate(work.trx, { ...update, sentAt: null, takenAt: null }))) continue;
    begun = true;
    await repository.changeCore(
      work.trx,
      { organizationId, rollOutId },
      { edgeId, state: 'updating', cause: null, changedAt: at, wave, updateId },
    );
    await work.audit({
      action: 'core.update-software',
      entityKind: 'edge',
      entityId: edgeId,
      data: { version, rollOutId, wave },
    });
    const locationId = cores.find(({ id }) => id === edgeId)?.locationId;
    if (locationId !== undefined) await announceUpdate(work, { id: edgeId, locationId }, { state: 'waiting', version });
  }
  return begun;
}

const hoursOf = ({ fromMinute, toMinute }: repository.RollOutRow): RollOutPlan['hours'] =>
  fromMinute === null || toMinute === null ? null : { fromMinute, toMinute };

const planOf = (row: repository.RollOutRow): RollOutPlan => ({
  state: row.state,
  settleMs: row.settleMinutes * 60_000,
  atOnce: row.atOnce,
  hours: hoursOf(row),
  firstEdgeId: row.firstEdgeId,
});

function coreInTurn(core: repository.RollOutCoreRow, nowMs: number): CoreInTurn {
  const { updateState, updateCause, updateSentAt, updateTakenAt, updateChangedAt } = core;
  const { hour, minute } = wallTimeOf(nowMs, core.timeZone);
  return {
    edgeId: core.id,
    state: core.state,
    wave: core.wave,
    changedAtMs: core.changedAt.getTime(),
    isDeleted: core.isGone,
    isLinked: core.isLinked,
    linkSinceMs: core.stateSince?.getTime() ?? 0,
    minuteOfDay: hour * 60 + minute,
    isBusy: core.isBusy,
    update:
      updateState === null || updateChangedAt === null
        ? null
        : {
            state: updateState,
            cause: updateCause,
            isTaken: updateTakenAt !== null,
            sentAtMs: updateSentAt?.getTime() ?? null,
            changedAtMs: updateChangedAt.getTime(),
          },
  };
}
