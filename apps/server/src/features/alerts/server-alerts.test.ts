import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { Hooks } from '../../platform/features/hooks.ts';
import { newId } from '../../platform/ids/ids.ts';
import { nobody } from '../../platform/database/changes.ts';
import { tellAlert, type ServerAlert } from './alerts.public.ts';

let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
});

const all = async (person = owner) => (await person.call(alertsCalls.logs, { query: {} })).body.items;

/** Says it in a transaction of its own. */
async function tell(said: Partial<ServerAlert> & { ruleId: string }): Promise<void> {
  const organizationId = owner.session.activeOrganizationId ?? '';
  const atUtcMs = Date.now();
  const whole: ServerAlert = {
    episode: 'offline 1',
    cameraId: null,
    edgeId: core.edge.edgeId,
    phase: 'opened',
    closeReason: null,
    openedAtUtcMs: atUtcMs,
    atUtcMs,
    why: [],
    ...said,
  };
  await server.platform.changes.run({ organizationId, by: nobody }, (work) =>
    tellAlert(work, { ...server.platform, hooks: new Hooks() }, { organizationId, said: whole }),
  );
}

const coreRule = () => core.rule({ name: 'Cores', cameraIds: [], edgeIds: [core.edge.edgeId] });

it('opens none of a rule that is not there, nor closes what was never opened', async () => {
  await tell({ ruleId: newId() });
  await tell({ ruleId: await coreRule(), phase: 'closed' });
  expect(await all()).toEqual([]);
});

it('is one alert however often it is said, also by several processes at once', async () => {
  const ruleId = await coreRule();
  await Promise.all(Array.from({ length: 5 }, () => tell({ ruleId })));
  await tell({ ruleId, phase: 'updated', count: 2 });
  const closed = () => tell({ ruleId, phase: 'closed', closeReason: 'back' });
  await Promise.all([closed(), ...[3, 4, 5].map((count) => tell({ ruleId, phase: 'updated', count })), closed()]);
  await tell({ ruleId });
  await tell({ ruleId, phase: 'updated', count: 9 });
  expect(await all()).toMatchObject([{ number: 1, phase: 'closed', closeReason: 'back', ruleName: 'Cores' }]);
  await tell({ ruleId, episode: 'offline 2' });
  expect(await all()).toHaveLength(2);
});

it('of a core is seen by those who see alerts of all that it records, and told them as of the core', async () => {
  const { edgeId, locationId } = core.edge;
  const organizationId = owner.session.activeOrganizationId;
  const join = (where: object) => server.person({ organizationId, permissions: ['AlertMonitoring'], ...where });
  const [ofCore, ofCamera] = [await join({ edgeId }), await join({ cameraId: core.cameraId })];
  const listeners = await Promise.all(
    [ofCore, ofCamera].map(({ session }) => listenWith(server.url, session.accessToken)),
  );
  await tell({ ruleId: await coreRule() });
  const [seen] = await all(ofCore);
  expect(seen).toMatchObject({ cameraId: null, cameraName: '', edgeId, locationId, clip: null, pictureUrl: null });
  expect(await all(ofCamera)).toEqual([]);
  await vi.waitFor(() => expect(listeners[0]?.kinds()).toContain('alerts.changedAtCore'), { timeout: 10_000 });
  expect(listeners[1]?.kinds()).not.toContain('alerts.changedAtCore');
});
