import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { startImmixReceiver, type ImmixReceiver } from '@sightline/simulators/immix/immix-receiver';
import { SlackService } from '@sightline/simulators/slack/slack-service';
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { testJpeg, testReport } from '../../../../testing/events/test-reports.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { installService, removeService, serviceWebhooks, type WebhookService } from '../webhooks.public.ts';

const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' };
const soon = { timeout: 20_000, interval: 50 };
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
const slack = new SlackService({ clock });
const team = new WebhookReceiver({ clock });
let immix: ImmixReceiver;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;

beforeAll(async () => {
  await slack.start();
  await team.start();
  immix = await startImmixReceiver();
  server = await startTestServer({ env, clock });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([slack.stop(), team.stop(), immix.stop()]);
});
beforeEach(async () => {
  for (const one of [slack, team, immix]) one.reset();
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
});

const organizationIdOf = (person: TestPerson): string => person.session.activeOrganizationId ?? '';
const actorOf = (
  person: TestPerson,
  permissions: Permission[] = ['OrganizationEdit', 'AlertMonitoring'],
): MemberActor => ({
  isStaff: false,
  address: undefined,
  sessionId: newId(),
  userId: person.userId,
  organizationId: organizationIdOf(person),
  grants: permissions.map((permission) => ({ permission, kind: 'organization', entityId: null })),
});
const deps = () => ({ ...server.platform, clock });
const addressOf = (service: WebhookService): string =>
  ({ slack: slack.url, team3: team.url, immix: `smtp://127.0.0.1:${immix.port}` })[service];
const install = async (service: WebhookService, { by = actorOf(owner), address = addressOf(service) } = {}) =>
  installService(deps(), by, { service, address, name: service });
const servicesOf = (person = owner) =>
  server.platform.database.withOrganization(organizationIdOf(person), (trx) =>
    serviceWebhooks(trx, server.platform.box, organizationIdOf(person)),
  );
const logOf = async (id: string) =>
  (await owner.call(webhooksCalls.deliveries, { params: { id }, query: {} })).body.items;
const alert = async (more: object = {}) => {
  const change = core.change({
    ruleId: await core.rule({ name: 'Fence <!channel> & gate' }),
    atUtcMs: clock(),
    why: [{ what: 'stayS', value: 12, limit: 10, placeId: null, class: 'person', score: 0.83 }],
    ...more,
  });
  await core.send(change);
  return change;
};
const services: WebhookService[] = ['slack', 'team3', 'immix'];

describe('refuses', () => {
  it.each(services)('to tell %s what its maker may not see (INT-001, INT-002, INT-007)', async (service) => {
    const clerk = actorOf(owner, ['OrganizationEdit']);
    await expect(install(service, { by: clerk })).rejects.toMatchObject({ code: 'grant_exceeds_own' });
    expect([slack.received, team.received, immix.alarms()]).toEqual([[], [], []]);
    expect(await servicesOf()).toEqual([]);
  });

  it.each([
    'https://10.0.0.1/hook',
    'http://1.1.1.1/hook',
    'smtp://10.0.0.1:25',
    'smtp://169.254.169.254:80',
    'smtp://[::1]:25',
  ])('an address that the server may not call: %s', async (address) => {
    const service = address.startsWith('smtp') ? 'immix' : 'slack';
    await expect(install(service, { address })).rejects.toMatchObject({ code: 'address_refused' });
    expect(await servicesOf()).toEqual([]);
  });

  it.each(['broken', 'busy', 'gone', 'forbidden', 'drop'] as const)(
    'Slack that takes nothing, and keeps nothing of it: %s (INT-001)',
    async (mode) => {
      slack.mode = mode;
      await expect(install('slack')).rejects.toMatchObject({ code: 'integration_unreachable' });
      expect(await servicesOf()).toEqual([]);
    },
  );

  it('Team3 that answers 500 (INT-002)', async () => {
    team.mode = 'broken';
    await expect(install('team3')).rejects.toMatchObject({
      code: 'integration_unreachable',
      data: { detail: '500 out of order' },
    });
    expect(await servicesOf()).toEqual([]);
  });

  it.each(['refuse', 'busy', 'drop', 'dropAfter'] as const)('Immix that takes no mail: %s (INT-016)', async (fault) => {
    immix.faults.push(fault);
    await expect(install('immix')).rejects.toMatchObject({ code: 'integration_unreachable' });
    expect(await servicesOf()).toEqual([]);
  });

  it('Immix where nobody listens (INT-016)', async () => {
    const gone = await startImmixReceiver();
    await gone.stop();
    await expect(install('immix', { address: `smtp://127.0.0.1:${gone.port}` })).rejects.toMatchObject({
      code: 'integration_unreachable',
      data: { detail: 'connection_failed' },
    });
  });

  it('a service twice, and one that is not there to be removed (INT-017)', async () => {
    await expect(removeService(deps(), actorOf(owner), 'immix')).rejects.toMatchObject({
      code: 'integration_not_installed',
    });
    const stranger = await server.person();
    await install('slack');
    await expect(install('slack')).rejects.toMatchObject({ code: 'integration_installed' });
    expect(slack.received).toHaveLength(1);
    await expect(removeService(deps(), actorOf(stranger), 'slack')).rejects.toMatchObject({
      code: 'integration_not_installed',
    });
    const both = await Promise.allSettled([install('immix'), install('immix')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'integration_installed' },
    });
    expect(await servicesOf(stranger)).toEqual([]);
    expect(await servicesOf()).toHaveLength(2);
  });

  it('to change, rotate or remove a service as a webhook, and says nothing to others', async () => {
    const { webhookId: id } = await install('slack');
    const params = { id };
    const { body: shown } = await owner.call(webhooksCalls.get, { params });
    const body = { name: 'X', url: team.url, messageKinds: shown.messageKinds, isEnabled: true, revision: 1 };
    const missing = { code: 'not_found' };
    expect((await owner.call(webhooksCalls.update, { params, body })).body).toMatchObject(missing);
    expect((await owner.call(webhooksCalls.rotate, { params })).body).toMatchObject(missing);
    expect((await owner.call(webhooksCalls.remove, { params })).body).toMatchObject(missing);
    const stranger = await server.person();
    expect((await stranger.call(webhooksCalls.get, { params })).body).toMatchObject(missing);
    expect((await stranger.call(webhooksCalls.test, { params })).body).toMatchObject(missing);
    expect(slack.received).toHaveLength(1);
  });
});

it('never answers, audits or logs what Slack is reached with, and is no webhook of the list (INT-001)', async () => {
  const { webhookId: id } = await install('slack');
  const answers = [
    await owner.call(webhooksCalls.list, {}),
    await owner.call(webhooksCalls.get, { params: { id } }),
    await owner.call(webhooksCalls.test, { params: { id } }),
    await owner.call(webhooksCalls.deliveries, { params: { id }, query: {} }),
  ];
  expect(answers[0]?.body).toEqual({ items: [] });
  expect(answers[1]?.body).toMatchObject({ url: new URL(slack.url).origin });
  expect(JSON.stringify(answers)).not.toContain('secret-of-the-channel');
  expect(server.logged()).not.toContain('secret-of-the-channel');
  const { rows } = await server.platform.database.withOrganization(organizationIdOf(owner), (trx) =>
    sql<{ entry: string }>`select a::text as entry from audit_entries a`.execute(trx),
  );
  expect(JSON.stringify(rows)).toContain('webhook.create');
  expect(JSON.stringify(rows)).not.toContain('secret-of-the-channel');
  expect((await servicesOf())[0]).toMatchObject({ service: 'slack', webhookId: id, address: slack.url });
});

it('uninstalls: what waits is not sent, and it can be installed anew (INT-001, INT-002, INT-007)', async () => {
  for (const service of services) await install(service);
  for (const service of services) await removeService(deps(), actorOf(owner), service);
  expect(await servicesOf()).toEqual([]);
  for (const one of [slack, team, immix]) one.reset();
  await alert();
  await install('slack');
  expect(slack.posted).toHaveLength(1);
  expect([team.received, immix.alarms()]).toEqual([[], []]);
});

describe('Slack', () => {
  it('says what, where, when, why, the number and where to look, with nothing that calls a channel (INT-001)', async () => {
    await install('slack');
    await alert();
    await vi.waitFor(() => expect(slack.posted).toHaveLength(2), soon);
    const text = (slack.posted[1] ?? '').replaceAll(/[\u2068\u2069]/g, '');
    expect(text).toContain('*Warning* · Fence &lt;!channel&gt; &amp; gate · alert 1');
    expect(text).toContain('Gate');
    expect(text).toMatch(/Stayed 12 s.*limit 10 s/);
    expect(text).toMatch(/ · \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d [A-Z]{3,4}$/m);
    expect(text).toMatch(/<http:\S+\/alert\/monitoring\?alert=[\w-]+\|Open the alert>/);
    expect(slack.received[1]?.headers['webhook-signature']).toBeUndefined();
  });

  it('gets about one message a second', async () => {
    await install('slack');
    const ruleId = await core.rule();
    await core.send(...[1, 2, 3].map(() => core.change({ ruleId, atUtcMs: clock() })));
    await vi.waitFor(() => expect(slack.posted).toHaveLength(4), soon);
    const [, first, second, third] = slack.received.map(({ atMs }) => atMs);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(900);
  });

  it('is left alone as long as it asks by 429', async () => {
    const { webhookId } = await install('slack');
    slack.retryAfterSeconds = 600;
    slack.next.push('busy');
    await alert();
    await vi.waitFor(async () => expect((await logOf(webhookId))[0]?.tries).toBe(1), soon);
    const [first] = await logOf(webhookId);
    expect(first).toMatchObject({ state: 'waiting', last: { status: 429, failure: 'status_refused' } });
    expect(first?.nextUtcMs).toBeGreaterThanOrEqual((first?.last?.atUtcMs ?? 0) + 600_000);
    aheadMs += 601_000;
    await vi.waitFor(() => expect(slack.posted).toHaveLength(2), soon);
  });

  it('that posts and drops its answer posts again, under the same number', async () => {
    await install('slack');
    slack.next.push('drop');
    await alert();
    await vi.waitFor(() => expect(slack.posted).toHaveLength(2), soon);
    aheadMs += 10_000;
    await vi.waitFor(() => expect(slack.posted).toHaveLength(3), soon);
    expect(slack.posted[2]).toBe(slack.posted[1]);
    expect(slack.posted[2]).toContain('alert 1');
  });

  it.each(['gone', 'forbidden', 'archived'] as const)('that is %s is not asked any more', async (mode) => {
    const { webhookId: id } = await install('slack');
    slack.mode = mode;
    await alert();
    await vi.waitFor(async () => expect((await logOf(id))[0]?.deadBecause).toBe('receiver_gone'), soon);
    const { body } = await owner.call(webhooksCalls.get, { params: { id } });
    expect(body).toMatchObject({ isEnabled: false, offBecause: 'gone' });
    expect((await servicesOf())[0]?.failingSince).not.toBeNull();
  });
});

it('tells Team3 what webhooks are told, signed, and its secret can be made anew (INT-002)', async () => {
  const { webhookId: id, secret } = await install('team3');
  team.secret = secret;
  await alert();
  await vi.waitFor(() => expect(team.received.map(({ type }) => type)).toEqual(['webhook.test', 'alert.opened']), soon);
  expect(team.faults).toEqual([]);
  const { body } = await owner.call(webhooksCalls.rotate, { params: { id } });
  expect(body.secret).not.toBe(secret);
  expect(body.url).toBe(new URL(team.url).origin);
});

describe('Immix', () => {
  it('gets a test, then the alarm with its picture (INT-007)', async () => {
    const { webhookId: id } = await install('immix');
    expect(immix.alarms()).toMatchObject([{ fields: { EventType: 'TestAlarm', VersionInfo: '1' }, picture: null }]);
    const event = testReport({ cameraId: core.cameraId });
    const { eventId, startedAtUtcMs } = event;
    await core.send({ kind: 'event', event });
    const change = await alert({ subjectIds: [eventId] });
    const jpeg = testJpeg();
    const { cameraId } = core;
    core.edge.send({
      type: 'thumbnail',
      cameraId,
      kind: 'object',
      jpeg: jpeg.toString('base64'),
      eventId,
      startedAtUtcMs,
    });
    await vi.waitFor(() => expect(immix.alarms()).toHaveLength(2), soon);
    const alarm = immix.alarms()[1];
    expect(alarm?.recipient).toBe('S1@127.0.0.1');
    expect(alarm?.fields).toMatchObject({
      VersionInfo: '1',
      Input1: '1',
      EventType: 'ObjectAppeared',
      DateTime: new Date(change.openedAtUtcMs).toISOString().replace(/\.\d+Z$/, 'Z'),
      URL: `${server.url}/alert/monitoring?alert=${change.alertId}`,
    });
    expect(alarm?.fields['ExtraText']).toContain('Alert 1 - Fence <!channel> & gate - Stayed 12 s');
    expect(alarm?.fields['Location']).toContain('Gate');
    expect(alarm?.picture?.equals(jpeg)).toBe(true);
    const [delivery] = await logOf(id);
    expect(delivery).toMatchObject({ state: 'delivered', last: { status: 250, failure: null } });
    expect(alarm?.messageId).toBe(`<${delivery?.id}@sightline>`);
  });

  it('that is busy, or drops its answer after it took the mail, gets the same mail again', async () => {
    const { webhookId: id } = await install('immix');
    immix.faults.push('busy', 'dropAfter');
    await alert();
    await vi.waitFor(async () => expect((await logOf(id))[0]?.tries).toBe(1), soon);
    expect((await logOf(id))[0]).toMatchObject({ state: 'waiting', last: { status: 451, failure: 'status_refused' } });
    aheadMs += 10_000;
    await vi.waitFor(async () => expect((await logOf(id))[0]?.tries).toBe(2), soon);
    expect((await logOf(id))[0]).toMatchObject({ state: 'waiting', last: { failure: 'connection_failed' } });
    aheadMs += 60_000;
    await vi.waitFor(() => expect(immix.alarms()).toHaveLength(3), soon);
    const [, first, again] = immix.alarms();
    expect(again?.messageId).toBe(first?.messageId);
    expect(again?.messageId).not.toBe('');
  });

  it('that refuses a mail for good is not asked again, and the log says so', async () => {
    const { webhookId: id } = await install('immix');
    immix.faults.push('refuse');
    await alert();
    await vi.waitFor(async () => expect((await logOf(id))[0]?.state).toBe('dead'), soon);
    expect((await logOf(id))[0]).toMatchObject({ tries: 1, deadBecause: 'status_refused', last: { status: 550 } });
    await alert();
    await vi.waitFor(() => expect(immix.alarms()).toHaveLength(2), soon);
  });
});
