import { sql } from 'kysely';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { Notice, PushMessage } from './push-texts.ts';
import type { DeviceKey } from './user-devices.repository.ts';

/** A message that is being sent gets this long before another process tries it. */
const leaseMs = 60_000;

const noticeContext = (id: string): string => `notice:${id}`;
const messageContext = (id: string): string => `push-message:${id}`;

/** Lets a notice wait for these people. */
export async function addNotices(
  scope: AccountScope,
  box: SealedBox,
  {
    organizationId,
    userIds,
    notice,
    now,
  }: { organizationId: string; userIds: readonly string[]; notice: Notice; now: Date },
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => {
    const id = newId();
    return { id, userId, organizationId, sealed: box.seal(JSON.stringify(notice), noticeContext(id)), createdAt: now };
  });
  await scope.insertInto('pushNotices').values(rows).execute();
}

/** People whose notices have waited since `before` and who got nothing since `quietSince`. */
export async function peopleToTell(
  database: Database,
  { before, quietSince }: { before: Date; quietSince: Date },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select n.user_id from push_notices n left join notification_settings s on s.user_id = n.user_id
    where s.last_sent_at is null or s.last_sent_at <= ${quietSince}
    group by n.user_id having min(n.created_at) <= ${before} order by min(n.created_at) limit 200`.execute(
    database.global,
  );
  return rows.map((row) => row.userId);
}

export type HeldPerson = Pick<Row<'notificationSettings'>, 'schedule' | 'lastSentAt'>;

/** The person held until the transaction ends; null while another process holds it. */
export async function holdPerson(scope: AccountScope, userId: string): Promise<HeldPerson | null> {
  await scope
    .insertInto('notificationSettings')
    .values({ userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await scope
    .selectFrom('notificationSettings')
    .select(['schedule', 'lastSentAt'])
    .where('userId', '=', userId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
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
  box: SealedBox,
  { message, devices, now, expiresAt }: QueuedMessage,
): Promise<void> {
  for (const device of devices) {
    const id = newId();
    await scope
      .insertInto('pushMessages')
      .values({ id, ...device, sealed: box.seal(JSON.stringify(message), messageContext(id)), dueAt: now, expiresAt })
      .execute();
  }
  const [first] = devices;
  if (first)
    await scope
      .updateTable('notificationSettings')
      .set({ lastSentAt: now })
      .where('userId', '=', first.userId)
      .execute();
}

export interface DueMessage extends DeviceKey, Pick<Row<'pushMessages'>, 'id' | 'attempts'> {
  message: PushMessage;
  subscription: Buffer;
}

/** Messages that were not taken in time are not shown late. */
export async function forgetExpired(database: Database, now: Date): Promise<void> {
  await database.global.deleteFrom('pushMessages').where('expiresAt', '<=', now).execute();
}

/** Takes the next due message for a while; another process gets another one. */
export async function takeMessage(database: Database, box: SealedBox, now: Date): Promise<DueMessage | null> {
  const { rows } = await sql<Omit<DueMessage, 'message'> & { sealed: Buffer }>`
    update push_messages m set attempts = m.attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
    from user_devices d
    where d.user_id = m.user_id and d.device_uid = m.device_uid and m.id = (
      select id from push_messages where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning m.id, m.user_id, m.device_uid, m.attempts, m.sealed, d.sealed as subscription`.execute(database.global);
  const row = rows[0];
  if (!row) return null;
  return { ...row, message: JSON.parse(box.open(row.sealed, messageContext(row.id))) as PushMessage };
}

export async function deleteMessage(database: Database, id: string): Promise<void> {
  await database.global.deleteFrom('pushMessages').where('id', '=', id).execute();
}

/** Nothing goes to this browser before then. */
export async function postpone(database: Database, { userId, deviceUid }: DeviceKey, dueAt: Date): Promise<void> {
  await database.global
    .updateTable('pushMessages')
    .set({ dueAt })
    .where('userId', '=', userId)
    .where('deviceUid', '=', deviceUid)
    .execute();
}
