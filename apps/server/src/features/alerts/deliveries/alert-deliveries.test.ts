import { readFileSync } from 'node:fs';
import type { AlertReason } from '@sightline/contracts/alert-rules/alert-rule';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { PushService } from '@sightline/simulators/push/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { mailsTo, waitForMail } from '../../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { PushMessage } from '../../user-devices/push-texts.ts';
import { alertDeliveryJobs } from './alert-deliveries.ts';
import { colourWords, reasonIn, reasonWords } from './alert-texts.ts';

const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' };
const soon = { timeout: 15_000, interval: 50 };
const minuteMs = 60_000;
const pushService = new PushService();
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;

beforeAll(async () => {
  await pushService.start();
  server = await startTestServer({ env, clock });
});
afterAll(async () => {
  await server.stop();
  await pushService.stop();
});
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

/** A person with a browser that shows what it is told. */
async function withBrowser(person: TestPerson) {
  const subscription = pushService.subscribe(server.platform.vapid.publicKey);
  const body = { deviceUid: newId(), name: 'Phone', subscription };
  expect((await person.call(userDevicesCalls.register, { body })).status).toBe(201);
  const got = () => pushService.receivedBy(subscription);
  return {
    person,
    got,
    shown: (): PushMessage[] => got().map(({ text }) => JSON.parse(text) as PushMessage),
  };
}

const guard = (permissions = ['AlertMonitoring'], where: object = {}) =>
  server.person({ organizationId: organizationId(), permissions, ...where });

const states = async (): Promise<Record<string, string[]>> => {
  const { rows } = await server.platform.database.withOrganization(organizationId(), (trx) =>
    sql<{ userId: string; state: string }>`select user_id, state from alert_deliveries
      where organization_id = ${organizationId()} order by created_at, id`.execute(trx),
  );
  const byPerson = Map.groupBy(rows, ({ userId }) => userId);
  return Object.fromEntries([...byPerson].map(([userId, all]) => [userId, all.map(({ state }) => state)]));
};
const settled = () =>
  vi.waitFor(async () => expect(Object.values(await states()).flat()).not.toContain('waiting'), soon);
const tell = (person: TestPerson, severity: 'info' | 'warning' | 'critical' = 'warning') =>
  core.rule({ name: 'Fence', severity, notify: { userIds: [person.userId], channels: ['push'] } });

describe('nobody is told', () => {
  it('who may not see the camera, is no member, or is not named', async () => {
    const elsewhere = await makeAlertingCore(server, owner);
    const people = await Promise.all(
      [
        await guard(['CameraView']),
        await guard(['AlertMonitoring'], { cameraId: elsewhere.cameraId }),
        await server.person(),
      ].map(withBrowser),
    );
    const unnamed = await withBrowser(await guard());
    const userIds = people.map(({ person }) => person.userId);
    const ruleId = await core.rule({ notify: { userIds: [...userIds, 'nobody'], channels: ['push', 'mail'] } });
    await core.send(core.change({ ruleId, atUtcMs: clock() }));
    await settled();
    for (const userId of userIds) expect((await states())[userId]).toEqual(['dropped', 'dropped']);
    for (const { got } of [...people, unnamed]) expect(got()).toEqual([]);
    for (const { person } of people) expect(await mailsTo(server, person.session.user.email)).toEqual([]);
  });

  it('of what was over when it came', async () => {
    const phone = await withBrowser(owner);
    const ruleId = await tell(owner);
    await core.send(
      core.change({ ruleId, atUtcMs: clock() - 2 * minuteMs, phase: 'closed' }),
      core.change({ ruleId, atUtcMs: clock(), phase: 'closed' }),
    );
    expect(await states()).toEqual({});
    expect(phone.got()).toEqual([]);
  });

  it('in quiet hours, by push', async () => {
    const phone = await withBrowser(owner);
    const schedule = { enabled: true, timezone: 'UTC', days: [[], [], [], [], [], [], []], quiet: [] };
    await server.platform.database.global
      .insertInto('notificationSettings')
      .values({ userId: owner.userId, schedule: JSON.stringify(schedule) as never })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ schedule: JSON.stringify(schedule) as never }))
      .execute();
    await core.send(core.change({ ruleId: await tell(owner), atUtcMs: clock() }));
    await settled();
    expect(phone.got()).toEqual([]);
  });
});

describe('an alert', () => {
  it('is on the phone with what, where and why, as urgent as it is grave', async () => {
    const phone = await withBrowser(owner);
    const why = [{ what: 'stayS', value: 12, limit: 10, placeId: null, class: 'person', score: 0.83 }];
    const critical = core.change({ ruleId: await tell(owner, 'critical'), atUtcMs: clock(), why });
    await core.send(critical);
    await vi.waitFor(() => expect(phone.got()).toHaveLength(1), soon);
    expect(phone.shown()[0]).toMatchObject({
      title: 'Fence',
      body: '\u2068Gate\u2069 · Stayed 12 secs, limit 10 secs',
      path: `/alert/monitoring?alert=${critical.alertId}`,
    });
    expect(phone.got()[0]).toMatchObject({ urgency: 'high' });
    expect(phone.got()[0]?.ttlSeconds).toBeLessThanOrEqual(120);
    await core.send(core.change({ ruleId: await tell(owner, 'info'), atUtcMs: clock() }));
    await vi.waitFor(() => expect(phone.got()).toHaveLength(2), soon);
    expect(phone.got()[1]).toMatchObject({ urgency: 'low' });
    expect(phone.got()[1]?.ttlSeconds).toBeGreaterThan(500);
  });

  it('is mailed in the language of its reader, with its address', async () => {
    await sql`update people set settings = settings || '{"lang": "he"}' where user_id = ${owner.userId}`.execute(
      server.platform.database.global,
    );
    const ruleId = await core.rule({ name: 'Fence', notify: { userIds: [owner.userId], channels: ['mail'] } });
    const why = [{ what: 'stayS', value: 12, limit: null, placeId: null, class: null, score: null }];
    const change = core.change({ ruleId, atUtcMs: clock(), why });
    await core.send(change);
    const mail = await waitForMail(server, owner.session.user.email);
    expect(mail.subject).toContain('Fence');
    expect(mail.text).toContain('שהייה של');
    expect(mail.text).toContain(`/alert/monitoring?alert=${change.alertId}`);
  });

  it('is followed by others of its place a minute later, all in one', async () => {
    const phone = await withBrowser(owner);
    const ruleId = await tell(owner);
    await core.send(core.change({ ruleId, atUtcMs: clock() }));
    await vi.waitFor(() => expect(phone.got()).toHaveLength(1), soon);
    const more = Array.from({ length: 7 }, () => core.change({ ruleId, atUtcMs: clock() }));
    await core.send(...more);
    const done = more.at(-1)?.alertId ?? '';
    await owner.call(alertsCalls.done, { params: { id: done }, body: { revision: 1, outcome: 'handled' } });
    expect((await states())[owner.userId]?.filter((state) => state === 'waiting').length).toBeGreaterThan(5);
    aheadMs += minuteMs;
    await vi.waitFor(() => expect(phone.got()).toHaveLength(2), soon);
    expect(phone.shown()[1]).toMatchObject({
      title: '6 more from \u2068Gate\u2069 in the last minute',
      body: 'Fence',
      path: '/alert/monitoring',
    });
    await settled();
    expect((await states())[owner.userId]?.toSorted()).toEqual([
      'dropped',
      ...Array.from({ length: 5 }, () => 'merged'),
      'told',
      'told',
    ]);
    expect(phone.got()).toHaveLength(2);
  });

  it('of many at one place leaves one job behind it, however many wait, and a place of its own does not wait for it', async () => {
    const phone = await withBrowser(owner);
    const ruleId = await tell(owner);
    const other = await makeAlertingCore(server, owner);
    const there = await other.rule({ name: 'Yard', notify: { userIds: [owner.userId], channels: ['push'] } });
    await core.send(core.change({ ruleId, atUtcMs: clock() }));
    await vi.waitFor(() => expect(phone.got()).toHaveLength(1), soon);
    for (let message = 0; message < 3; message += 1)
      await core.send(...Array.from({ length: 3 }, () => core.change({ ruleId, atUtcMs: clock() })));
    await other.send(other.change({ ruleId: there, atUtcMs: clock() }));
    await vi.waitFor(() => expect(phone.got()).toHaveLength(2), soon);
    const { rows } = await sql`select from jobs.job where name = ${alertDeliveryJobs.name} and state < 'completed'
      and group_id = ${organizationId()}`.execute(server.platform.database.global);
    expect(rows.length).toBeLessThanOrEqual(2);
    aheadMs += minuteMs;
    await settled();
    await vi.waitFor(() => expect(phone.shown()[2]?.title).toContain('9 more'), soon);
  });

  it('that came late is told only while it holds, with since when', async () => {
    const phone = await withBrowser(owner);
    const ruleId = await tell(owner, 'critical');
    const atUtcMs = clock() - 42 * minuteMs;
    const over = core.change({ ruleId, atUtcMs });
    const holds = core.change({ ruleId, atUtcMs });
    await core.send(over, { ...over, sequence: 2, phase: 'closed' }, holds);
    aheadMs += 16_000;
    await settled();
    await vi.waitFor(() => expect(phone.got()).toHaveLength(1), soon);
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
    // With the zone of the site: the phone may be in another.
    expect(phone.shown()[0]?.body).toMatch(new RegExp(`Since ${time.format(atUtcMs)} CES?T`));
    expect((await states())[owner.userId]?.toSorted()).toEqual(['dropped', 'told']);
  });

  it('is told once, however often its core and its job come again', async () => {
    const phone = await withBrowser(owner);
    const change = core.change({ ruleId: await tell(owner), atUtcMs: clock() });
    await core.send(change, { ...change, sequence: 2 }, change);
    await vi.waitFor(() => expect(phone.got()).toHaveLength(1), soon);
    const { database, jobs } = server.platform;
    const { rows } = await database.withOrganization(organizationId(), (trx) =>
      sql<{ id: string }>`select id from alert_deliveries where organization_id = ${organizationId()}`.execute(trx),
    );
    expect(rows).toHaveLength(1);
    const data = { organizationId: organizationId(), deliveryId: rows[0]?.id ?? '', channel: 'push' as const };
    for (let again = 0; again < 3; again += 1)
      await jobs.add(database.global, alertDeliveryJobs, { data, key: `${owner.userId}:push` });
    // What comes behind them shows that they were done.
    aheadMs += 2 * minuteMs;
    await core.send(core.change({ ruleId: await tell(owner), atUtcMs: clock() }));
    await vi.waitFor(() => expect(phone.got()).toHaveLength(2), soon);
    expect(phone.shown().map(({ title }) => title)).toEqual(['Fence', 'Fence']);
  });
});

describe('an alert that nobody takes', () => {
  const escalating = async (people: readonly TestPerson[], channels: ('push' | 'mail')[] = ['push']) => {
    const steps = people.map(({ userId }, index) => ({ afterMinutes: (index + 1) * 3, userIds: [userId] }));
    const ruleId = await core.rule({ name: 'Fence', notify: { userIds: [owner.userId], channels, steps } });
    const change = core.change({ ruleId, atUtcMs: clock() });
    await core.send(change);
    return change;
  };

  it('is told to the next, and who is after them, with how long it waits', async () => {
    const first = await withBrowser(owner);
    const [second, third] = [await withBrowser(await guard()), await withBrowser(await guard())];
    await escalating([second.person, third.person]);
    await vi.waitFor(() => expect(first.got()).toHaveLength(1), soon);
    aheadMs += 3 * minuteMs + 1000;
    await vi.waitFor(() => expect(second.got()).toHaveLength(1), soon);
    expect(second.shown()[0]?.body).toContain('Nobody took it for 3 mins');
    expect(third.got()).toEqual([]);
    aheadMs += 3 * minuteMs;
    await vi.waitFor(() => expect(third.got()).toHaveLength(1), soon);
    expect([first.got().length, second.got().length]).toEqual([1, 1]);
  });

  it.each(['take', 'done'] as const)('is told to nobody else once somebody did: %s', async (deed) => {
    const second = await withBrowser(await guard());
    const { alertId: id } = await escalating([second.person]);
    const answer =
      deed === 'take'
        ? await owner.call(alertsCalls.take, { params: { id }, body: { revision: 1 } })
        : await owner.call(alertsCalls.done, { params: { id }, body: { revision: 1, outcome: 'handled' } });
    expect(answer.status).toBe(200);
    aheadMs += 4 * minuteMs;
    await settled();
    expect((await states())[second.person.userId]).toEqual(['dropped']);
    expect(second.got()).toEqual([]);
  });

  it('is told to the next although what opened it is over', async () => {
    const second = await withBrowser(await guard());
    const change = await escalating([second.person]);
    await core.send({ ...change, sequence: 2, phase: 'closed', closeReason: 'over' });
    aheadMs += 4 * minuteMs;
    await vi.waitFor(() => expect(second.got()).toHaveLength(1), soon);
  });

  it('is told to nobody else when it came late', async () => {
    const second = await withBrowser(await guard());
    const steps = [{ afterMinutes: 1, userIds: [second.person.userId] }];
    const notify = { userIds: [owner.userId], channels: ['push' as const], steps };
    const ruleId = await core.rule({ name: 'Fence', severity: 'critical', notify });
    // By the clock of the core, which the server knows to be behind.
    await core.send(core.change({ ruleId, atUtcMs: Date.now() - 10 * minuteMs }));
    expect(Object.keys(await states())).toEqual([owner.userId]);
    expect((await states())[second.person.userId]).toBeUndefined();
  });
});

describe('why an alert was opened', () => {
  const screens = (lang: 'en' | 'he') =>
    JSON.parse(
      readFileSync(
        new URL(`../../../../../web/src/platform/i18n/locales/${lang}/alert-words.json`, import.meta.url),
        'utf8',
      ),
    ) as { reason: Record<string, string>; colour: Record<string, string> };

  it.each(['en', 'he'] as const)('is said as screens say it: %s', (lang) => {
    const { other: _unknown, ...worded } = screens(lang).reason;
    const said = Object.entries(reasonWords[lang]).map(([word, text]) => [word, text('{{value}}')]);
    expect(Object.fromEntries(said)).toEqual(worded);
    expect(colourWords[lang]).toEqual(screens(lang).colour);
  });

  const reason = (what: string, value: number | string, limit: number | null = null): AlertReason => ({
    what,
    value,
    limit,
    placeId: null,
    class: null,
    score: null,
  });
  it.each([
    [reason('count', 4, 3), '4 at once, limit 3'],
    [reason('crossed', 'left'), 'Crossed the line to the left'],
    [reason('leastKmh', 41.5, 30), 'At least 41.5 km/h, limit 30'],
    [reason('plateNotOnList', 'AB12345'), "Licence plate \u2068AB12345\u2069 isn't on the list"],
    [reason('upperColour', 'red'), 'Red above the waist'],
    [reason('somethingNew', 1), null],
    [reason('__proto__', 1), null],
  ])('is put in words: %j', (given, said) => {
    expect(reasonIn('en', given)).toBe(said);
  });
});
