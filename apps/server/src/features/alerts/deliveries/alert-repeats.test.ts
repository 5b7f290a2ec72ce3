import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { PushService } from '@sightline/simulators/push/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { PushMessage } from '../../user-devices/push-texts.ts';

// A critical alert that nobody takes is told again and again. The clock is the test's.

const soon = { timeout: 15_000, interval: 50 };
const minuteMs = 60_000;
const pushService = new PushService();
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let shown: () => PushMessage[];

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
  const subscription = pushService.subscribe(server.platform.vapid.publicKey);
  const body = { deviceUid: newId(), name: 'Phone', subscription };
  await owner.call(userDevicesCalls.register, { body });
  shown = () => pushService.receivedBy(subscription).map(({ text }) => JSON.parse(text) as PushMessage);
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

async function opened(severity: 'warning' | 'critical', steps: { afterMinutes: number; userIds: string[] }[] = []) {
  const notify = { userIds: [owner.userId], channels: ['push' as const], steps };
  const change = core.change({ ruleId: await core.rule({ name: 'Fire', severity, notify }), atUtcMs: clock() });
  await core.send(change);
  return change;
}
const steps = async (): Promise<string[]> => {
  const { rows } = await server.platform.database.withOrganization(organizationId(), (trx) =>
    sql<{ said: string }>`select step || ' ' || state as said from alert_deliveries
      where organization_id = ${organizationId()} order by created_at, step`.execute(trx),
  );
  return rows.map(({ said }) => said);
};
const come = (count: number) => vi.waitFor(() => expect(shown()).toHaveLength(count), soon);

describe('is not told again', () => {
  it('what is not critical, what is told to others next, and what came late', async () => {
    await opened('warning');
    await opened('critical', [{ afterMinutes: 30, userIds: ['nobody'] }]);
    const notify = { userIds: [owner.userId], channels: ['push' as const] };
    const ruleId = await core.rule({ severity: 'critical', notify });
    await core.send(core.change({ ruleId, atUtcMs: clock() - 10 * minuteMs, decidedAtUtcMs: clock() - 10 * minuteMs }));
    expect((await steps()).filter((said) => said.startsWith('repeated'))).toEqual([]);
  });

  it.each(['take', 'done'] as const)('what somebody did something about: %s', async (deed) => {
    const { alertId: id } = await opened('critical');
    await come(1);
    await (deed === 'take'
      ? owner.call(alertsCalls.take, { params: { id }, body: { revision: 1 } })
      : owner.call(alertsCalls.done, { params: { id }, body: { revision: 1, outcome: 'handled' } }));
    aheadMs += 6 * minuteMs;
    await vi.waitFor(async () => expect(await steps()).toEqual(['opened told', 'repeated1 dropped']), soon);
    expect(shown()).toHaveLength(1);
  });
});

describe('a critical alert that nobody takes', () => {
  it('is told again every five minutes, six times at most, with how long it waits, also when what opened it is over', async () => {
    const change = await opened('critical');
    await come(1);
    await core.send({ ...change, sequence: 2, phase: 'closed', closeReason: 'over' });
    for (let again = 1; again <= 6; again += 1) {
      aheadMs += 5 * minuteMs + 1000;
      await come(1 + again);
      expect(shown().at(-1)?.body).toContain(`Nobody took it for ${String(5 * again)} mins`);
    }
    expect((await steps()).filter((said) => said.endsWith('waiting'))).toEqual([]);
  });

  it('is told with others of its place, and keeps no new one waiting', async () => {
    await opened('critical');
    await come(1);
    aheadMs += minuteMs;
    await opened('critical');
    await come(2);
    aheadMs += 4 * minuteMs + 1000;
    await come(3);
    // The second one is not due.
    expect(shown()[2]?.body).toContain('Nobody took it for 5 mins');
    await opened('critical');
    await come(4);
    aheadMs += minuteMs;
    await come(5);
    aheadMs += 4 * minuteMs;
    await come(7);
  });
});
