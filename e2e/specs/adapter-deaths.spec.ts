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
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { eventually } from '../fixtures/eventually.ts';
import { account } from '../fixtures/system.ts';

// A server that is killed while it tells two chats, a control centre, a phone, a mailbox and a monitoring service: what it decided reaches each of
// them for all that, under the same name, and once where the receiver knows that name again. Webhooks have a journey of their own.

const token = 'a-good-token';
const soonMs = 150_000;
/** Longer than a server lives here. */
const neverMs = 120_000;

const slack = new SlackService();
const team3 = new WebhookReceiver();
const push = new PushService();
const noonLight = new NoonLightService();
let subscription: ReturnType<PushService['subscribe']>;
let immix: ImmixReceiver;
let mail: MailSimulator;
let desk: AlertDesk;
let locationId: string;
let ruleId: string;
let alertId = '';
let secret: string | null;

beforeAll(async () => {
  noonLight.tokens.add(token);
  mail = await startMailSimulator();
  immix = await startImmixReceiver();
  await push.start();
  await slack.start();
  await team3.start();
  const env = { SIGHTLINE_NOONLIGHT_URL: await noonLight.start(), SIGHTLINE_SMTP_URL: mail.url };
  desk = await startAlertDesk(env);
  const { api } = desk.server;
  await api.call(integrationsCalls.installSlack, { body: { url: slack.url } });
  secret = (await api.call(integrationsCalls.installTeam3, { body: { url: team3.url } })).secret;
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
  team3.reset();
  team3.secret = secret;
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
  await Promise.all([noonLight.stop(), slack.stop(), team3.stop(), push.stop(), immix.stop(), mail.stop()]);
});

/** What of the alert, and of the dispatch, reached each receiver: by what it knows it again, where it can. */
const reached = () => ({
  slack: slack.posted.filter((text) => text.includes(alertId)),
  team3: team3.received.filter(({ data }) => JSON.stringify(data).includes(alertId)).map(({ id }) => id),
  immix: immix
    .alarms()
    .filter(({ fields }) => fields['URL']?.includes(alertId))
    .map(({ messageId }) => messageId),
  push: pushed(({ path }) => path?.includes(alertId)).map(({ tag }) => tag),
  mail: mailed(({ text }) => text.includes(alertId)).map(({ headers }) => headers.get('message-id')),
  noonLight: [...noonLight.alarms.values()].map(({ status }) => status),
});
const pushed = (isMeant: (shown: { tag?: string; path?: string }) => boolean | undefined) =>
  push
    .receivedBy(subscription)
    .map(({ text }) => JSON.parse(text) as { tag?: string; path?: string })
    .filter(isMeant);
const mailed = (isMeant: (mail: MailSimulator['received'][number]) => boolean) =>
  mail.received.filter((one) => one.to.includes(account.email) && isMeant(one));
const named = () => [reached().team3, reached().immix, reached().push, reached().mail];

/** An alert is opened and help is dispatched; answers once the server keeps both. */
async function decide(): Promise<{ number: number; dispatchId: string }> {
  const { api } = desk.server;
  [alertId = ''] = await desk.open(ruleId);
  const { id: dispatchId } = await api.call(dispatchAlarmsCalls.create, { body: { locationId } });
  const { number } = await eventually(() => api.call(alertsCalls.get, { params: { id: alertId } }));
  return { number: number ?? 0, dispatchId };
}
async function killAndStart(meanwhile: () => void): Promise<void> {
  await desk.server.server.kill();
  meanwhile();
  desk.server.server.restart();
  await desk.server.server.ready();
  await desk.linkAgain();
}
const isOfDispatch = ({ headers }: MailSimulator['received'][number]): boolean =>
  headers.get('subject') === 'Ask whether help is still coming';
const until = (isSo: () => boolean): Promise<boolean> =>
  eventually(() => {
    if (!isSo()) throw new Error(JSON.stringify(reached()));
    return Promise.resolve(true);
  }, soonMs);
const least = (count: number) => () => Object.values(reached()).every((all) => all.length >= count);

test('SET-010 killed between decision and action, it tells each of them after its start, under one name', async () => {
  slack.mode = 'broken';
  team3.mode = 'broken';
  push.mode = 'broken';
  noonLight.mode = 'broken';
  mail.faults.push(...Array.from({ length: 50 }, () => 'busy' as const));
  immix.faults.push(...Array.from({ length: 50 }, () => 'busy' as const));
  const { number, dispatchId } = await decide();
  await killAndStart(() => {
    // Each try of before is in its list too, and none was acted on.
    expect(team3.acted.size).toBe(0);
    expect({ ...reached(), team3: [] }).toEqual({ slack: [], team3: [], immix: [], push: [], mail: [], noonLight: [] });
    slack.mode = 'ok';
    team3.mode = 'ok';
    push.mode = 'ok';
    noonLight.mode = 'ok';
    mail.faults.length = 0;
    immix.faults.length = 0;
  });
  await until(() => least(1)() && team3.acted.size === 1);
  expect(slack.posted.every((text) => text.includes(String(number)))).toBe(true);
  for (const all of named()) expect(new Set(all).size).toBe(1);
  expect(reached().noonLight).toEqual(['ACTIVE']);
  await desk.server.api.call(dispatchAlarmsCalls.cancel, { params: { id: dispatchId }, body: {} });
  await until(() => reached().noonLight[0] === 'CANCELED');
  // Tries of before got no answer: people are told so, in time for what follows not to be taken for it.
  await until(
    () => pushed(({ tag }) => tag === `dispatch-${dispatchId}`).length === 1 && mailed(isOfDispatch).length === 1,
  );
}, 300_000);

test('SET-010 killed between action and its acknowledgement, it tells each of them again under the same name: help is asked for once', async () => {
  slack.slowMs = neverMs;
  team3.slowMs = neverMs;
  push.slowMs = neverMs;
  noonLight.slowMs = neverMs;
  slack.next.push('slow');
  team3.next.push('slow');
  noonLight.next.push('slow');
  push.mode = 'late';
  mail.faults.push('hold');
  immix.faults.push('hold');
  const { number } = await decide();
  await until(least(1));
  expect(Object.values(reached()).map((all) => all.length)).toEqual([1, 1, 1, 1, 1, 1]);
  await killAndStart(() => {
    push.mode = 'ok';
  });
  await until(() => {
    const { noonLight: _once, ...others } = reached();
    return Object.values(others).every((all) => all.length >= 2) && noonLight.received.length >= 2;
  });
  expect(slack.posted.every((text) => text.includes(String(number)))).toBe(true);
  for (const all of named()) expect(new Set(all).size).toBe(1);
  expect(new Set(noonLight.received.filter(({ method }) => method === 'POST').map(({ key }) => key)).size).toBe(1);
  // Whoever honours the name acted once.
  expect(reached().noonLight).toEqual(['ACTIVE']);
  expect([...team3.acted.keys()]).toEqual([reached().team3[0]]);
}, 300_000);
