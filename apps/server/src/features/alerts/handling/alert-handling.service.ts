import type { AlertDetail, AlertOutcome } from '@sightline/contracts/alerts/alert';
import { AppError } from '@sightline/contracts/shared/errors';
import { scopeCovers, scopeOf, type Grant } from '@sightline/domain/permissions/grant';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { AuditActionOf, Changes, ChangeWork } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { findReaders } from '../../../platform/mail/mail-readers.ts';
import { readMemberGrants } from '../../sessions/sessions.public.ts';
import { handlingCodes, outcomeCodes } from '../alert-codes.ts';
import { tellHandling } from './alert-handling-updates.ts';
import { toldAmong } from '../alert-hiding.repository.ts';
import { extendTake, takeLapseMs, untilTakeLapses } from './alert-takes.ts';
import * as repository from '../alerts.repository.ts';
import { detailOf, toldAlert, type AlertsDeps } from '../alerts.service.ts';

/** What handling alerts needs from the rest of the server. */
export interface AlertHandlingDeps extends AlertsDeps {
  changes: Changes;
  hooks: Hooks;
  jobs: Jobs;
}

/** What people do with alerts. */
export type AlertHandlingService = ReturnType<typeof createAlertHandlingService>;

interface Task {
  hooks: Hooks;
  jobs: Jobs;
  actor: MemberActor;
  work: ChangeWork;
  /** Held until the transaction ends. */
  row: repository.AlertRow;
  now: Date;
}

type Action = AuditActionOf<'alert'>;

/** A comment; its id is of whoever says it, so that it is said once. */
interface Said {
  commentId?: string | undefined;
  text: string;
}

const isDone = (row: repository.AlertRow): boolean => handlingCodes.fromCode(row.handling) === 'done';
const nobodyTook = { takenBy: null, takenByName: null, takenAt: null, takeLapsesAt: null };
const noLapse = { lapsedBy: null, lapsedByName: null, lapsedAt: null };
const nobodyEnded = { outcome: null, doneBy: null, doneByName: null, doneAt: null };

/** Takes, gives, ends and comments alerts: each in one transaction that holds the alert, so that of two people one is first. */
export function createAlertHandlingService(deps: AlertHandlingDeps) {
  const change = (actor: MemberActor, id: string, work: (task: Task) => Promise<void>): Promise<AlertDetail> =>
    deps.changes.run({ organizationId: actor.organizationId, by: actor }, async (made) => {
      const row = await toldAlert(made.trx, actor, { id, isHeld: true });
      await work({ hooks: deps.hooks, jobs: deps.jobs, actor, work: made, row, now: new Date(deps.clock()) });
      return detailOf(deps, made.trx, { actor, id });
    });
  return {
    take: (actor: MemberActor, id: string) => change(actor, id, take),
    assign: async (actor: MemberActor, id: string, to: { revision: number; userId: string | null }) => {
      // Read in a transaction of its own, which must not wait for one within another.
      const grants = to.userId === null ? null : await readMemberGrants(deps.database, actor.organizationId, to.userId);
      return change(actor, id, (task) => assign(task, { ...to, grants }));
    },
    end: (actor: MemberActor, id: string, how: { revision: number; outcome: AlertOutcome | null }) =>
      change(actor, id, (task) => end(task, how)),
    comment: (actor: MemberActor, id: string, said: Said) => change(actor, id, (task) => comment(task, said)),
  };
}

/** By which a person is shown, also when they are gone. */
const nameOf = async (trx: Work, userId: string): Promise<string> => (await findReaders(trx, [userId]))[0]?.name ?? '';

function requireRevision({ row }: Task, revision: number): void {
  if (row.revision !== revision) throw new AppError('conflict');
}

const tell = ({ hooks, work, actor, row }: Task, action: Action, data: Record<string, unknown> = {}): Promise<void> =>
  tellHandling(work, hooks, { organizationId: actor.organizationId, row, action, data });

async function change(
  task: Task,
  values: repository.HandlingValues,
  { action, data }: { action: Action; data?: Record<string, unknown> },
): Promise<void> {
  const { work, actor, row } = task;
  await repository.updateHandling(work.trx, { organizationId: actor.organizationId, id: row.id }, values);
  await tell(task, action, data);
}

const untilLapse = ({ jobs, actor, work, row, now }: Task): Promise<{ takeLapsesAt: Date }> =>
  untilTakeLapses(work.trx, jobs, { organizationId: actor.organizationId, alertId: row.id, now });

/** Who has it already keeps it for longer; whatever else the caller saw, an alert that nobody has can be taken. */
async function take(task: Task): Promise<void> {
  const { actor, work, row, now } = task;
  if (isDone(row)) throw new AppError('alert_done');
  if (row.takenBy === actor.userId) return keep(task);
  if (row.takenBy !== null)
    throw new AppError('alert_taken', { name: row.takenByName, atUtcMs: row.takenAt?.getTime() });
  const takenByName = await nameOf(work.trx, actor.userId);
  await change(
    task,
    {
      handling: handlingCodes.toCode('taken'),
      takenBy: actor.userId,
      takenByName,
      takenAt: now,
      ...noLapse,
      ...(await untilLapse(task)),
    },
    { action: 'alert.take' },
  );
}

const extend = ({ jobs, actor, work, row, now }: Task): Promise<void> =>
  extendTake(work.trx, jobs, { organizationId: actor.organizationId, row, now });

/** Said twice in a row it is the same word. */
const againMs = 30_000;

/** Whoever has it keeps it for longer. Nothing else changes, so that it counts as no revision. */
async function keep(task: Task): Promise<void> {
  const { actor, work, row, now } = task;
  const lapseMs = await takeLapseMs(work.trx, actor.organizationId);
  if (row.takeLapsesAt !== null && row.takeLapsesAt.getTime() > now.getTime() + lapseMs - againMs) return;
  await extend(task);
  await tell(task, 'alert.keep');
}

async function assign(
  task: Task,
  { revision, userId, grants }: { revision: number; userId: string | null; grants: readonly Grant[] | null },
): Promise<void> {
  const { work, row, now } = task;
  if (isDone(row)) throw new AppError('alert_done');
  requireRevision(task, revision);
  if (userId === null)
    return change(task, { handling: handlingCodes.toCode('new'), ...nobodyTook }, { action: 'alert.release' });
  const { organizationId } = task.actor;
  const isSeen = grants !== null && scopeCovers(scopeOf(grants, 'AlertMonitoring'), row.entityPath);
  if (!isSeen || !(await toldAmong(work.trx, { organizationId, grants }, [row.id])).has(row.id))
    throw new AppError('validation_failed', { fields: ['userId'] });
  const takenByName = await nameOf(work.trx, userId);
  return change(
    task,
    {
      handling: handlingCodes.toCode('taken'),
      takenBy: userId,
      takenByName,
      takenAt: now,
      ...noLapse,
      ...(await untilLapse(task)),
    },
    { action: 'alert.assign', data: { to: takenByName, userId } },
  );
}

async function end(
  task: Task,
  { revision, outcome }: { revision: number; outcome: AlertOutcome | null },
): Promise<void> {
  const { actor, work, row, now } = task;
  requireRevision(task, revision);
  if (outcome === null) {
    if (!isDone(row)) return;
    // As it was before somebody ended it.
    const isTaken = row.takenBy !== null;
    const handling = handlingCodes.toCode(isTaken ? 'taken' : 'new');
    const until = isTaken ? await untilLapse(task) : {};
    await change(task, { handling, ...nobodyEnded, ...until }, { action: 'alert.reopen' });
    return;
  }
  const doneByName = await nameOf(work.trx, actor.userId);
  const values = {
    outcome: outcomeCodes.toCode(outcome),
    doneBy: actor.userId,
    doneByName,
    doneAt: now,
    takeLapsesAt: null,
  };
  await change(
    task,
    { handling: handlingCodes.toCode('done'), ...values },
    { action: 'alert.done', data: { outcome } },
  );
}

async function comment(task: Task, { commentId: id = newId(), text }: Said): Promise<void> {
  const { actor, work, row, now } = task;
  const byName = await nameOf(work.trx, actor.userId);
  const isNew = await repository.insertComment(work.trx, actor.organizationId, {
    id,
    alertId: row.id,
    byUserId: actor.userId,
    byName,
    at: now,
    text,
  });
  if (isNew) await extend(task);
  if (isNew) return tell(task, 'alert.comment');
  // Said again: it stands there already, unless it is another one of the same ID.
  const known = (await repository.commentsOf(work.trx, actor.organizationId, row.id)).find((one) => one.id === id);
  if (known?.byUserId !== actor.userId || known.text !== text) throw new AppError('conflict');
}
