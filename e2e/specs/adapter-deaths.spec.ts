import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { startImmixReceiver, type ImmixReceiver } from '@sightline/simulators/immix/immix-receiver';
import { startMailSimulator, type MailSimulator } from '@sightline/simulators/mail/mail-server';
import { NoonLightService } from '@sightline/simulators/noonlight/noonlight-service';
import { PushService } from '@sightline/simulators/push/push-service';
import { SlackService } from '@sightline/simulators/slack/slack-service';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { eventually } from '../fixtures/eventually.ts';
import { account } from '../fixtures/system.ts';

// A server that is killed before it tells a chat, a control centre, a phone, a mailbox and a monitoring service: what it decided reaches each of
// them for all that. Webhooks have a journey of their own.

const token = 'a-good-token';
const soonMs = 150_000;

const slack = new SlackService();
const push = new PushService();
const noonLight = new NoonLightService();
let subscription: ReturnType<PushService['subscribe']>;
let immix: ImmixReceiver;
let mail: MailSimulator;
let desk: AlertDesk;
let locationId: string;
let ruleId: string;

beforeAll(async () => {
  noonLight.tokens.add(token);
  mail = await startMailSimulator();
  immix = await startImmixReceiver();
  await push.start();
  await slack.start();
  const env = { SIGHTLINE_NOONLIGHT_URL: await noonLight.start(), SIGHTLINE_SMTP_URL: mail.url };
  desk = await startAlertDesk(env);
  const { api } = desk.server;
  await api.call(integrationsCalls.installSlack, { body: { url: slack.url } });
  await api.call(integrationsCalls.installImmix, { body: { host: '127.0.0.1', port: immix.port } });
  await api.call(integrationsCalls.installNoonLight, { body: { token, quota: null } });
  await api.call(accountsCalls.updateProfile, { body: { phone: '+1 555 444 0003' } });
  const place = { address: '123 Some Street', city: 'St. Louis', state: 'MO', zip: '63101' };
  const site = { name: 'Warehouse', timeZone: 'America/Chicago', ...place };
  locationId = (await api.call(locationsCalls.create, { body: site })).id;
  const [user] = await queryDatabase<{ id: string }>(desk.server, `select id from auth."user" where email = $1`, [
    account.email,
  ]);
  const notify = { userIds: [user?.id ?? ''], channels: ['push' as const, 'mail' as const] };
  ruleId = (await desk.rule({ notify })).id;
}, 120_000);
beforeEach(async () => {
  slack.reset();
  immix.reset();
  noonLight.reset();
  push.mode = 'ok';
  mail.received.length = 0;
  mail.faults.length = 0;
  // A phone of its own for each: what reached another one is not counted.
  subscription = push.subscribe();
  const body = { deviceUid: randomUUID(), name: 'Phone', subscription };
  await desk.server.api.call(userDevicesCalls.register, { body });
});
afterAll(async () => {
  await desk?.stop();
  await Promise.all([noonLight.stop(), slack.stop(), push.stop(), immix.stop(), mail.stop()]);
});

/** What reached each receiver, by which it knows it again where it can. */
const reached = () => ({
  slack: slack.posted,
  immix: immix.alarms().map(({ messageId }) => messageId),
  push: pushed(),
  mail: mail.received.filter(({ to }) => to.includes(account.email)).map(({ headers }) => headers.get('message-id')),
  noonLight: [...noonLight.alarms.values()].map(({ status }) => status),
});
const pushed = (): unknown[] =>
  push.receivedBy(subscription).map(({ text }) => (JSON.parse(text) as { tag?: string }).tag);

/** An alert is opened and help is dispatched; answers once the server keeps both. */
async function decide(): Promise<{ alertId: string; number: number; dispatchId: string }> {
  const { api } = desk.server;
  const [alertId = ''] = await desk.open(ruleId);
  const { id: dispatchId } = await api.call(dispatchAlarmsCalls.create, { body: { locationId } });
  const { number } = await eventually(() => api.call(alertsCalls.get, { params: { id: alertId } }));
  return { alertId, number, dispatchId };
}
async function killAndStart(meanwhile: () => void): Promise<void> {
  await desk.server.server.kill();
  meanwhile();
  desk.server.server.restart();
  await desk.server.server.ready();
  await desk.linkAgain();
}
const until = (isSo: () => boolean): Promise<boolean> =>
  eventually(() => {
    if (!isSo()) throw new Error(JSON.stringify(reached()));
    return Promise.resolve(true);
  }, soonMs);
const least = (count: number) => () => Object.values(reached()).every((all) => all.length >= count);

test('SET-010 killed between decision and action, it tells each of them after its start, under one name', async () => {
  slack.mode = 'broken';
  push.mode = 'broken';
  noonLight.mode = 'broken';
  mail.faults.push(...Array.from({ length: 50 }, () => 'busy' as const));
  immix.faults.push(...Array.from({ length: 50 }, () => 'busy' as const));
  const { number, dispatchId } = await decide();
  await killAndStart(() => {
    expect(Object.values(reached()).flat()).toEqual([]);
    slack.mode = 'ok';
    push.mode = 'ok';
    noonLight.mode = 'ok';
    mail.faults.length = 0;
    immix.faults.length = 0;
  });
  await until(least(1));
  expect(slack.posted.every((text) => text.includes(String(number)))).toBe(true);
  for (const all of [reached().immix, reached().push, reached().mail]) expect(new Set(all).size).toBe(1);
  expect(reached().noonLight).toEqual(['ACTIVE']);
  await desk.server.api.call(dispatchAlarmsCalls.cancel, { params: { id: dispatchId }, body: {} });
  await until(() => reached().noonLight[0] === 'CANCELED');
}, 300_000);
