import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import type { IntegrationService } from '@sightline/contracts/integrations/integration';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { startImmixReceiver, type ImmixReceiver } from '@sightline/simulators/immix/immix-receiver';
import { SlackService } from '@sightline/simulators/slack/slack-service';
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { NoonLightService } from '@sightline/simulators/noonlight/noonlight-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { makeSite, setPhone } from '../../../testing/dispatch/test-dispatch.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const noonLight = new NoonLightService();
const token = 'a-good-token';
let nowMs = Date.UTC(2026, 5, 10, 12);
const slack = new SlackService();
const team = new WebhookReceiver();
let immix: ImmixReceiver;
let server: TestServer;
let owner: TestPerson;

beforeAll(async () => {
  await noonLight.start();
  await slack.start();
  await team.start();
  immix = await startImmixReceiver();
  noonLight.tokens.add(token);
  const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1', SIGHTLINE_NOONLIGHT_URL: noonLight.url };
  server = await startTestServer({ clock: () => nowMs, env });
});
afterAll(async () => {
  await server.stop();
  await noonLight.stop();
  await slack.stop();
  await team.stop();
  await immix.stop();
});
beforeEach(async () => {
  nowMs = Date.UTC(2026, 5, 10, 12);
  noonLight.reset();
  owner = await server.person();
});

const call = {
  list: (by = owner) => by.call(integrationsCalls.list, {}),
  details: (by = owner) => by.call(integrationsCalls.details, {}),
  saveQuotas: (body: object, by = owner) => by.call(integrationsCalls.saveQuotas, { body }),
  limits: (by = owner) => by.call(integrationsCalls.limits, { query: {} }),
  noonLight: (body: object = {}, by = owner) =>
    by.call(integrationsCalls.installNoonLight, { body: { token, quota: null, ...body } }),
  sightline: (quota: number | null, by = owner) => by.call(integrationsCalls.installSightline, { body: { quota } }),
  slack: (by = owner) => by.call(integrationsCalls.installSlack, { body: { url: slack.url } }),
  team3: (by = owner) => by.call(integrationsCalls.installTeam3, { body: { url: team.url } }),
  immix: (port = immix.port, by = owner) =>
    by.call(integrationsCalls.installImmix, { body: { host: '127.0.0.1', port } }),
  uninstall: (service: IntegrationService, by = owner) => by.call(integrationsCalls.uninstall, { params: { service } }),
};
const of = async (service: string) => (await call.list()).body.items.find((one) => one.service === service);
const member = (permissions: string[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId ?? '', permissions });

describe('refuses', () => {
  it('whoever is not signed in, or does not manage the organization', async () => {
    const guard = await member(['AlarmManagementEdit', 'AlertMonitoring']);
    const answers = [
      await call.list(guard),
      await call.details(guard),
      await call.saveQuotas({ vccQuota: 1 }, guard),
      await call.limits(guard),
      await call.noonLight({}, guard),
      await call.sightline(1, guard),
      await call.uninstall('noonlight', guard),
    ];
    for (const { body } of answers) expect(body).toMatchObject({ code: 'forbidden' });
    expect((await fetch(`${server.url}/api/v1/integrations`)).status).toBe(401);
    expect(noonLight.received).toEqual([]);
  });

  it.each([
    ['no token', { token: ' ' }],
    ['a token that no request can carry', { token: 'a\nb' }],
    ['a quota below zero', { quota: -1 }],
    ['a part of an alarm', { quota: 1.5 }],
  ])('bad input: %s', async (_what, body) => {
    expect(await call.noonLight(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await of('noonlight')).toMatchObject({ installedAtUtcMs: null });
  });

  it.each(['evil.example/x', '10.0.0.5#', 'a b', 'evil:99', 'user:pw@evil.example', ' '])(
    'INT-019 a host of Immix that is none: %s',
    async (host) => {
      const { status, body } = await owner.call(integrationsCalls.installImmix, { body: { host, port: 25 } });
      expect([status, body]).toMatchObject([400, { code: 'validation_failed' }]);
    },
  );

  it('to uninstall what is not installed', async () => {
    expect((await call.uninstall('noonlight')).body).toMatchObject({ code: 'integration_not_installed' });
    expect((await call.uninstall('sightline')).body).toMatchObject({ code: 'integration_not_installed' });
  });
});

describe('NoonLight', () => {
  it('INT-003 INT-024 is installed only with a key that it takes, and while it can be reached', async () => {
    expect((await call.noonLight({ token: 'stolen' })).body).toMatchObject({ code: 'integration_key_refused' });
    noonLight.mode = 'broken';
    expect((await call.noonLight()).body).toMatchObject({ code: 'integration_unreachable' });
    noonLight.mode = 'unreadable';
    expect((await call.noonLight()).body).toMatchObject({ code: 'integration_unreachable' });
    expect(await of('noonlight')).toMatchObject({ installedAtUtcMs: null, quota: null });
    noonLight.mode = 'ok';
    expect(await call.noonLight({ quota: 3 })).toMatchObject({ status: 201 });
    expect(noonLight.received.map(({ token: said }) => said)).toContain(token);
    expect(noonLight.alarms.size).toBe(0);
  });

  it('INT-003 tells by whom it was installed and never its token, and is installed once, uninstalled once', async () => {
    const { body } = await call.noonLight({ quota: 3 });
    expect(body).toMatchObject({
      service: 'noonlight',
      installedAtUtcMs: nowMs,
      installedByName: expect.stringMatching(/./) as string,
      quota: 3,
      used: 0,
    });
    expect((await call.noonLight()).body).toMatchObject({ code: 'integration_installed' });
    expect(JSON.stringify([body, (await call.list()).body])).not.toContain(token);
    const stored = await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      sql<{ row: string }>`select i::text as row from integrations i`.execute(trx),
    );
    expect(stored.rows.map(({ row }) => row).join()).not.toContain(token);
    expect((await call.uninstall('noonlight')).status).toBe(200);
    expect(await of('noonlight')).toMatchObject({ installedAtUtcMs: null });
  });

  it('ALARM-045 INT-013 is what alarms go to, counts them, and is of no use to another organization', async () => {
    await setPhone(owner);
    const locationId = await makeSite(owner);
    const create = () => owner.call(dispatchAlarmsCalls.create, { body: { locationId } });
    expect((await create()).body).toMatchObject({ code: 'dispatch_not_installed' });
    const other = await server.person();
    await call.noonLight({}, other);
    expect((await create()).body).toMatchObject({ code: 'dispatch_not_installed' });
    await call.noonLight({ quota: 1 });
    expect((await create()).status).toBe(201);
    await expect.poll(() => noonLight.alarms.size).toBe(1);
    expect(await of('noonlight')).toMatchObject({ quota: 1, used: 1 });
    expect((await call.limits()).body.items).toContainEqual({
      service: 'noonlight',
      quota: 1,
      used: 1,
      left: 0,
      renewsAtUtcMs: Date.UTC(2026, 6, 1),
    });
    expect((await call.limits(other)).body.items[0]).toMatchObject({ used: 0 });
  });
});

describe('Slack, Team3 and Immix', () => {
  it.each(['slack', 'team3', 'immix'] as const)(
    'INT-001 INT-002 INT-007 %s is installed once a first message got there, for its organization, and uninstalled',
    async (service) => {
      const { status, body } = await call[service]();
      expect([status, body]).toMatchObject([201, { service, installedAtUtcMs: expect.any(Number) as number }]);
      expect(await of(service)).toMatchObject({ installedByName: expect.stringMatching(/./) as string });
      expect((await call[service]()).body).toMatchObject({ code: 'integration_installed' });
      const elsewhere = (await call.list(await server.person())).body.items;
      expect(elsewhere.find((one) => one.service === service)).toMatchObject({ installedAtUtcMs: null });
      expect((await call.uninstall(service)).status).toBe(200);
      expect(await of(service)).toMatchObject({ installedAtUtcMs: null, webhookId: null });
      expect((await call.uninstall(service)).body).toMatchObject({ code: 'integration_not_installed' });
    },
  );

  it('INT-007 tells where Immix is, and no address of a channel', async () => {
    await call.slack();
    await call.immix();
    expect(await of('immix')).toMatchObject({ place: { host: '127.0.0.1', port: immix.port } });
    expect(JSON.stringify((await call.list()).body)).not.toContain(new URL(slack.url).pathname);
  });

  it('INT-016 are not installed where nobody takes a first message', async () => {
    expect((await call.immix(9)).body).toMatchObject({ code: 'immix_install_failed' });
    immix.faults.push('refuse');
    expect((await call.immix()).body).toMatchObject({ code: 'immix_install_failed' });
    slack.mode = 'gone';
    expect((await call.slack()).body).toMatchObject({ code: 'integration_unreachable' });
    slack.mode = 'ok';
    expect((await call.list()).body.items.every((one) => one.installedAtUtcMs === null)).toBe(true);
  });

  it('say that they are switched off, no longer that they fail, once the server sends them nothing more', async () => {
    await call.slack();
    const core = await makeAlertingCore(server, owner);
    slack.mode = 'archived';
    await core.send(core.change({ ruleId: await core.rule(), atUtcMs: nowMs, decidedAtUtcMs: nowMs }));
    await vi.waitFor(async () => expect(await of('slack')).toMatchObject({ isOff: true }), { timeout: 20_000 });
    expect(await of('team3')).toMatchObject({ isOff: false });
    slack.mode = 'ok';
    await call.uninstall('slack');
    await call.slack();
    expect(await of('slack')).toMatchObject({ isOff: false, failingSinceUtcMs: null });
  });

  it('are installed by nobody who may not see alerts of the whole organization', async () => {
    const clerk = await member(['OrganizationEdit']);
    for (const { body } of [await call.slack(clerk), await call.team3(clerk), await call.immix(immix.port, clerk)])
      expect(body).toMatchObject({ code: 'grant_exceeds_own' });
  });
});

describe('quotas', () => {
  it('INT-011 INT-012 are read again as they were saved, each for itself, and by nobody else', async () => {
    const none = { noonLightQuota: null, sightlineQuota: null, vccQuota: null, vccSpecialFilterQuota: null };
    expect((await call.details()).body).toEqual(none);
    expect((await call.saveQuotas({ vccQuota: 5 })).body).toEqual({ ...none, vccQuota: 5 });
    await call.saveQuotas({ vccSpecialFilterQuota: 0 });
    expect((await call.details()).body).toEqual({ ...none, vccQuota: 5, vccSpecialFilterQuota: 0 });
    expect((await call.details(await server.person())).body).toEqual(none);
    await Promise.all([call.saveQuotas({ vccQuota: 7 }), call.saveQuotas({ noonLightQuota: 8 })]);
    expect((await call.details()).body).toMatchObject({ vccQuota: 7, noonLightQuota: 8 });
    expect((await call.saveQuotas({ vccQuota: -1 })).status).toBe(400);
  });

  it('INT-004 INT-013 limit the events that other programs post in a month', async () => {
    // The last minute of a month.
    nowMs = Date.UTC(2026, 5, 30, 23, 59);
    owner = await server.person();
    const { cameraId } = await makeAlertingCore(server, owner);
    const post = (id = newId()) => owner.call(eventTagsCalls.post, { body: { id, tag: 'Gate opened', cameraId } });
    const first = newId();
    expect((await post(first)).status).toBeLessThan(300);
    expect((await call.sightline(2)).body).toMatchObject({ service: 'sightline', quota: 2, used: 1 });
    // What is posted twice is one event.
    await post(first);
    expect((await post()).status).toBeLessThan(300);
    const late = newId();
    expect((await post(late)).body).toMatchObject({ code: 'integration_quota_used', data: { quota: 2 } });
    expect(await of('sightline')).toMatchObject({ used: 2 });
    expect((await call.sightline(3)).body).toMatchObject({ quota: 3, used: 2 });
    expect((await post(late)).status).toBeLessThan(300);
    nowMs += 2 * 60_000;
    expect(await of('sightline')).toMatchObject({ used: 0 });
    await call.uninstall('sightline');
    for (let count = 0; count < 4; count += 1) expect((await post()).status).toBeLessThan(300);
  });

  it('INT-013 tells that the AI counting service was never used', async () => {
    expect((await owner.call(integrationsCalls.vccLogs, {})).body).toEqual({ items: [] });
    expect((await owner.call(integrationsCalls.limits, { query: { service: 'vcc' } })).body.items).toEqual([
      { service: 'vcc', quota: null, used: 0, left: null, renewsAtUtcMs: Date.UTC(2026, 6, 1) },
    ]);
  });
});
