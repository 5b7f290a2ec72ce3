import { createHash } from 'node:crypto';
import type { NotificationSchedule, PushSubscriptionInput } from '@sightline/contracts/user-devices/user-device';
import { sql } from 'kysely';
import type { AccountScope } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';

export type DeviceKey = Pick<Row<'userDevices'>, 'userId' | 'deviceUid'>;

const columns = [
  'deviceUid',
  'name',
  'userAgent',
  'enabled',
  'mutedUntil',
  'createdAt',
  'lastDeliveredAt',
  'lastFailure',
] as const;

export type DeviceRow = Pick<Row<'userDevices'>, (typeof columns)[number]>;

const contextOf = ({ userId, deviceUid }: DeviceKey): string => `push:${userId}:${deviceUid}`;
const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

export const openSubscription = (box: SealedBox, key: DeviceKey, sealed: Buffer): PushSubscriptionInput =>
  JSON.parse(box.open(sealed, contextOf(key))) as PushSubscriptionInput;

export const listDevices = (scope: AccountScope, userId: string): Promise<DeviceRow[]> =>
  scope
    .selectFrom('userDevices')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('deviceUid')
    .execute();

export async function findDevice(
  scope: AccountScope,
  { userId, deviceUid }: DeviceKey,
): Promise<(DeviceRow & { sealed: Buffer }) | null> {
  const row = await scope
    .selectFrom('userDevices')
    .select([...columns, 'sealed'])
    .where('userId', '=', userId)
    .where('deviceUid', '=', deviceUid)
    .executeTakeFirst();
  return row ?? null;
}

export interface NewDevice extends DeviceKey, Pick<Row<'userDevices'>, 'name' | 'userAgent'> {
  subscription: PushSubscriptionInput;
  now: Date;
}

/** Registers a browser or renews its subscription; whoever had this browser before gets nothing there any more. */
export async function saveDevice(scope: AccountScope, box: SealedBox, device: NewDevice): Promise<void> {
  const { userId, deviceUid, name, userAgent, subscription, now } = device;
  const endpointHash = hashOf(subscription.endpoint);
  const sealed = box.seal(JSON.stringify(subscription), contextOf(device));
  // Two registrations of one browser at the same time take turns.
  await sql`select pg_advisory_xact_lock(hashtextextended(${endpointHash.toString('hex')}, 0))`.execute(scope);
  await sql`delete from user_devices where endpoint_hash = ${endpointHash} and (user_id, device_uid) <> (${userId}, ${deviceUid})`.execute(
    scope,
  );
  await scope
    .insertInto('userDevices')
    .values({ userId, deviceUid, name, userAgent, sealed, endpointHash, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'deviceUid'])
        .doUpdateSet({ name, userAgent, sealed, endpointHash, lastFailure: null }),
    )
    .execute();
}

export interface DeviceChange {
  enabled?: boolean | undefined;
  mutedUntil?: Date | null | undefined;
  lastDeliveredAt?: Date;
  pausedUntil?: Date;
  lastFailure?: string | null;
}

export async function updateDevice(
  scope: AccountScope,
  { userId, deviceUid }: DeviceKey,
  change: DeviceChange,
): Promise<void> {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(set).length === 0) return;
  await scope
    .updateTable('userDevices')
    .set(set)
    .where('userId', '=', userId)
    .where('deviceUid', '=', deviceUid)
    .execute();
}

/** Forgets a browser, with what waits for it. */
export async function deleteDevice(scope: AccountScope, { userId, deviceUid }: DeviceKey): Promise<void> {
  await scope.deleteFrom('userDevices').where('userId', '=', userId).where('deviceUid', '=', deviceUid).execute();
}

export type SettingsRow = Pick<Row<'notificationSettings'>, 'schedule' | 'kinds'>;

export async function findSettings(scope: AccountScope, userId: string): Promise<SettingsRow> {
  const row = await scope
    .selectFrom('notificationSettings')
    .select(['schedule', 'kinds'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? { schedule: null, kinds: [] };
}

export async function saveSettings(
  scope: AccountScope,
  userId: string,
  change: { schedule?: NotificationSchedule; kinds?: string[] },
): Promise<void> {
  const { schedule, kinds } = change;
  const set = { ...(schedule ? { schedule: JSON.stringify(schedule) } : {}), ...(kinds ? { kinds } : {}) };
  await scope
    .insertInto('notificationSettings')
    .values({ userId, ...set })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(set))
    .execute();
}
