import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { StreamState } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { PushService } from '@sightline/simulators/push/push-service';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { PushMessage } from './push-texts.ts';
import { notify } from './user-devices.public.ts';

const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' };
const pushService = new PushService();
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
let server: TestServer;
let second: TestServer;
let person: TestPerson;
let organizationId: string;
let subscription: ReturnType<PushService['subscribe']>;

beforeAll(async () => {
  await pushService.start();
  server = await startTestServer({ env, clock });
  second = await startTestServer({
    env,
    clock,
    connectionString: server.connectionString,
    copyKeyFrom: server.dataDir,
  });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await pushService.stop();
});
beforeEach(async () => {
  person = await server.person();
  organizationId = person.session.activeOrganizationId ?? '';
  subscription = pushService.subscribe(server.platform.vapid.publicKey);
});
afterEach(() => {
  pushService.mode = 'ok';
});

const deviceUid = 'browser-one';
const register = (who = person, uid = deviceUid, given = subscription) =>
  who.call(userDevicesCalls.register, { body: { deviceUid: uid, name: 'Chrome, Linux', subscription: given } });
const sendTest = () => person.call(userDevicesCalls.sendTest, { params: { deviceUid } });
const devices = async (who = person) => (await who.call(userDevicesCalls.list, {})).body.items;
const received = (given = subscription): PushMessage[] =>
  pushService.receivedBy(given).map(({ text }) => JSON.parse(text) as PushMessage);
const arrived = (count: number, given = subscription) =>
  vi.waitFor(
    () => {
      expect(received(given)).toHaveLength(count);
      return received(given);
    },
    { timeout: 15_000, interval: 50 },
  );
const told = (body: string) => ({
  texts: { en: { title: body, body }, he: { title: `ע ${body}`, body: `ע ${body}` } },
  path: '/camera/1',
  tag: body,
});
const send = (...bodies: string[]) =>
  server.platform.database.withOrganization(organizationId, async (trx) => {
    for (const body of bodies)
      await notify(trx, server.platform, { organizationId, userIds: [person.userId], notice: told(body) });
  });
/** Nothing waits any more: what was to be sent has been, what was not has been dropped. */
const settled = () =>
  vi.waitFor(
    async () => {
      const { global } = server.platform.database;
      // In this order: a notice becomes a message between two looks.
      for (const table of ['pushNotices', 'pushMessages'] as const)
        expect(await global.selectFrom(table).select('id').where('userId', '=', person.userId).execute()).toEqual([]);
    },
    { timeout: 15_000, interval: 50 },
  );

describe('browsers of a person', () => {
  it('PUSH-001 refuses an endpoint inside of the network and keys that are none', async () => {
    const inside = await register(person, deviceUid, { ...subscription, endpoint: 'https://10.1.2.3/push' });
    expect(inside.body).toMatchObject({ code: 'address_refused' });
    const wrong = await register(person, deviceUid, { ...subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' } });
    expect(wrong.body).toMatchObject({ code: 'validation_failed' });
    expect(await devices()).toEqual([]);
  });

  it('PUSH-001 ACCT-012 lists a browser once it is registered, and only to its person', async () => {
    expect((await register()).status).toBe(201);
    expect(await devices()).toMatchObject([
      { deviceUid, name: 'Chrome, Linux', enabled: true, mutedUntil: null, lastFailure: null },
    ]);
    const other = await server.person();
    expect(await devices(other)).toEqual([]);
    for (const call of [userDevicesCalls.sendTest, userDevicesCalls.remove] as const)
      expect((await other.call(call, { params: { deviceUid } })).status).toBe(404);
  });

  it('belongs to who registered it last, and is renewed rather than doubled', async () => {
    await register();
    const renewed = pushService.subscribe();
    await register(person, deviceUid, renewed);
    expect(await devices()).toHaveLength(1);
    const other = await server.person();
    await register(other, 'their-browser', renewed);
    expect([await devices(), await devices(other)]).toMatchObject([[], [{ deviceUid: 'their-browser' }]]);
  });

  it('keeps at most twenty browsers, and forgets one when told', async () => {
    for (let count = 0; count < 20; count += 1) await register(person, `browser-${count}`, pushService.subscribe());
    expect((await register(person, 'one-too-many', pushService.subscribe())).body).toMatchObject({ code: 'too_many' });
    await person.call(userDevicesCalls.remove, { params: { deviceUid: 'browser-0' } });
    expect(await devices()).toHaveLength(19);
  });

  it('PUSH-005 sends a test that only this browser can read, once a second', async () => {
    await register();
    expect((await sendTest()).status).toBe(202);
    expect((await sendTest()).body).toMatchObject({ code: 'rate_limited' });
    aheadMs += 1000;
    expect((await sendTest()).status).toBe(202);
    const [test] = await arrived(2);
    expect(test).toMatchObject({ title: 'Test notification', path: '/account/devices', lang: 'en', dir: 'ltr' });
    expect(pushService.receivedBy(subscription)[0]).toMatchObject({ ttlSeconds: 3600, urgency: 'high' });
    expect((await devices())[0]?.lastDeliveredAt).toBeGreaterThan(0);
  });

  it('says so when the push service refuses, and forgets a subscription that is gone', async () => {
    await register();
    pushService.mode = 'broken';
    expect((await sendTest()).body).toMatchObject({ code: 'push_failed' });
    expect((await devices())[0]?.lastFailure).toBe('push service answered 503');
    pushService.mode = 'gone';
    aheadMs += 1000;
    expect((await sendTest()).body).toMatchObject({ code: 'push_failed', data: { reason: 'gone' } });
    expect(await devices()).toEqual([]);
  });
});

describe('notices', () => {
  it('ACCT-013 do not come to a browser that is off or muted, nor does a test, and come again afterwards', async () => {
    await register();
    const muted = await person.call(userDevicesCalls.update, {
      params: { deviceUid },
      body: { mutedUntil: clock() + 60_000 },
    });
    expect(muted.body.mutedUntil).toBeGreaterThan(clock());
    await send('while muted');
    await settled();
    expect((await sendTest()).body).toMatchObject({ code: 'push_failed' });
    await person.call(userDevicesCalls.update, { params: { deviceUid }, body: { mutedUntil: null, enabled: false } });
    await send('while off');
    await settled();
    await person.call(userDevicesCalls.update, { params: { deviceUid }, body: { enabled: true } });
    await send('again');
    expect(await arrived(1)).toMatchObject([{ title: 'again', path: '/camera/1', tag: 'again' }]);
  });

  it('PUSH-002 PUSH-003 come within the schedule only, which is kept as it was set', async () => {
    await register();
    const days = [[], [], [], [], [], [], []];
    const schedule = { enabled: true, timezone: 'Asia/Jerusalem', days, quiet: [{ from: 60, to: 120 }] };
    const { body: unknown } = await person.call(userDevicesCalls.setSchedule, {
      body: { ...schedule, timezone: 'Mars/Base' },
    });
    expect(unknown).toMatchObject({ code: 'time_zone_unknown' });
    await person.call(userDevicesCalls.setSchedule, { body: schedule });
    expect((await person.call(userDevicesCalls.getSchedule, {})).body).toEqual(schedule);
    await send('outside');
    await settled();
    await person.call(userDevicesCalls.setSchedule, {
      body: { ...schedule, quiet: [], days: days.map(() => [{ from: 0, to: 1440 }]) },
    });
    await send('inside');
    expect((await arrived(1))[0]?.title).toBe('inside');
  });

  it('that come together are one message, in the language of the person, from two servers as from one', async () => {
    await register();
    await person.call(accountsCalls.updateSettings, { body: { lang: 'he' } });
    await send('1', '2', '3', '4', '5', '6');
    const [message] = await arrived(1);
    expect(message).toMatchObject({ title: '6 הודעות', lang: 'he', dir: 'rtl', path: '/camera/1' });
    expect(message?.body).toBe('ע 1\nע 2\nע 3\nע 4\nועוד 2');
    await send('7');
    await send('8');
    // Within ten seconds of the first message, these wait for each other.
    aheadMs += 10_000;
    await settled();
    expect(received()).toHaveLength(2);
    expect(received()[1]?.title).toBe('שתי הודעות');
  }, 40_000);

  it('are sent once by two servers that look for them at the same time', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, () => server.person({ organizationId, permissions: [] })),
    );
    const given = people.map(() => pushService.subscribe());
    await Promise.all(people.map((one, at) => register(one, deviceUid, given[at])));
    const userIds = people.map(({ userId }) => userId);
    await server.platform.database.withOrganization(organizationId, (trx) =>
      notify(trx, server.platform, { organizationId, userIds, notice: told('once') }),
    );
    for (const one of given) await arrived(1, one);
    const { rows } = await vi.waitFor(async () => {
      const left = await server.platform.database.global.selectFrom('pushMessages').select('id').execute();
      expect(left).toEqual([]);
      return { rows: left };
    });
    expect(rows).toEqual([]);
    expect(given.map((one) => received(one).length)).toEqual(given.map(() => 1));
  });

  it('are tried again when the push service is busy, after the wait that it names', async () => {
    await register();
    pushService.mode = 'busy';
    const before = pushService.answered.length;
    await send('late');
    await vi.waitFor(() => expect(pushService.answered.slice(before)).toContain(429), 10_000);
    await vi.waitFor(async () => expect((await devices())[0]?.lastFailure).toBe('push service answered 429'), 5_000);
    pushService.mode = 'ok';
    expect((await arrived(1))[0]?.title).toBe('late');
    await vi.waitFor(async () => expect((await devices())[0]?.lastFailure).toBeNull(), 5_000);
  });

  it('end with the subscription', async () => {
    await register();
    pushService.mode = 'gone';
    await send('nobody');
    await vi.waitFor(async () => expect(await devices()).toEqual([]), 10_000);
    await settled();
  });
});

describe('a push service', () => {
  it('refuses a message of another server, one without a proof, and shows nothing of one that was changed', async () => {
    const foreign = pushService.subscribe(Buffer.alloc(65, 4).toString('base64url'));
    await register(person, deviceUid, foreign);
    expect((await sendTest()).body).toMatchObject({
      code: 'push_failed',
      data: { reason: 'push service answered 403' },
    });
    const bare = await fetch(subscription.endpoint, {
      method: 'POST',
      headers: { ttl: '60', 'content-encoding': 'aes128gcm' },
      body: 'x',
    });
    expect(bare.status).toBe(403);
    const subscriptions = [subscription, pushService.subscribe(server.platform.vapid.publicKey)];
    // With the keys of one browser nothing can be read by another.
    await register(person, 'mixed-up-keys', {
      endpoint: subscriptions[0]?.endpoint ?? '',
      keys: subscriptions[1]?.keys ?? subscription.keys,
    });
    const mixed = await person.call(userDevicesCalls.sendTest, { params: { deviceUid: 'mixed-up-keys' } });
    expect(mixed.body).toMatchObject({ code: 'push_failed' });
    expect(subscriptions.flatMap((one) => received(one))).toEqual([]);
  });
});

describe('a core that goes offline', () => {
  it('PUSH-006 is told to those who asked and may see it, once it has been away for a minute', async () => {
    const { body: site } = await person.call(locationsCalls.create, {
      body: { name: 'Site', parentId: null, timeZone: 'UTC' },
    });
    const { body: core } = await person.call(edgesCalls.create, { body: { name: 'Gate core', locationId: site.id } });
    const blind = await server.person({ organizationId, permissions: ['CameraView'] });
    const unasked = await server.person({ organizationId, permissions: ['CoreView'] });
    const given = [subscription, pushService.subscribe(), pushService.subscribe()];
    await Promise.all([person, blind, unasked].map((who, at) => register(who, deviceUid, given[at])));
    for (const who of [person, blind])
      await who.call(userDevicesCalls.setNotices, { body: { coreOffline: true, cameraOffline: false } });
    expect((await person.call(userDevicesCalls.getNotices, {})).body).toEqual({
      coreOffline: true,
      cameraOffline: false,
    });
    const link = (isLinked: boolean) =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        trx
          .updateTable('edges')
          .set({ isLinked, stateSince: new Date(clock()) })
          .where('organizationId', '=', organizationId)
          .where('id', '=', core.id)
          .execute(),
      );
    const watches = () =>
      server.platform.database.global
        .selectFrom('offlineWatches')
        .select('entityId')
        .where('entityId', '=', core.id)
        .execute();
    await link(true);
    await link(false);
    expect(await watches()).toHaveLength(1);
    await link(true);
    expect(await watches()).toEqual([]);
    await link(false);
    aheadMs += 60_000;
    const [message] = await arrived(1);
    expect(message).toMatchObject({ title: 'Core offline', path: `/edge-edit/${core.id}` });
    expect(message?.body).toMatch(
      /^\u2068Gate core\u2069 has been offline since \u2068\d\d:\d\d (UTC|[A-Z]{3,4})\u2069\.$/,
    );
    expect([received(given[1]), received(given[2])]).toEqual([[], []]);
  });

  it('takes its cameras along without a word; a camera alone is told', async () => {
    const { body: site } = await person.call(locationsCalls.create, {
      body: { name: 'Site', parentId: null, timeZone: 'UTC' },
    });
    const { body: core } = await person.call(edgesCalls.create, { body: { name: 'Yard core', locationId: site.id } });
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.9/1' }];
    const { body: camera } = await person.call(camerasCalls.create, {
      body: { name: 'Yard', edgeId: core.id, locationId: site.id, streams },
    } as never);
    await register();
    await person.call(userDevicesCalls.setNotices, { body: { coreOffline: false, cameraOffline: true } });
    const { database } = server.platform;
    const link = (isLinked: boolean) =>
      database.withOrganization(organizationId, (trx) =>
        trx
          .updateTable('edges')
          .set({ isLinked })
          .where('organizationId', '=', organizationId)
          .where('id', '=', core.id)
          .execute(),
      );
    const turn = (state: StreamState) =>
      database.withOrganization(organizationId, (trx) =>
        trx
          .updateTable('cameraStreams')
          .set({ state, stateSince: new Date(clock()) })
          .where('organizationId', '=', organizationId)
          .where('cameraId', '=', camera.id)
          .execute(),
      );
    const watched = async () =>
      (
        await database.global
          .selectFrom('offlineWatches')
          .select('entityId')
          .where('organizationId', '=', organizationId)
          .execute()
      ).length;
    await link(true);
    await turn('online');
    await turn('offline');
    await link(false);
    aheadMs += 60_000;
    await vi.waitFor(async () => expect(await watched()).toBe(0), 10_000);
    await settled();
    expect(received()).toEqual([]);
    await link(true);
    await turn('online');
    await turn('connecting');
    aheadMs += 60_000;
    const [message] = await arrived(1);
    expect(message).toMatchObject({
      title: 'Camera offline',
      path: `/camera/${camera.id}`,
      tag: `offline-${camera.id}`,
    });
    // What comes and goes was told once; each further time says nothing new.
    await database.withOrganization(organizationId, (trx) =>
      trx
        .updateTable('statuses')
        .set({ flappingSince: new Date(clock()) })
        .where('entityId', '=', camera.id)
        .execute(),
    );
    aheadMs += 1_000;
    await turn('online');
    await turn('offline');
    aheadMs += 60_000;
    await vi.waitFor(async () => expect(await watched()).toBe(0), 10_000);
    await settled();
    expect(received()).toHaveLength(1);
  }, 30_000);
});
