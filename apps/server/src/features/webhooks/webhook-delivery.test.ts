import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { alertMessage } from '@sightline/contracts/alerts/alert-message';
import type { MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { nobody } from '../../platform/database/changes.ts';
import { webhookJobs, tellWebhooks } from './webhook-outbox.ts';

const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' };
const soon = { timeout: 15_000, interval: 50 };
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
const receiver = new WebhookReceiver({ clock });
const other = new WebhookReceiver({ clock });
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;

beforeAll(async () => {
  await receiver.start();
  await other.start();
  server = await startTestServer({ env, clock });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
  await other.stop();
});
beforeEach(async () => {
  receiver.reset();
  other.reset();
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

async function webhook(messageKinds: MessageKind[], more: object = {}) {
  const body = { name: 'Control room', url: receiver.url, messageKinds, isEnabled: true, ...more };
  const answer = await owner.call(webhooksCalls.create, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const stateOf = async (id: string) => (await owner.call(webhooksCalls.get, { params: { id } })).body;
const logOf = async (id: string) =>
  (await owner.call(webhooksCalls.deliveries, { params: { id }, query: {} })).body.items;
/** Somebody who signs in now: after hours nobody of before is signed in any more. */
const signInAnew = async (): Promise<void> => {
  const permissions = ['OrganizationEdit', 'AlertMonitoring'];
  owner = await server.person({ organizationId: organizationId(), permissions });
};
const countWaiting = async (id: string): Promise<number> => {
  const { rows } = await server.platform.database.withOrganization(organizationId(), (trx) =>
    sql`select from webhook_deliveries where webhook_id = ${id} and state = 'waiting'`.execute(trx),
  );
  return rows.length;
};
const types = () => receiver.received.map(({ type }) => type);
const alert = async (more: object = {}) => {
  const change = core.change({ ruleId: await core.rule({ name: 'Fence' }), atUtcMs: clock(), ...more });
  await core.send(change);
  return change;
};
/** Moves time on until nothing waits. */
async function passTime(id: string, stepMs: number): Promise<void> {
  await vi.waitFor(
    async () => {
      if ((await countWaiting(id)) === 0) return;
      aheadMs += stepMs;
      throw new Error('something waits');
    },
    { timeout: 60_000, interval: 400 },
  );
}

describe('nothing is told', () => {
  it('of what the webhook does not want, of another organization, and to one that is off', async () => {
    await webhook(['alert.closed']);
    await webhook(['alert.opened'], { name: 'Off', isEnabled: false });
    const stranger = await server.person();
    await stranger.call(webhooksCalls.create, {
      body: { name: 'Foreign', url: receiver.url, messageKinds: ['alert.opened'], isEnabled: true },
    });
    const change = await alert();
    await core.send({ ...change, sequence: 2, phase: 'closed', closeReason: 'over' });
    await vi.waitFor(() => expect(types()).toEqual(['alert.closed']), soon);
  });

  it('when what happened is taken back', async () => {
    await webhook(['alert.opened']);
    const message = {
      kind: 'alert.opened' as const,
      key: newId(),
      aboutId: newId(),
      atUtcMs: clock(),
      path: '/',
      isUrgent: false,
      data: {},
    };
    const deps = { jobs: server.platform.jobs, clock, serverUrl: () => server.url };
    const said = { organizationId: organizationId(), messages: [message] };
    const { changes } = server.platform;
    await expect(
      changes.run({ organizationId: organizationId(), by: nobody }, async (work) => {
        await tellWebhooks(work, deps, said);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await changes.run({ organizationId: organizationId(), by: nobody }, (work) =>
      tellWebhooks(work, deps, { ...said, messages: [{ ...message, key: newId(), data: { was: 'kept' } }] }),
    );
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), soon);
    expect(receiver.received[0]?.data).toMatchObject({ was: 'kept' });
  });
});

describe('an alert', () => {
  it('is told as it opens, is known better, is taken, handled and closed, in this order, signed (SET-009, SET-010)', async () => {
    const kinds: MessageKind[] = ['alert.opened', 'alert.updated', 'alert.handled', 'alert.closed'];
    const { secret } = await webhook(kinds);
    receiver.secret = secret;
    const change = await alert();
    await core.send({ ...change, sequence: 2, phase: 'updated', count: 3 });
    const params = { id: change.alertId };
    await owner.call(alertsCalls.take, { params, body: { revision: 1 } });
    await owner.call(alertsCalls.comment, { params, body: { text: 'A fox.' } });
    await owner.call(alertsCalls.done, { params, body: { revision: 2, outcome: 'falseAlarm' } });
    await core.send({ ...change, sequence: 3, phase: 'closed', closeReason: 'over' });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(5), soon);
    expect(types()).toEqual(['alert.opened', 'alert.updated', 'alert.updated', 'alert.handled', 'alert.closed']);
    expect(receiver.faults).toEqual([]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5);
    const [opened, , taken, handled, closed] = receiver.received.map(({ data }) => alertMessage.parse(data));
    expect(opened).toMatchObject({ alertId: change.alertId, ruleName: 'Fence', cameraName: 'Gate', phase: 'opened' });
    expect(opened?.why).toEqual(change.why);
    expect(receiver.received[0]?.data['url']).toBe(`${server.url}/alert/monitoring?alert=${change.alertId}`);
    expect(taken?.handler?.userId).toBe(owner.userId);
    expect(handled).toMatchObject({ handling: 'done', outcome: 'falseAlarm' });
    expect(closed).toMatchObject({ phase: 'closed', closeReason: 'over', sequence: 3 });
    expect(JSON.stringify(receiver.received)).not.toContain('A fox.');
  });

  it('that came late and is over says so, and is told as opened and closed', async () => {
    await webhook(['alert.opened', 'alert.closed']);
    await alert({ atUtcMs: clock() - hourMs, phase: 'closed', closeReason: 'over' });
    await vi.waitFor(() => expect(types()).toEqual(['alert.opened', 'alert.closed']), soon);
    expect(receiver.received[0]?.data).toMatchObject({ isLate: true, phase: 'closed' });
  });

  it('is told once, however often its core and its job come again', async () => {
    const { id } = await webhook(['alert.opened']);
    const change = await alert();
    await core.send(change, { ...change, sequence: 1 });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), soon);
    const [sent] = await logOf(id);
    const { database, jobs } = server.platform;
    const data = { organizationId: organizationId(), deliveryId: sent?.id ?? '' };
    await jobs.add(database.global, webhookJobs, { data, key: `${id}:0` });
    await jobs.add(database.global, webhookJobs, { data, key: `${id}:1` });
    await alert();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), soon);
    expect(receiver.acted.size).toBe(2);
  });
});

describe('a receiver', () => {
  it('that acted and dropped its answer is asked again under the same id, and acts once', async () => {
    const { id } = await webhook(['alert.opened']);
    receiver.next.push('drop');
    await alert();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), soon);
    await passTime(id, 5_000);
    expect(receiver.received).toHaveLength(2);
    expect(receiver.acted.size).toBe(1);
    expect((await logOf(id))[0]).toMatchObject({ state: 'delivered', tries: 2 });
  });

  it('that is busy is left alone as long as it asks', async () => {
    const { id } = await webhook(['alert.opened']);
    receiver.retryAfterSeconds = 600;
    receiver.next.push('busy');
    await alert();
    await vi.waitFor(async () => expect((await logOf(id))[0]?.tries).toBe(1), soon);
    const [first] = await logOf(id);
    expect(first?.nextUtcMs).toBeGreaterThanOrEqual((first?.last?.atUtcMs ?? 0) + 600_000);
    // What comes next waits as well.
    await alert();
    await vi.waitFor(async () => expect((await logOf(id))[0]?.nextUtcMs).not.toBeNull(), soon);
    expect(receiver.received).toHaveLength(1);
    aheadMs += 601_000;
    await vi.waitFor(() => expect(receiver.acted.size).toBe(2), soon);
  });

  it('gets the messages about one alert in their order, though the first fails', async () => {
    const { id } = await webhook(['alert.opened', 'alert.closed']);
    receiver.next.push('broken');
    const change = await alert();
    await core.send({ ...change, sequence: 2, phase: 'closed', closeReason: 'over' });
    await vi.waitFor(async () => expect((await logOf(id)).at(-1)?.tries).toBe(1), soon);
    await passTime(id, 2_000);
    expect([...receiver.acted.values()].map(({ type }) => type)).toEqual(['alert.opened', 'alert.closed']);
    expect(types()).toEqual(['alert.opened', 'alert.opened', 'alert.closed']);
  });

  it('that is slow delays no other', async () => {
    receiver.mode = 'slow';
    receiver.slowMs = 6_000;
    await webhook(['alert.opened']);
    await webhook(['alert.opened'], { name: 'Other', url: other.url });
    for (let count = 0; count < 4; count += 1) await alert();
    await vi.waitFor(() => expect(other.received).toHaveLength(4), { timeout: 5_500, interval: 50 });
    expect(receiver.acted.size).toBeLessThan(4);
    receiver.mode = 'ok';
    await vi.waitFor(() => expect(receiver.acted.size).toBe(4), soon);
  });

  it('that is gone is not asked any more, until somebody switches it on', async () => {
    const { id } = await webhook(['alert.opened']);
    receiver.mode = 'gone';
    await alert();
    await vi.waitFor(async () => expect((await stateOf(id)).isEnabled).toBe(false), soon);
    expect(await stateOf(id)).toMatchObject({ offBecause: 'gone', deadCount: 1, waitingCount: 0 });
    expect((await logOf(id))[0]).toMatchObject({ state: 'dead', deadBecause: 'receiver_gone' });
    const params = { id, deliveryId: (await logOf(id))[0]?.id ?? '' };
    expect((await owner.call(webhooksCalls.resend, { params })).body).toMatchObject({ code: 'webhook_off' });
    receiver.mode = 'ok';
    const { revision, name, url, messageKinds } = await stateOf(id);
    const body = { name, url, messageKinds, isEnabled: true, revision };
    expect((await owner.call(webhooksCalls.update, { params: { id }, body })).body.offBecause).toBeNull();
    expect((await owner.call(webhooksCalls.resend, { params })).body.state).toBe('waiting');
    await vi.waitFor(() => expect(receiver.acted.size).toBe(1), soon);
    expect([...receiver.acted.keys()]).toEqual([params.deliveryId]);
  });

  it('that takes nothing is tried for about a day, then it is a dead letter that can be sent again', async () => {
    const { id } = await webhook(['alert.opened']);
    receiver.mode = 'broken';
    const beganMs = clock();
    await alert();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), soon);
    await passTime(id, hourMs / 2);
    await signInAnew();
    const [letter] = await logOf(id);
    expect(letter).toMatchObject({ state: 'dead' });
    expect(letter?.tries).toBeGreaterThan(3);
    expect(clock() - beganMs).toBeGreaterThan(16 * hourMs);
    expect(receiver.received.filter((message) => message.id === letter?.id)).toHaveLength(letter?.tries ?? 0);
    receiver.mode = 'ok';
    const { revision, name, url, messageKinds, isEnabled } = await stateOf(id);
    if (!isEnabled)
      await owner.call(webhooksCalls.update, {
        params: { id },
        body: { name, url, messageKinds, isEnabled: true, revision },
      });
    const { body } = await owner.call(webhooksCalls.resendDead, { params: { id }, body: {} });
    expect(body.count).toBe(1);
    await vi.waitFor(() => expect(receiver.acted.has(letter?.id ?? '')).toBe(true), soon);
    expect(await stateOf(id)).toMatchObject({ deadCount: 0, failingSinceUtcMs: null });
  }, 90_000);

  it('that took nothing for a day is switched off, and what waits is kept', async () => {
    const { id } = await webhook(['alert.opened']);
    receiver.mode = 'broken';
    await alert();
    await vi.waitFor(async () => expect((await stateOf(id)).failingSinceUtcMs).not.toBeNull(), soon);
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`update webhooks set failing_since = failing_since - interval '25 hours' where id = ${id}`.execute(trx),
    );
    aheadMs += minuteMs;
    await vi.waitFor(async () => expect((await stateOf(id)).offBecause).toBe('failing'), soon);
    expect(await stateOf(id)).toMatchObject({ isEnabled: false, waitingCount: 0, deadCount: 1 });
  });
});

it('shows what was sent to nobody who may not see it', async () => {
  const { id } = await webhook(['alert.opened']);
  await alert();
  await vi.waitFor(async () => expect((await logOf(id))[0]?.state).toBe('delivered'), soon);
  const clerk = await server.person({ organizationId: organizationId(), permissions: ['OrganizationEdit'] });
  const params = { id, deliveryId: (await logOf(id))[0]?.id ?? '' };
  expect((await clerk.call(webhooksCalls.delivery, { params })).body.body).toBeNull();
  expect((await owner.call(webhooksCalls.delivery, { params })).body.body).toContain('Fence');
});
