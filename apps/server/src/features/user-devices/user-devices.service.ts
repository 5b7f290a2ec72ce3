import { AppError } from '@sightline/contracts/shared/errors';
import type {
  NoticeChoice,
  NotificationSchedule,
  PushSubscriptionInput,
  UserDevice,
} from '@sightline/contracts/user-devices/user-device';
import { isTimeZone } from '@sightline/domain/time/site-days';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { createAccountChanges } from '../accounts/accounts.public.ts';
import { createPace } from './notice-pace.ts';
import { push, type PushDeps } from './push-client.ts';
import { testMessage } from './push-texts.ts';
import { presentDevice } from './user-devices.presenter.ts';
import * as repository from './user-devices.repository.ts';

const maxDevices = 20;
const userAgentLength = 400;
const testEveryMs = 1000;

/** What the browsers of people need from the rest of the server. */
export interface UserDevicesDeps extends PushDeps {
  database: Database;
  changes: Changes;
  box: SealedBox;
}

interface NewBrowser {
  deviceUid: string;
  name: string;
  subscription: PushSubscriptionInput;
  userAgent: string | null;
}

const anyTime = (timezone: string): NotificationSchedule => ({
  enabled: false,
  timezone,
  days: Array.from({ length: 7 }, () => []),
  quiet: [],
});

/** The browsers to which a person lets notifications come, and when. */
export type UserDevicesService = ReturnType<typeof createUserDevicesService>;

/** Everything here is the caller's own. Throws `not_found` for other devices, `address_refused` for endpoints that may not be called. */
export function createUserDevicesService(deps: UserDevicesDeps) {
  const { database, clock } = deps;
  const change = createAccountChanges(deps);
  const pace = createPace(testEveryMs, clock);
  const find = async ({ userId }: SessionActor, deviceUid: string) => {
    const device = await repository.findDevice(database.global, { userId, deviceUid });
    if (!device) throw new AppError('not_found');
    return device;
  };
  const present = async (actor: SessionActor, deviceUid: string): Promise<UserDevice> =>
    presentDevice(await find(actor, deviceUid));
  return {
    list: async ({ userId }: SessionActor) => ({
      items: (await repository.listDevices(database.global, userId)).map(presentDevice),
    }),
    register: async (actor: SessionActor, browser: NewBrowser): Promise<UserDevice> => {
      await register({ ...deps, change }, actor, browser);
      return present(actor, browser.deviceUid);
    },
    update: async (
      actor: SessionActor,
      deviceUid: string,
      { enabled, mutedUntil }: { enabled?: boolean | undefined; mutedUntil?: number | null | undefined },
    ) => {
      const { userId } = actor;
      const { name } = await find(actor, deviceUid);
      const until = mutedUntil == null ? mutedUntil : new Date(mutedUntil);
      await change({ userId, by: actor, action: 'device.update', data: { name, enabled, mutedUntil } }, (place) =>
        repository.updateDevice(place, { userId, deviceUid }, { enabled, mutedUntil: until }),
      );
      return present(actor, deviceUid);
    },
    remove: async (actor: SessionActor, deviceUid: string): Promise<Record<string, never>> => {
      const { userId } = actor;
      const { name } = await find(actor, deviceUid);
      await change({ userId, by: actor, action: 'device.remove', data: { name } }, (place) =>
        repository.deleteDevice(place, { userId, deviceUid }),
      );
      return {};
    },
    sendTest: async (actor: SessionActor, deviceUid: string): Promise<Record<string, never>> => {
      const device = await find(actor, deviceUid);
      pace.take(`${actor.userId} ${deviceUid}`);
      await sendTest(deps, { userId: actor.userId, deviceUid }, device);
      return {};
    },
    ...settingsCalls(deps, change),
  };
}

type Changing = { change: ReturnType<typeof createAccountChanges> };

async function register(
  { egress, box, clock, change }: UserDevicesDeps & Changing,
  actor: SessionActor,
  browser: NewBrowser,
): Promise<void> {
  const { userId } = actor;
  const { userAgent, ...given } = browser;
  requireKeys(browser.subscription);
  await egress.check(browser.subscription.endpoint);
  await change({ userId, by: actor, action: 'device.register', data: { name: browser.name } }, async (place) => {
    const known = await repository.listDevices(place, userId);
    if (known.length >= maxDevices && !known.some(({ deviceUid }) => deviceUid === browser.deviceUid))
      throw new AppError('too_many');
    await repository.saveDevice(place, box, {
      userId,
      ...given,
      userAgent: userAgent?.slice(0, userAgentLength) ?? null,
      now: new Date(clock()),
    });
  });
}

/** A key is a point of P-256, the secret 16 bytes; anything else could never be written to. */
function requireKeys({ keys }: PushSubscriptionInput): void {
  const key = Buffer.from(keys.p256dh, 'base64url');
  const isFit = key.length === 65 && key[0] === 4 && Buffer.from(keys.auth, 'base64url').length === 16;
  if (!isFit) throw new AppError('validation_failed', { fields: ['subscription.keys'] });
}

function settingsCalls({ database }: UserDevicesDeps, change: Changing['change']) {
  const choiceOf = (kinds: readonly string[]): NoticeChoice => ({
    coreOffline: kinds.includes('coreOffline'),
    cameraOffline: kinds.includes('cameraOffline'),
  });
  return {
    getSchedule: async ({ userId }: SessionActor): Promise<NotificationSchedule> => {
      const { schedule } = await repository.findSettings(database.global, userId);
      const [reader] = await findReaders(database.global, [userId]);
      return schedule ?? anyTime(reader?.timeZone ?? 'UTC');
    },
    setSchedule: async (actor: SessionActor, schedule: NotificationSchedule): Promise<NotificationSchedule> => {
      if (!isTimeZone(schedule.timezone)) throw new AppError('time_zone_unknown');
      await change(
        { userId: actor.userId, by: actor, action: 'device.setSchedule', data: { enabled: schedule.enabled } },
        (place) => repository.saveSettings(place, actor.userId, { schedule }),
      );
      return schedule;
    },
    getNotices: async ({ userId }: SessionActor): Promise<NoticeChoice> =>
      choiceOf((await repository.findSettings(database.global, userId)).kinds),
    setNotices: async (actor: SessionActor, choice: NoticeChoice): Promise<NoticeChoice> => {
      const kinds = Object.entries(choice).flatMap(([kind, isWanted]) => (isWanted ? [kind] : []));
      await change({ userId: actor.userId, by: actor, action: 'device.setNotices', data: choice }, (place) =>
        repository.saveSettings(place, actor.userId, { kinds }),
      );
      return choice;
    },
  };
}

/** At once and outside of the schedule, because somebody waits for it; but not to a browser that is off or muted. */
async function sendTest(
  deps: UserDevicesDeps,
  key: repository.DeviceKey,
  device: repository.DeviceRow & { sealed: Buffer },
): Promise<void> {
  const { database, box, clock } = deps;
  if (!device.enabled || (device.mutedUntil?.getTime() ?? 0) > clock())
    throw new AppError('push_failed', { reason: 'muted' });
  const [reader] = await findReaders(database.global, [key.userId]);
  const outcome = await push(deps, repository.openSubscription(box, key, device.sealed), {
    message: testMessage(reader?.lang ?? 'en'),
  });
  if (outcome.kind === 'delivered')
    return repository.updateDevice(database.global, key, { lastDeliveredAt: new Date(clock()), lastFailure: null });
  if (outcome.kind === 'gone') await repository.deleteDevice(database.global, key);
  else await repository.updateDevice(database.global, key, { lastFailure: outcome.reason });
  throw new AppError('push_failed', { reason: outcome.kind === 'gone' ? 'gone' : outcome.reason });
}
