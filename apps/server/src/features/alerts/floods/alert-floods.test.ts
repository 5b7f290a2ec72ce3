import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { PushService } from '@sightline/simulators/push/push-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { listenWith } from '../../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { PushMessage } from '../../user-devices/push-texts.ts';
import { floodLimits } from './alert-floods.repository.ts';

// More than ten alerts of a camera within ten minutes: the next ones are collapsed. The clock is the test's.

const soon = { timeout: 15_000, interval: 50 };
const minuteMs = 60_000;
const { ofPlace, ofRule, spanMs } = floodLimits;
const pushService = new PushService();
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let ruleId: string;

beforeAll(async () => {
  await pushService.start();
  server = await startTestServer({ env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' }, clock });
});
afterAll(async () => {
  await server.stop();
  await pushService.stop();
});
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  ruleId = await core.rule();
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

/** Opens alerts, a second apart, all after those before; answers their ids in that order. */
async function open(count: number, rule = ruleId, agoMs = 0): Promise<string[]> {
  aheadMs += count * 1000;
  const nowMs = clock() - agoMs;
  const changes = Array.from({ length: count }, (_, index) =>
    core.change({ ruleId: rule, atUtcMs: nowMs - (count - 1 - index) * 1000 }),
  );
  await core.send(...changes);
  return changes.map(({ alertId }) => alertId);
}
const queued = async (query: object = {}, person = owner): Promise<string[]> =>
  (await person.call(alertsCalls.queue, { query: { limit: 200, ...query } as never })).body.items
    .map(({ id }) => id)
    .toReversed();
const floods = async (person = owner) => (await person.call(alertsCalls.floods, {})).body.items;
const end = (id: string, person = owner) =>
  person.call(alertsCalls.floodDone, { params: { id }, body: { outcome: 'falseAlarm' } });

describe('nothing is collapsed', () => {
  it('up to ten in ten minutes, of what is critical, or of what is spread over the day', async () => {
    for (let before = 4; before > 0; before -= 1) await open(ofPlace - 1, ruleId, before * 2 * spanMs);
    await open(ofPlace);
    await open(ofPlace * 2, await core.rule({ severity: 'critical' }));
    expect(await floods()).toEqual([]);
    expect(await queued({ flood: 'none' })).toEqual(await queued());
  });
});

describe('who may not', () => {
  it('sees no flood of another camera, nor ends it', async () => {
    await open(ofPlace + 3);
    const [flood] = await floods();
    const elsewhere = await makeAlertingCore(server, owner);
    const guard = await server.person({
      organizationId: organizationId(),
      permissions: ['AlertMonitoring'],
      cameraId: elsewhere.cameraId,
    });
    for (const person of [guard, await server.person()]) {
      expect(await floods(person)).toEqual([]);
      expect((await end(flood?.id ?? '', person)).body).toMatchObject({ code: 'not_found' });
    }
    expect((await floods())[0]).toMatchObject({ open: 3 });
    expect((await end(newId())).body).toMatchObject({ code: 'not_found' });
  });
});

describe('a camera that floods', () => {
  it('ALERT-041 is one line in the queue: what comes after the tenth is collapsed, none is lost, and the audit knows since when', async () => {
    const ids = await open(ofPlace);
    const screen = await listenWith(server.url, owner.session.accessToken);
    const collapsed = await open(5);
    expect(await queued({ flood: 'none' })).toEqual(ids);
    const [flood, ...others] = await floods();
    expect(others).toEqual([]);
    expect(flood).toMatchObject({ ruleId: null, cameraId: core.cameraId, cameraName: 'Gate', open: 5, isOver: false });
    expect(await queued({ flood: flood?.id })).toEqual(collapsed);
    expect(await queued()).toEqual([...ids, ...collapsed]);
    expect((await owner.call(alertsCalls.logs, { query: {} })).body.total).toBe(ofPlace + 5);
    expect((await owner.call(alertsCalls.counts, {})).body.new.warning).toBe(ofPlace + 5);
    // Screens hear of each, and sound for none of them.
    await vi.waitFor(() => expect(screen.kinds().filter((kind) => kind === 'alerts.changed')).toHaveLength(5), soon);
    expect(JSON.stringify(screen.heard)).not.toContain('"isNew":true');
    screen.socket.close();
    await open(3);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: {} })).body;
    expect(items.filter(({ method }) => method === 'alert.flood')).toHaveLength(1);
    aheadMs += spanMs + minuteMs;
    const reader = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
    expect((await floods(reader))[0]).toMatchObject({ id: flood?.id, open: 8, isOver: true });
  });

  it('is ended at once: what somebody else took stays theirs, and places outside hear of each', async () => {
    await open(ofPlace);
    const collapsed = await open(4);
    const guard = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
    const [theirs = '', ...rest] = collapsed;
    await guard.call(alertsCalls.take, { params: { id: theirs }, body: { revision: 1 } });
    const [flood] = await floods();
    expect((await end(flood?.id ?? '')).body).toEqual({ ended: 3, isMore: false });
    expect((await floods())[0]).toMatchObject({ open: 1 });
    expect(await queued({ flood: flood?.id })).toEqual([theirs]);
    for (const id of rest)
      expect((await owner.call(alertsCalls.get, { params: { id } })).body).toMatchObject({
        handling: 'done',
        outcome: 'falseAlarm',
        handler: { userId: owner.userId },
      });
    expect((await end(flood?.id ?? '', guard)).body).toEqual({ ended: 1, isMore: false });
    expect(await floods()).toEqual([]);
  });

  it('tells people once in ten minutes of all that is collapsed, and of another camera at once', async () => {
    const subscription = pushService.subscribe(server.platform.vapid.publicKey);
    const body = { deviceUid: newId(), name: 'Phone', subscription };
    expect((await owner.call(userDevicesCalls.register, { body })).status).toBe(201);
    const shown = () => pushService.receivedBy(subscription).map(({ text }) => JSON.parse(text) as PushMessage);
    const notify = { userIds: [owner.userId], channels: ['push' as const] };
    const telling = await core.rule({ name: 'Fence', notify });
    const elsewhere = await makeAlertingCore(server, owner);
    const other = await elsewhere.rule({ name: 'Yard', notify });
    await open(ofPlace, telling);
    await vi.waitFor(() => expect(shown()).toHaveLength(1), soon);
    await open(20, telling);
    aheadMs += minuteMs;
    await open(20, telling);
    aheadMs += 5 * minuteMs;
    await elsewhere.send(elsewhere.change({ ruleId: other, atUtcMs: clock() }));
    await vi.waitFor(() => expect(shown()).toHaveLength(2), soon);
    aheadMs += 5 * minuteMs;
    await vi.waitFor(() => expect(shown()).toHaveLength(3), soon);
    expect(shown()[2]).toMatchObject({ title: '40 more alerts from \u2068Gate\u2069', path: '/alert/monitoring' });
    expect(shown()[2]?.body).toContain('collapsed');
  });
});

describe('a rule that floods', () => {
  it('at many cameras, each of which is calm, is collapsed by itself', async () => {
    const cores = [core];
    while (cores.length < 5) cores.push(await makeAlertingCore(server, owner));
    const wide = await core.rule({ name: 'Everywhere', cameraIds: cores.map(({ cameraId }) => cameraId) });
    for (const at of cores)
      await at.send(...Array.from({ length: 7 }, () => at.change({ ruleId: wide, atUtcMs: clock() })));
    expect(await floods()).toMatchObject([
      { ruleId: wide, ruleName: 'Everywhere', cameraId: null, open: 5 * 7 - ofRule },
    ]);
  });
});
