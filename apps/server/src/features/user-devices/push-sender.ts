import type { Database } from '../../platform/database/database.ts';
import type { JobEnd } from '../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { mayArrive } from './arrival-rules.ts';
import { messageLifeMs, push, type PushDeps } from './push-client.ts';
import * as queue from './push-queue.repository.ts';
import { messageOf } from './push-texts.ts';
import { deleteDevice, openSubscription, updateDevice } from './user-devices.repository.ts';

/** After something was told, more of it is gathered this long. */
const pauseMs = 10_000;
const atOnce = 8;
/** New messages leave at once; this is for what is tried again. */
const everySeconds = 4;
/** Waits after each failure, unless the push service names one. */
const waitsMs = [5_000, 30_000, 120_000, 600_000];

export interface PushSenderDeps extends PushDeps {
  database: Database;
  jobs: Jobs;
  box: SealedBox;
  log: Log;
}

/** Tells people what waits for them, in every server process: each person and each message is held by one of them at a time. */
export async function startPushSender(deps: PushSenderDeps): Promise<Worker> {
  const gathering = await deps.jobs.work(queue.gatherJobs, { atOnce: 2 }, ({ data }) => gather(deps, data.userId));
  const sending = await deps.jobs.work(queue.messageJobs, { atOnce, everySeconds }, ({ data }) =>
    deliver(deps, data.messageId),
  );
  return {
    stop: async () => {
      await gathering.stop();
      await sending.stop();
    },
  };
}

/** Makes one message for each browser of everything that waits for a person; outside of the schedule it is dropped. */
async function gather(deps: PushSenderDeps, userId: string): Promise<JobEnd | undefined> {
  const { database, box, clock } = deps;
  if (!(await queue.hasNotices(database.global, userId))) return undefined;
  return database.global.transaction().execute(async (trx): Promise<JobEnd | undefined> => {
    const nowMs = clock();
    const now = new Date(nowMs);
    const [reader] = await findReaders(trx, [userId]);
    if (!reader) return undefined;
    const person = await queue.holdPerson(trx, userId);
    const pausedUntilMs = (person.lastSentAt?.getTime() ?? 0) + pauseMs;
    if (pausedUntilMs > nowMs) return { kind: 'later', atMs: pausedUntilMs, reason: 'something was told just now' };
    const notices = await queue.takeNotices(trx, box, userId);
    if (notices.length === 0 || !mayArrive(person.schedule, nowMs)) return undefined;
    const devices = await queue.openDevices(trx, userId, now);
    await queue.addMessages(trx, deps, {
      message: messageOf(notices, reader.lang),
      devices,
      now,
      expiresAt: new Date(nowMs + messageLifeMs),
    });
    return undefined;
  });
}

async function deliver(deps: PushSenderDeps, messageId: string): Promise<JobEnd | undefined> {
  const { database, box, clock, log } = deps;
  const due = await queue.findMessage(database, box, messageId);
  if (!due) return undefined;
  const { userId, deviceUid, id, pausedUntil } = due;
  const key = { userId, deviceUid };
  const nowMs = clock();
  if (due.expiresAt.getTime() <= nowMs) return queue.deleteMessage(database, id).then(() => undefined);
  if (pausedUntil && pausedUntil.getTime() > nowMs)
    return { kind: 'later', atMs: pausedUntil.getTime(), reason: 'its push service asked for a pause' };
  const outcome = await push(deps, openSubscription(box, key, due.subscription), {
    message: due.message,
    lifeMs: due.expiresAt.getTime() - nowMs,
  });
  if (outcome.kind === 'gone') return deleteDevice(database.global, key).then(() => undefined);
  if (outcome.kind === 'delivered') {
    await queue.deleteMessage(database, id);
    await updateDevice(database.global, key, { lastDeliveredAt: new Date(clock()), lastFailure: null });
    return undefined;
  }
  const attempts = due.attempts + 1;
  const { reason } = outcome;
  log.info({ deviceUid, reason, attempts }, 'a notification was not taken by its push service');
  const waitMs = outcome.kind === 'later' ? (outcome.afterMs ?? waitsMs[attempts - 1]) : undefined;
  const isLast = waitMs === undefined || attempts > waitsMs.length;
  const atMs = clock() + (waitMs ?? 0);
  await updateDevice(database.global, key, { lastFailure: reason, ...(isLast ? {} : { pausedUntil: new Date(atMs) }) });
  if (isLast) return queue.deleteMessage(database, id).then(() => undefined);
  await queue.countAttempt(database, id, attempts);
  return { kind: 'later', atMs, reason };
}
