import type { Database } from '../../platform/database/database.ts';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import type { Log } from '../../platform/log/log.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { mayArrive } from './arrival-rules.ts';
import { messageLifeMs, push, type PushDeps } from './push-client.ts';
import * as queue from './push-queue.repository.ts';
import { messageOf } from './push-texts.ts';
import { deleteDevice, openSubscription, updateDevice } from './user-devices.repository.ts';

const everyMs = 1000;
/** What happens within this time of the first is told together with it. */
const gatherMs = 1000;
/** After something was told, more of it is gathered this long. */
const pauseMs = 10_000;
const atOnce = 8;
/** Waits after each failure, unless the push service names one. */
const waitsMs = [5_000, 30_000, 120_000, 600_000];

export interface PushSenderDeps extends PushDeps {
  database: Database;
  box: SealedBox;
  log: Log;
}

/** Tells people what waits for them, in every server process: each person and each message is held by one of them at a time. */
export const pushSender = (deps: PushSenderDeps): RepeatingJob =>
  new RepeatingJob({
    everyMs,
    work: (isStopping) => notifyWaiting(deps, isStopping),
    log: deps.log,
    failure: 'notifications could not be sent; it is tried again',
  });

async function notifyWaiting(deps: PushSenderDeps, isStopping: () => boolean): Promise<void> {
  const { database, clock } = deps;
  const now = clock();
  const waits = { before: new Date(now - gatherMs), quietSince: new Date(now - pauseMs) };
  for (const userId of await queue.peopleToTell(database, waits)) await gather(deps, userId);
  await queue.forgetExpired(database, new Date(now));
  const drain = async (): Promise<void> => {
    while (!isStopping() && (await deliverNext(deps)));
  };
  // Mostly nothing is due: one look is enough to know.
  if (!isStopping() && (await deliverNext(deps))) await Promise.all(Array.from({ length: atOnce }, drain));
}

/** False when nothing is due. */
async function deliverNext(deps: PushSenderDeps): Promise<boolean> {
  const due = await queue.takeMessage(deps.database, deps.box, new Date(deps.clock()));
  if (due) await deliver(deps, due);
  return due !== null;
}

/** Makes one message for each browser of everything that waits for a person; outside of the schedule it is dropped. */
async function gather({ database, box, clock }: PushSenderDeps, userId: string): Promise<void> {
  const nowMs = clock();
  const now = new Date(nowMs);
  await database.global.transaction().execute(async (trx) => {
    const person = await queue.holdPerson(trx, userId);
    if (!person || (person.lastSentAt?.getTime() ?? 0) > nowMs - pauseMs) return;
    const notices = await queue.takeNotices(trx, box, userId);
    const [reader] = await findReaders(trx, [userId]);
    if (notices.length === 0 || !reader || !mayArrive(person.schedule, nowMs)) return;
    const devices = await queue.openDevices(trx, userId, now);
    await queue.addMessages(trx, box, {
      message: messageOf(notices, reader.lang),
      devices,
      now,
      expiresAt: new Date(nowMs + messageLifeMs),
    });
  });
}

async function deliver(deps: PushSenderDeps, due: queue.DueMessage): Promise<void> {
  const { database, box, clock, log } = deps;
  const { userId, deviceUid, id, attempts } = due;
  const key = { userId, deviceUid };
  const outcome = await push(deps, openSubscription(box, key, due.subscription), due.message);
  if (outcome.kind === 'gone') return deleteDevice(database.global, key);
  if (outcome.kind === 'delivered') {
    await queue.deleteMessage(database, id);
    return updateDevice(database.global, key, { lastDeliveredAt: new Date(clock()), lastFailure: null });
  }
  log.info({ deviceUid, reason: outcome.reason, attempts }, 'a notification was not taken by its push service');
  await updateDevice(database.global, key, { lastFailure: outcome.reason });
  const waitMs = waitsMs[attempts - 1];
  if (outcome.kind === 'refused' || waitMs === undefined) return queue.deleteMessage(database, id);
  await queue.postpone(database, key, new Date(clock() + (outcome.afterMs ?? waitMs)));
}
