import { z } from 'zod';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';
import { jobQueue } from '../../platform/jobs/job-queue.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { Notice, PushMessage } from './push-texts.ts';
import type { DeviceKey } from './user-devices.repository.ts';

/** What happens within this time of the first is told together with it. */
const gatherMs = 1000;

const noticeContext = (id: string): string => `notice:${id}`;
const messageContext = (id: string): string => `push-message:${id}`;

/** Looks at what waits for a person. */
export const gatherJobs = jobQueue({
  name: 'push-notices',
  data: z.object({ userId: z.string() }),
  retries: { limit: 1_000, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
  keepsDead: true,
});

/** Sends a message to one browser. How long a failed one waits is said by its sender; this holds for senders that were lost. */
export const messageJobs = jobQueue({
  name: 'push-messages',
  data: z.object({ messageId: z.uuid() }),
  retries: { limit: 1_000, fromSeconds: 5, toSeconds: 600 },
  isUrgent: true,
  keepsDead: true,
});

export interface QueuedNotice {
  organizationId: string;
  userIds: readonly string[];
  notice: Notice;
  /** UTC ms. */
  nowMs: number;
}

/** Lets a notice wait for these people; what happens soon after it is told together with it. */
export async function addNotices(
  scope: AccountScope,
  { box, jobs }: { box: SealedBox; jobs: Jobs },
  { organizationId, userIds, notice, nowMs }: QueuedNotice,
): Promise<void> {
  if (userIds.length === 0) return;
  const createdAt = new Date(nowMs);
  const rows = userIds.map((userId) => {
    const id = newId();
    return { id, userId, organizationId, sealed: box.seal(JSON.stringify(notice), noticeContext(id)), createdAt };
  });
  await scope.insertInto('pushNotices').values(rows).execute();
  const startAtMs = nowMs + gatherMs;
  await jobs.addAll(
    scope,
    gatherJobs,
    userIds.map((userId) => ({ data: { userId }, key: userId, startAtMs, organizationId })),
  );
}

export type HeldPerson = Pick<Row<'notificationSettings'>, 'schedule' | 'lastSentAt'>;

/** Whether anything waits for a person. */
export async function hasNotices(scope: AccountScope, userId: string): Promise<boolean> {
  const row = await scope.selectFrom('pushNotices').select('id').where('userId', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** The person held until the transaction ends. */
export async function holdPerson(scope: AccountScope, userId: string): Promise<HeldPerson> {
  await scope
    .insertInto('notificationSettings')
    .values({ userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return scope
    .selectFrom('notificationSettings')
    .select(['schedule', 'lastSentAt'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Takes everything that waits for a person, the oldest first. */
export async function takeNotices(scope: AccountScope, box: SealedBox, userId: string): Promise<Notice[]> {
  const rows = await scope
    .deleteFrom('pushNotices')
    .where('userId', '=', userId)
    .returning(['id', 'sealed', 'createdAt'])
    .execute();
  return rows
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .map((row) => JSON.parse(box.open(row.sealed, noticeContext(row.id))) as Notice);
}

/** Browsers of a person to which something may come now. */
export async function openDevices(scope: AccountScope, userId: string, now: Date): Promise<DeviceKey[]> {
  return scope
    .selectFrom('userDevices')
    .select(['userId', 'deviceUid'])
    .where('userId', '=', userId)
    .where('enabled', '=', true)
    .where((row) => row.or([row('mutedUntil', 'is', null), row('mutedUntil', '<=', now)]))
    .execute();
}

export interface QueuedMessage {
  message: PushMessage;
  devices: readonly DeviceKey[];
  now: Date;
  expiresAt: Date;
}

export async function addMessages(
  scope: AccountScope,
  { box, jobs }: { box: SealedBox; jobs: Jobs },
  { message, devices, now, expiresAt }: QueuedMessage,
): Promise<void> {
  const [first] = devices;
  if (!first) return;
  const rows = devices.map(({ userId, deviceUid }) => {
    const id = newId();
    return { id, userId, deviceUid, sealed: box.seal(JSON.stringify(message), messageContext(id)), expiresAt };
  });
  await scope.insertInto('pushMessages').values(rows).execute();
  await jobs.addAll(
    scope,
    messageJobs,
    rows.map(({ id }) => ({ id, data: { messageId: id } })),
  );
  await scope.updateTable('notificationSettings').set({ lastSentAt: now }).where('userId', '=', first.userId).execute();
}

export interface WaitingMessage extends DeviceKey, Pick<Row<'pushMessages'>, 'id' | 'attempts' | 'expiresAt'> {
  message: PushMessage;
  subscription: Buffer;
  /** Nothing goes to this browser before then. */
  pausedUntil: Date | null;
}

/** A message with where it goes; null when it was sent, or its browser is gone. */
export async function findMessage(database: Database, box: SealedBox, id: string): Promise<WaitingMessage | null> {
  const row = await database.global
    .selectFrom('pushMessages as m')
    .innerJoin('userDevices as d', (join) =>
      join.onRef('d.userId', '=', 'm.userId').onRef('d.deviceUid', '=', 'm.deviceUid'),
    )
    .select(['m.id', 'm.userId', 'm.deviceUid', 'm.attempts', 'm.expiresAt', 'm.sealed', 'd.pausedUntil'])
    .select('d.sealed as subscription')
    .where('m.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, message: JSON.parse(box.open(row.sealed, messageContext(id))) as PushMessage };
}

export async function deleteMessage(database: Database, id: string): Promise<void> {
  await database.global.deleteFrom('pushMessages').where('id', '=', id).execute();
}

/** Counts an attempt that failed. */
export async function countAttempt(database: Database, id: string, attempts: number): Promise<void> {
  await database.global.updateTable('pushMessages').set({ attempts }).where('id', '=', id).execute();
}
