import type { AlertChangeRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import type { MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { PushService } from '@sightline/simulators/push/push-service';
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { mailsTo, waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { PushMessage } from '../user-devices/push-texts.ts';

// The server was away for an hour; the core judged on, and now says all of it at once: what opened and ended, what opened and still holds,
// and what opens this moment.

const soon = { timeout: 20_000, interval: 50 };
const minuteMs = 60_000;
const push = new PushService();
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
const outside = new WebhookReceiver({ clock });
let server: TestServer;
let owner: TestPerson;
let next: TestPerson;
let core: AlertingCore;
let shown: () => PushMessage[];
let shownToNext: () => PushMessage[];

beforeAll(async () => {
  await push.start();
  await outside.start();
  server = await startTestServer({ env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' }, clock });
});
afterAll(async () => {
  await server.stop();
  await push.stop();
  await outside.stop();
});
beforeEach(async () => {
  outside.reset();
  owner = await server.person();
  next = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
  core = await makeAlertingCore(server, owner);
  shown = await browserOf(owner);
  shownToNext = await browserOf(next);
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

/** A browser of somebody; answers what it shows. */
async function browserOf(person: TestPerson): Promise<() => PushMessage[]> {
  const subscription = push.subscribe(server.platform.vapid.publicKey);
  const body = { deviceUid: newId(), name: 'Phone', subscription };
  expect((await person.call(userDevicesCalls.register, { body })).status).toBe(201);
  return () => push.receivedBy(subscription).map(({ text }) => JSON.parse(text) as PushMessage);
}

const rule = (severity: 'info' | 'warning' | 'critical', name: string): Promise<string> =>
  core.rule({
    name,
    severity,
    notify: {
      userIds: [owner.userId],
      channels: ['push', 'mail'],
      steps: [{ afterMinutes: 1, userIds: [next.userId] }],
    },
  });
const over = (change: AlertChangeRecord): AlertChangeRecord => ({
  ...change,
  sequence: 2,
  phase: 'closed',
  closeReason: 'over',
  atUtcMs: change.atUtcMs + minuteMs,
});
const steps = async (): Promise<string[]> => {
  const { rows } = await server.platform.database.withOrganization(organizationId(), (trx) =>
    sql<{ step: string; state: string; channel: string; userId: string }>`select step, state, channel, user_id
      from alert_deliveries where organization_id = ${organizationId()}`.execute(trx),
  );
  return rows
    .map(({ step, state, channel, userId }) => `${userId === next.userId ? 'next ' : ''}${step} ${channel} ${state}`)
    .toSorted();
};
/** Time passes until nobody waits to be told. */
const settle = async (): Promise<void> => {
  aheadMs += 16_000;
  await vi.waitFor(async () => expect((await steps()).join()).not.toContain('waiting'), soon);
};
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });

describe('a core that is back after an hour', () => {
  it('wakes nobody of what is over, also of what was critical: it stands in queue and log, late, with its own times, once', async () => {
    const body = {
      name: 'Control room',
      url: outside.url,
      messageKinds: ['alert.opened', 'alert.closed'] as MessageKind[],
    };
    expect((await owner.call(webhooksCalls.create, { body: { ...body, isEnabled: true } })).status).toBe(201);
    const screen = await listenWith(server.url, owner.session.accessToken);
    const ruleIds = await Promise.all([rule('critical', 'Vault'), rule('warning', 'Fence')]);
    const [vault, fence] = ruleIds.map((ruleId, index) =>
      core.change({ ruleId, atUtcMs: Date.now() - (50 + index) * minuteMs }),
    ) as [AlertChangeRecord, AlertChangeRecord];
    const said = [vault, over(vault), fence, over(fence)];
    await core.send(...said);
    // Its answer was lost: the core says all of it again.
    await core.send(...said);
    await settle();
    const expected = [vault, fence].map((one) => ({
      id: one.alertId,
      openedAtUtcMs: one.openedAtUtcMs,
      closedAtUtcMs: one.openedAtUtcMs + minuteMs,
      phase: 'closed',
      isLate: true,
    }));
    for (const list of [alertsCalls.queue, alertsCalls.logs])
      expect((await owner.call(list, { query: {} })).body.items).toMatchObject(expected);
    const heard = screen.heard.flatMap((message) =>
      message.type === 'event' && message.event.kind === 'alerts.changed' ? [message.event] : [],
    );
    expect(heard.map(({ isNew }) => isNew)).toEqual([false, false, false, false]);
    await vi.waitFor(() => expect(outside.acted.size).toBe(4), soon);
    const told = [...outside.acted.values()].map(({ type, data }) => [type, data['alertId'], data['isLate']]);
    expect(told).toEqual(
      expect.arrayContaining([vault, fence].flatMap(({ alertId }) => [
        ['alert.opened', alertId, true],
        ['alert.closed', alertId, true],
      ])), // prettier-ignore
    );
    expect(outside.received).toHaveLength(4);
    expect([shown(), shownToNext()]).toEqual([[], []]);
    for (const { session } of [owner, next]) expect(await mailsTo(server, session.user.email)).toEqual([]);
    expect((await steps()).filter((step) => !step.endsWith('dropped'))).toEqual([]);
  });

  it.each(['info', 'warning'] as const)(
    'wakes nobody of what still holds and is not critical, and mails it once with since when: %s',
    async (severity) => {
      const change = core.change({ ruleId: await rule(severity, 'Fence'), atUtcMs: Date.now() - 50 * minuteMs });
      await core.send(change, { ...change, sequence: 2, phase: 'updated', atUtcMs: Date.now() - minuteMs, count: 3 });
      await core.send(change);
      await settle();
      aheadMs += 2 * minuteMs;
      const since = `Since ${time.format(change.openedAtUtcMs)} CE`;
      expect((await waitForMail(server, owner.session.user.email)).text).toContain(since);
      expect(await steps()).toEqual(['stillOpen mail told']);
      expect(await mailsTo(server, owner.session.user.email)).toHaveLength(1);
      expect([shown(), shownToNext()]).toEqual([[], []]);
    },
  );

  it('tells what still holds and is critical with since when, once, and nobody after', async () => {
    const change = core.change({ ruleId: await rule('critical', 'Fence'), atUtcMs: Date.now() - 50 * minuteMs });
    await core.send(change, { ...change, sequence: 2, phase: 'updated', atUtcMs: Date.now() - minuteMs, count: 3 });
    await core.send(change);
    await settle();
    const since = `Since ${time.format(change.openedAtUtcMs)} CE`;
    await vi.waitFor(() => expect(shown()).toHaveLength(1), soon);
    aheadMs += 2 * minuteMs;
    expect(shown()[0]).toMatchObject({ title: 'Fence', body: expect.stringContaining(since) as string });
    expect((await waitForMail(server, owner.session.user.email)).text).toContain(since);
    expect(await steps()).toEqual(['stillOpen mail told', 'stillOpen push told']);
    expect(await mailsTo(server, owner.session.user.email)).toHaveLength(1);
    expect(shownToNext()).toEqual([]);
  });

  it('tells much of one place together, since the first of it, also right after something else of there', async () => {
    const ruleId = await rule('critical', 'Fence');
    await core.send(core.change({ ruleId, atUtcMs: Date.now() }));
    await vi.waitFor(() => expect(shown()).toHaveLength(1), soon);
    const late = Array.from({ length: 30 }, (_, index) =>
      core.change({ ruleId, atUtcMs: Date.now() - (59 - index) * minuteMs }),
    );
    await core.send(...late.slice(0, 20));
    await core.send(...late.slice(20), over(late[1] as AlertChangeRecord));
    aheadMs += 3 * minuteMs;
    await vi.waitFor(async () => expect((await steps()).join()).not.toContain('stillOpen push waiting'), soon);
    await vi.waitFor(() => expect(shown()).toHaveLength(2), soon);
    const [, second] = shown();
    expect(second).toMatchObject({
      title: '29 alerts from \u2068Gate\u2069',
      body: expect.stringContaining(`Since ${time.format(late[0]?.openedAtUtcMs)} CE`) as string,
    });
    expect((await steps()).filter((step) => step.startsWith('stillOpen push')).toSorted()).toEqual([
      'stillOpen push dropped',
      ...Array.from({ length: 28 }, () => 'stillOpen push merged'),
      'stillOpen push told',
    ]);
  });
});
