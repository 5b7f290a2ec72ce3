import { auditCalls } from '@sightline/contracts/audit/audit.api';
import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { NoonLightService } from '@sightline/simulators/noonlight/noonlight-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchAs, makeSite, setPhone } from '../../../testing/dispatch/test-dispatch.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { mailsTo } from '../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { nobody } from '../../platform/database/changes.ts';
import { presentDispatch } from './dispatch-alarms.presenter.ts';
import { findDispatch } from './dispatch-alarms.repository.ts';
import { askDispatch } from './dispatch-jobs.ts';
import { dispatchPatienceMs } from './dispatch-patience.ts';
import type { InstalledDispatch } from './installed-dispatch.ts';

const soon = { timeout: 20_000, interval: 50 };
const token = 'server-token';
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
const service = new NoonLightService();
let server: TestServer;
let second: TestServer;
let owner: TestPerson;
let locationId: string;
let installed: InstalledDispatch | undefined;

beforeAll(async () => {
  await service.start();
  service.tokens.add(token);
  const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1', SIGHTLINE_NOONLIGHT_URL: service.url, SIGHTLINE_BUS: 'postgres' };
  server = await startTestServer({ env, clock });
  const { connectionString, dataDir: copyKeyFrom } = server;
  // Two servers of one installation: whatever one of them sends the other does not.
  second = await startTestServer({ env, clock, connectionString, copyKeyFrom });
  for (const { platform } of [server, second]) platform.dispatchServices.use(async () => installed);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await service.stop();
});
beforeEach(async () => {
  aheadMs = 0;
  service.reset();
  installed = { token, quota: null };
  owner = await server.person();
  await setPhone(owner);
  locationId = await makeSite(owner);
});

const calls = () => dispatchAs(owner);
const dispatch = () => calls().dispatch(locationId);
const get = async (id: string): Promise<DispatchAlarm> => (await calls().get(id)).body;
/** The same, however long ago somebody signed in. */
const stored = (id: string): Promise<DispatchAlarm> =>
  server.platform.database.withOrganization(organizationId(), async (trx) => {
    const row = await findDispatch(trx, organizationId(), { id });
    if (!row) throw new Error('it is not there');
    return presentDispatch(row);
  });
const becomes = (id: string, expected: object) =>
  vi.waitFor(async () => expect(await get(id)).toMatchObject(expected), soon);
const accepted = { status: 1, lifecycle: 'active', delivery: { state: 'accepted' } };
const creations = () => service.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/alarms'));
const cancellations = () =>
  service.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/status'));
const organizationId = (): string => owner.session.activeOrganizationId ?? '';
/** Lets time pass until something is true. */
const passTime = (stepMs: number, isSo: () => Promise<void> | void) =>
  vi.waitFor(
    async () => {
      try {
        await isSo();
      } catch (error) {
        aheadMs += stepMs;
        throw error;
      }
    },
    { timeout: 30_000, interval: 300 },
  );
/** Mails lie in the outbox of whichever server sends them. */
const mails = async (to: string): Promise<string[]> =>
  (await Promise.all([server, second].map((one) => mailsTo(one, to)))).flat().map(({ subject }) => subject);

describe('an alarm at the monitoring service', () => {
  it('arrives once, from one of two servers, with all that responders need', async () => {
    const { id } = await dispatch();
    await becomes(id, {
      ...accepted,
      delivery: { ...accepted.delivery, cause: null, mayHaveArrived: false, tries: 1 },
    });
    const [alarm] = [...service.alarms.values()];
    expect(await get(id)).toMatchObject({ delivery: { serviceAlarmId: alarm?.id } });
    expect(creations()).toHaveLength(1);
    expect(creations()[0]).toMatchObject({ key: id, token });
    expect(alarm?.request).toEqual({
      name: expect.stringMatching(/^Person \d+, Site \d+$/) as string,
      phone: '15554440003',
      owner_id: locationId,
      location: { address: { line1: '123 Some Street', city: 'St. Louis', state: 'MO', zip: '63101' } },
      services: { police: true },
    });
  });

  it('of a part of a site is sent to the address of the site', async () => {
    const part = await makeSite(owner, {}, locationId);
    const { id } = await calls().dispatch(part);
    await becomes(id, accepted);
    expect([...service.alarms.values()][0]?.request).toMatchObject({
      location: { address: { line1: '123 Some Street' } },
    });
  });

  it('is tried again under the same key when the answer was lost, and is there once', async () => {
    service.next.push('drop', 'unreadable');
    const { id } = await dispatch();
    await becomes(id, {
      lifecycle: 'created',
      delivery: { state: 'pending', cause: 'noAnswer', mayHaveArrived: true },
    });
    await becomes(id, { ...accepted, delivery: { state: 'accepted', mayHaveArrived: false, tries: 3 } });
    expect(new Set(creations().map(({ key }) => key))).toEqual(new Set([id]));
    expect(service.alarms.size).toBe(1);
  });

  it('waits as long as a busy service asks for, and knows that it did not arrive', async () => {
    service.retryAfterSeconds = 100;
    service.next.push('busy');
    const { id } = await dispatch();
    await becomes(id, { delivery: { state: 'pending', cause: 'notReached', mayHaveArrived: false } });
    const { nextTryAt } = (await get(id)).delivery;
    expect(nextTryAt).toBeGreaterThanOrEqual(clock() + 90_000);
    expect(creations()).toHaveLength(1);
    aheadMs += 101_000;
    await becomes(id, accepted);
  });

  it('is tried again while the service is out of order or slow', async () => {
    service.slowMs = 500;
    service.next.push('broken', 'slow');
    const { id } = await dispatch();
    await becomes(id, { ...accepted, delivery: { state: 'accepted', tries: 2 } });
    expect(service.alarms.size).toBe(1);
  });

  it('is refused at once when the token is wrong, and whoever may dispatch is told', async () => {
    service.mode = 'wrongKey';
    const { id } = await dispatch();
    await becomes(id, {
      status: 1,
      lifecycle: 'created',
      delivery: { state: 'refused', cause: 'wrongKey', mayHaveArrived: false, nextTryAt: null, serviceAlarmId: null },
    });
    expect(creations()).toHaveLength(1);
  });

  it('is refused with what the service says to it, and gives way to the next', async () => {
    await setPhone(owner, '+972501234567');
    const { id } = await dispatch();
    await becomes(id, { delivery: { state: 'refused', cause: 'invalid' } });
    expect((await get(id)).delivery.detail).toContain('phone should be a number of the United States');
    await setPhone(owner);
    const again = await dispatch();
    expect(await get(id)).toMatchObject({ status: 0, cancellation: null });
    await becomes(again.id, accepted);
    expect(service.alarms.size).toBe(1);
  });

  it('is given up after its time, and is then sent no more', async () => {
    service.mode = 'broken';
    const { id } = await dispatch();
    await passTime(20_000, async () => expect((await stored(id)).delivery.state).toBe('refused'));
    expect((await stored(id)).delivery).toMatchObject({ cause: 'noAnswer', mayHaveArrived: true, nextTryAt: null });
    expect(aheadMs).toBeLessThan(2 * dispatchPatienceMs);
    const tries = creations().length;
    expect(tries).toBeGreaterThan(3);
    service.mode = 'ok';
    const { changes, jobs } = server.platform;
    await changes.run({ organizationId: organizationId(), by: nobody }, ({ trx }) =>
      askDispatch(trx, jobs, { organizationId: organizationId(), id }),
    );
    owner = await server.person();
    await setPhone(owner);
    const other = await calls().dispatch(await makeSite(owner));
    await becomes(other.id, accepted);
    expect(creations()).toHaveLength(tries + 1);
  });

  it('is refused when the integration is removed before it is sent', async () => {
    service.next.push('broken');
    const { id } = await dispatch();
    await vi.waitFor(() => expect(creations()).toHaveLength(1), soon);
    installed = undefined;
    await becomes(id, { delivery: { state: 'refused', cause: 'uninstalled' } });
  });

  it('is told in the audit and on open screens', async () => {
    const listener = await listenWith(server.url, owner.session.accessToken);
    const { id } = await dispatch();
    await becomes(id, accepted);
    await vi.waitFor(
      () => expect(listener.kinds().filter((kind) => kind === 'dispatch-alarms.changed')).toHaveLength(2),
      soon,
    );
    await calls().cancel(id);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: {} })).body;
    expect(items.map(({ method }) => method)).toEqual(
      expect.arrayContaining(['dispatchAlarm.create', 'dispatchAlarm.accept', 'dispatchAlarm.cancel']),
    );
  });
});

describe('a canceled alarm', () => {
  it('is never sent when nothing went out before', async () => {
    service.retryAfterSeconds = 20;
    service.next.push('busy');
    const { id } = await dispatch();
    await becomes(id, { delivery: { cause: 'notReached' } });
    expect((await calls().cancel(id)).body).toMatchObject({
      status: 0,
      delivery: { state: 'withdrawn' },
      cancellation: null,
    });
    aheadMs += 60_000;
    // What is asked for later is done, this is not.
    await becomes((await calls().dispatch(await makeSite(owner))).id, accepted);
    expect(creations().filter(({ key }) => key === id)).toHaveLength(1);
  });

  it('is canceled at the service, again and again until that knows (ALARM-030)', async () => {
    const { id } = await dispatch();
    await becomes(id, accepted);
    service.next.push('broken', 'drop');
    expect((await calls().cancel(id)).body).toMatchObject({ status: 0, cancellation: { state: 'pending' } });
    await becomes(id, { status: 0, lifecycle: 'canceled', cancellation: { state: 'accepted', cause: null } });
    expect([...service.alarms.values()]).toMatchObject([{ status: 'CANCELED' }]);
    expect(cancellations().length).toBeGreaterThanOrEqual(3);
  });

  it('while its try is on its way is canceled as soon as the service has answered', async () => {
    service.slowMs = 1_500;
    service.next.push('slow');
    const { id } = await dispatch();
    await vi.waitFor(() => expect(creations()).toHaveLength(1), soon);
    expect((await calls().cancel(id)).body).toMatchObject({ status: 0, cancellation: { state: 'pending' } });
    await becomes(id, { status: 0, delivery: { state: 'accepted' }, cancellation: { state: 'accepted' } });
    expect([...service.alarms.values()]).toMatchObject([{ status: 'CANCELED' }]);
    expect(creations()).toHaveLength(1);
  });

  it('that may have arrived is not sent again: it says that somebody must call', async () => {
    service.mode = 'drop';
    const { id } = await dispatch();
    await becomes(id, { delivery: { cause: 'noAnswer', mayHaveArrived: true } });
    const tries = creations().length;
    service.mode = 'ok';
    expect((await calls().cancel(id)).status).toBe(200);
    await becomes(id, {
      status: 0,
      delivery: { state: 'refused', cause: 'noAnswer', mayHaveArrived: true },
      cancellation: { state: 'refused', cause: 'noAnswer' },
    });
    expect(creations()).toHaveLength(tries);
    expect(cancellations()).toEqual([]);
  });

  it('that the service cannot be told of says so in the end', async () => {
    const { id } = await dispatch();
    await becomes(id, accepted);
    service.mode = 'broken';
    await calls().cancel(id);
    await passTime(20_000, async () =>
      expect(await stored(id)).toMatchObject({ cancellation: { state: 'refused', cause: 'noAnswer' } }),
    );
  });

  it('that a service without keys may have twice says that somebody should ask', async () => {
    service.honoursKeys = false;
    service.next.push('drop');
    const { id } = await dispatch();
    await becomes(id, accepted);
    expect(service.alarms.size).toBe(2);
    await calls().cancel(id);
    await becomes(id, { status: 0, cancellation: { state: 'accepted', cause: 'noAnswer' } });
    expect([...service.alarms.values()].map(({ status }) => status)).toEqual(['ACTIVE', 'CANCELED']);
    const { email } = owner.session.user;
    await vi.waitFor(async () => expect(await mails(email)).toEqual(['Ask whether help is still coming']), soon);
  });

  it('by the service itself is canceled here, by nobody of ours', async () => {
    const { id } = await dispatch();
    await becomes(id, accepted);
    service.endByDispatcher((await get(id)).delivery.serviceAlarmId ?? '');
    aheadMs += 61_000;
    await becomes(id, { status: 0, lifecycle: 'canceled', cancelBy: null, cancellation: null });
    expect(cancellations()).toEqual([]);
  });
});

describe('whoever may dispatch', () => {
  it('is told by mail when nobody was sent; others are not', async () => {
    const person = (permissions: string[]) => server.person({ organizationId: organizationId(), permissions });
    const guard = await person(['AlarmManagementEdit']);
    const other = await person(['AlertMonitoring', 'LocationView']);
    service.mode = 'wrongKey';
    const { id } = await dispatch();
    await becomes(id, { delivery: { state: 'refused' } });
    const mailOf = ({ session }: TestPerson) => mails(session.user.email);
    for (const reader of [owner, guard])
      await vi.waitFor(async () => expect(await mailOf(reader)).toEqual(['Nobody was dispatched']), soon);
    expect(await mailOf(other)).toEqual([]);
  });
});
