import { askedFootageAbility } from '@sightline/contracts/alert-rules/alert-rule-link';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EdgeCommandInput } from '@sightline/contracts/link/link-commands';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { nobody } from '../../../platform/database/changes.ts';
import { Hooks } from '../../../platform/features/hooks.ts';
import { tellAlert, type ServerAlert } from '../alerts.public.ts';

type Asked = EdgeCommandInput<'rules.keepFootage'>;

const dayMs = 86_400_000;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let asked: Asked['alerts'];
/** What the core keeps of footage; null: nothing was recorded then. */
let isRecorded: boolean;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  [asked, isRecorded] = [[], true];
  core.edge.answer('rules.keepFootage', ({ alerts }: Asked) => {
    asked.push(...alerts);
    return {
      alerts: alerts.map(({ alertId, closedUtcMs, postMs, keepMs }) => ({
        alertId,
        untilUtcMs: closedUtcMs === null || !isRecorded ? null : closedUtcMs + postMs + keepMs,
      })),
    };
  });
});

/** The core comes (back), and can be asked or is too old. */
async function comeBack({ isAble = true } = {}): Promise<void> {
  core.edge.hangUp();
  core.edge.capabilities = ['rtsp', 'privacy', 'rules', ...(isAble ? [askedFootageAbility] : [])];
  await core.edge.connect();
}

const alerts = async () => (await owner.call(alertsCalls.logs, { query: {} })).body.items;

async function tell(said: Pick<ServerAlert, 'ruleId' | 'phase'> & Partial<ServerAlert>): Promise<void> {
  const organizationId = owner.session.activeOrganizationId ?? '';
  const atUtcMs = Date.now();
  const whole: ServerAlert = {
    episode: 'one',
    cameraId: core.cameraId,
    edgeId: core.edge.edgeId,
    closeReason: said.phase === 'closed' ? 'over' : null,
    openedAtUtcMs: atUtcMs,
    atUtcMs,
    why: [],
    ...said,
  };
  await server.platform.changes.run({ organizationId, by: nobody }, (work) =>
    tellAlert(work, { ...server.platform, hooks: new Hooks() }, { organizationId, said: whole }),
  );
}

const openAsks = () =>
  server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', async (trx) => {
    const { rows } = await sql<{ isDue: boolean }>`select is_due from alert_footage_asks`.execute(trx);
    return rows.map(({ isDue }) => isDue);
  });

it('asks nobody where an alert is of no camera, or its rule keeps footage no longer than others', async () => {
  await comeBack();
  const none = await core.rule();
  const organizationId = owner.session.activeOrganizationId ?? '';
  await server.platform.database.withOrganization(organizationId, (trx) =>
    sql`update alert_rules set protect_days = 0 where id = ${none}`.execute(trx),
  );
  await tell({ ruleId: none, phase: 'opened' });
  await tell({
    ruleId: await core.rule({ cameraIds: [], edgeIds: [core.edge.edgeId] }),
    cameraId: null,
    phase: 'opened',
  });
  expect(await alerts()).toHaveLength(2);
  expect(await openAsks()).toEqual([]);
});

it('has the core keep footage of what the server judges, from before it began until after it was over (ALERT)', async () => {
  await comeBack();
  const ruleId = await core.rule();
  const openedAtUtcMs = Date.now() - 30_000;
  await tell({ ruleId, phase: 'opened', openedAtUtcMs, atUtcMs: openedAtUtcMs });
  const [opened] = await alerts();
  await vi.waitFor(() =>
    expect(asked).toEqual([
      {
        alertId: opened?.id,
        cameraId: core.cameraId,
        fromUtcMs: openedAtUtcMs - 5_000,
        closedUtcMs: null,
        postMs: 10_000,
        keepMs: 30 * dayMs,
      },
    ]),
  );
  expect(opened?.footageUntilUtcMs).toBeNull();
  const closedUtcMs = openedAtUtcMs + 20_000;
  await tell({ ruleId, phase: 'closed', atUtcMs: closedUtcMs });
  await vi.waitFor(async () => expect((await alerts())[0]?.footageUntilUtcMs).toBe(closedUtcMs + 10_000 + 30 * dayMs));
  expect(asked.at(-1)).toMatchObject({ alertId: opened?.id, closedUtcMs });
  await vi.waitFor(async () => expect(await openAsks()).toEqual([]));
  // The disk is full: the core lets go of it, as of what it judged itself.
  await core.send({
    kind: 'alertFootage',
    alertId: opened?.id ?? '',
    cameraId: core.cameraId,
    untilUtcMs: null,
  });
  expect((await alerts())[0]?.footageUntilUtcMs).toBeNull();
});

it('promises nothing while the core is away or too old, and asks once it is back', async () => {
  await comeBack({ isAble: false });
  const ruleId = await core.rule();
  await tell({ ruleId, phase: 'opened' });
  await tell({ ruleId, phase: 'closed' });
  core.edge.hangUp();
  await tell({ ruleId, episode: 'two', phase: 'opened' });
  expect((await alerts()).map(({ footageUntilUtcMs }) => footageUntilUtcMs)).toEqual([null, null]);
  expect(asked).toEqual([]);
  expect(await openAsks()).toEqual([true, true]);
  await comeBack();
  await tell({ ruleId, episode: 'two', phase: 'closed' });
  await vi.waitFor(async () => {
    const untils = (await alerts()).map(({ footageUntilUtcMs }) => footageUntilUtcMs);
    expect(untils.every((until) => until !== null && until > Date.now() + 29 * dayMs)).toBe(true);
  });
  expect(await openAsks()).toEqual([]);
});

it('says of nothing that it is kept where nothing was recorded', async () => {
  await comeBack();
  isRecorded = false;
  const ruleId = await core.rule();
  await tell({ ruleId, phase: 'opened' });
  await tell({ ruleId, phase: 'closed' });
  await vi.waitFor(async () => expect(await openAsks()).toEqual([]));
  expect((await alerts())[0]?.footageUntilUtcMs).toBeNull();
});

it('counts what is kept of a camera for whoever may see it, and promises none of it once the camera is deleted', async () => {
  const ruleId = await core.rule();
  const [kept, past, open] = [core.change({ ruleId }), core.change({ ruleId }), core.change({ ruleId })];
  await core.send(kept, past, open);
  const untilUtcMs = Date.now() + 30 * dayMs;
  const { cameraId } = core;
  await core.send(
    { kind: 'alertFootage', alertId: kept.alertId, cameraId, untilUtcMs },
    { kind: 'alertFootage', alertId: past.alertId, cameraId, untilUtcMs: Date.now() - 1 },
  );
  const count = async (person = owner) => (await person.call(alertsCalls.kept, { query: { cameraId } })).body;
  const { activeOrganizationId: organizationId } = owner.session;
  const elsewhere = await makeAlertingCore(server, owner);
  const other = await server.person({ organizationId, permissions: ['AlertMonitoring'], cameraId: elsewhere.cameraId });
  expect(await count(other)).toEqual({ count: 0 });
  expect(await count(await server.person())).toEqual({ count: 0 });
  expect(await count()).toEqual({ count: 1 });
  const get = async () => (await owner.call(alertsCalls.get, { params: { id: kept.alertId } })).body;
  expect(await get()).toMatchObject({ footageUntilUtcMs: untilUtcMs, cameraDeletedAtUtcMs: null });
  const before = Date.now();
  await owner.call(camerasCalls.remove, { params: { id: cameraId } });
  const after = await get();
  expect(after).toMatchObject({ footageUntilUtcMs: null, cameraName: 'Gate', can: { playback: false, share: false } });
  expect(after.cameraDeletedAtUtcMs).toBeGreaterThanOrEqual(before - 1);
});
