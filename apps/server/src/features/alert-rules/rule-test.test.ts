import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { PushService } from '@sightline/simulators/push/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { mailsTo, waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const pushService = new PushService();
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;

beforeAll(async () => {
  await pushService.start();
  server = await startTestServer({ env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' } });
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
const member = (permissions: string[], where: object = {}) =>
  server.person({ organizationId: organizationId(), permissions, ...where });
const send = (by: TestPerson, change: object = {}) =>
  by.call(alertRulesCalls.test, {
    body: { name: 'Fence', cameraIds: [core.cameraId], userIds: [], channels: ['push'], ...change },
  });

async function withBrowser(person: TestPerson) {
  const subscription = pushService.subscribe(server.platform.vapid.publicKey);
  const body = { deviceUid: newId(), name: 'Phone', subscription };
  expect((await person.call(userDevicesCalls.register, { body })).status).toBe(201);
  return () =>
    pushService.receivedBy(subscription).map(({ text }) => JSON.parse(text) as { title: string; body: string });
}

describe('a test of a rule is refused', () => {
  it('without the right at each camera, for cameras elsewhere, and for people who are no members', async () => {
    expect((await send(await member(['AlertMonitoring']))).body).toMatchObject({ code: 'forbidden' });
    const elsewhere = await makeAlertingCore(server, owner);
    const half = await member(['AlertEdit', 'CameraView', 'AlertMonitoring'], { cameraId: elsewhere.cameraId });
    expect((await send(half)).body).toMatchObject({ code: 'not_found' });
    expect((await send(await server.person())).body).toMatchObject({ code: 'not_found' });
    const stranger = await server.person();
    const got = await withBrowser(stranger);
    expect((await send(owner, { userIds: [stranger.userId] })).body).toMatchObject({ code: 'not_found' });
    expect(got()).toEqual([]);
  });

  it('with bad input, and more often than six times in a minute', async () => {
    expect((await send(owner, { channels: [] })).status).toBe(400);
    expect((await send(owner, { channels: ['pigeon'] })).status).toBe(400);
    for (let count = 0; count < 6; count += 1) expect((await send(owner)).status).toBe(200);
    expect((await send(owner)).body).toMatchObject({ code: 'rate_limited' });
    // What is refused isn't told of as if it had been sent.
    const { items } = (await owner.call(auditCalls.findByFilter, { query: { limit: 50 }, body: {} })).body;
    expect(items.filter(({ method }) => method === 'alertRule.test')).toHaveLength(6);
  });
});

describe('a test of a rule', () => {
  it('comes to the caller in every chosen way, says that it is a test, and opens no alert', async () => {
    const got = await withBrowser(owner);
    const { body } = await send(owner, { channels: ['push', 'mail'] });
    expect(body.results).toMatchObject([
      { userId: owner.userId, channel: 'push', outcome: 'sent' },
      { userId: owner.userId, channel: 'mail', outcome: 'queued' },
    ]);
    expect(got()).toMatchObject([{ title: 'Test: \u2068Fence\u2069' }]);
    expect(got()[0]?.body).toContain('no alert was opened');
    const mail = await waitForMail(server, owner.session.user.email);
    expect(JSON.stringify(mail)).toContain('Test: Fence');
    expect((await owner.call(alertsCalls.queue, { query: {} })).body.items).toEqual([]);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: { limit: 10 }, body: {} })).body;
    expect(items[0]).toMatchObject({ method: 'alertRule.test', entityName: 'Fence' });
  });

  it('comes to those who are chosen, and says of each what became of it', async () => {
    const seeing = await member(['AlertMonitoring']);
    const blind = await member(['CameraView']);
    const muted = await member(['AlertMonitoring']);
    const [got, none, silent] = [await withBrowser(seeing), await withBrowser(blind), await withBrowser(muted)];
    const { items } = (await muted.call(userDevicesCalls.list, {})).body;
    await muted.call(userDevicesCalls.update, {
      params: { deviceUid: items[0]?.deviceUid ?? '' },
      body: { enabled: false },
    });
    const without = await member(['AlertMonitoring']);
    const userIds = [seeing, blind, muted, without].map(({ userId }) => userId);
    const { results } = (await send(owner, { userIds })).body;
    const outcomeOf = ({ userId }: TestPerson) => results.find((one) => one.userId === userId)?.outcome;
    expect([seeing, blind, muted, without].map(outcomeOf)).toEqual(['sent', 'mayNotSee', 'muted', 'noBrowser']);
    expect(got()).toHaveLength(1);
    expect([...none(), ...silent()]).toEqual([]);
    expect(await mailsTo(server, blind.session.user.email)).toEqual([]);
  });

  it('is foreseen: of the people whom a rule names, those who see no alerts where it watches', async () => {
    const seeing = await member(['AlertMonitoring']);
    const blind = await member(['CameraView']);
    const stranger = await server.person();
    const audience = (by: TestPerson, userIds: string[]) =>
      by.call(alertRulesCalls.audience, { body: { cameraIds: [core.cameraId], userIds } });
    expect((await audience(blind, [])).status).toBe(403);
    expect((await audience(stranger, [])).status).toBe(404);
    const asked = await audience(
      owner,
      [seeing, blind, stranger, owner].map(({ userId }) => userId),
    );
    expect(asked.body).toEqual({ unseeing: [blind.userId] });
  });
});

describe('a rule whose people hear of nothing any more says so', () => {
  const input = (change: object = {}) => ({
    name: 'Fence',
    condition: { kind: 'loitering' as const },
    severity: 'warning' as const,
    cameraIds: [core.cameraId],
    ...change,
  });
  const make = async (notify: object) => (await owner.call(alertRulesCalls.create, { body: input({ notify }) })).body;
  const leave = (userId: string) =>
    server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`delete from memberships where user_id = ${userId}`.execute(trx),
    );
  const read = async (id: string) => (await owner.call(alertRulesCalls.get, { params: { id } })).body;
  const save = async (id: string, change: object = {}) => {
    const rule = await read(id);
    const { notify, revision } = rule;
    const body = { ...input({ notify, ...change }), revision };
    return (await owner.call(alertRulesCalls.update, { params: { id }, body })).body;
  };

  it('not while one of them hears, nor where nobody was to hear', async () => {
    const [first, second] = [await member(['AlertMonitoring']), await member(['AlertMonitoring'])];
    const none = await make({ userIds: [], channels: ['push'] });
    const silent = await make({ userIds: [first.userId], channels: [] });
    const two = await make({ userIds: [first.userId, second.userId], channels: ['push'] });
    const later = await make({
      userIds: [first.userId],
      channels: ['push'],
      steps: [{ afterMinutes: 5, userIds: [second.userId] }],
    });
    await leave(first.userId);
    for (const { id } of [none, silent, two, later]) expect(await read(id)).toMatchObject({ reachesNobody: false });
    await leave(second.userId);
    for (const { id } of [two, later]) expect(await read(id)).toMatchObject({ reachesNobody: true });
    const { items } = (await owner.call(alertRulesCalls.list, { query: {} })).body;
    expect(items.filter(({ reachesNobody }) => reachesNobody).map(({ id }) => id)).toEqual(
      [two.id, later.id].toSorted(),
    );
  });

  it('once the last one left or may see no alerts there, and until somebody says whom to tell', async () => {
    const elsewhere = await makeAlertingCore(server, owner);
    const guard = await member(['AlertMonitoring']);
    const far = await member(['AlertMonitoring'], { cameraId: elsewhere.cameraId });
    const outside = await make({ userIds: [far.userId], channels: ['mail'] });
    expect(outside).toMatchObject({ reachesNobody: true, notify: { userIds: [far.userId] } });
    const { id } = await make({ userIds: [guard.userId], channels: ['push'] });
    await leave(guard.userId);
    // Whoever turns it off and on says nothing of whom it tells.
    expect(await save(id, { isEnabled: false })).toMatchObject({ reachesNobody: true, notify: { userIds: [] } });
    expect(await save(id)).toMatchObject({ reachesNobody: true });
    const { items } = (
      await owner.call(alertRulesCalls.copy, { params: { id }, body: { cameraIds: [elsewhere.cameraId] } })
    ).body;
    expect(items).toMatchObject([{ reachesNobody: true }]);
    expect(await save(id, { notify: { userIds: [owner.userId], channels: ['push'] } })).toMatchObject({
      reachesNobody: false,
    });
    expect(await save(outside.id, { notify: { userIds: [far.userId], channels: [] } })).toMatchObject({
      reachesNobody: false,
    });
  });
});
