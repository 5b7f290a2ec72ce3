import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { PlayedCore } from '../../../testing/sync-operations/test-core.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

const allKinds = Object.keys(syncedKinds);
const soon = { timeout: 30_000 };

let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = new PlayedCore(await makeTestEdge(server, owner));
});

const params = () => ({ params: { id: core.edge.edgeId } });
const set = (leastDays: unknown, by = owner) =>
  by.call(edgesCalls.update, { ...params(), body: { leastDays } as { leastDays: number } });
const read = async () => (await owner.call(edgesCalls.get, params())).body;
const held = () => core.live('coreSettings').map(({ id, content }) => ({ id, content }));
const untilHeld = (leastDays: number | null): Promise<void> =>
  vi.waitFor(async () => {
    const own = { id: core.edge.edgeId, content: { leastDays } };
    expect({ held: held(), isSync: (await read()).isSync }).toEqual({
      held: leastDays === null ? [] : [own],
      isSync: true,
    });
  }, soon);

describe('the floor of days is not set', () => {
  it('by whoever is not signed in, may not edit the core, or belongs to another organization', async () => {
    const guard = await server.person({
      organizationId: owner.session.activeOrganizationId ?? '',
      permissions: ['CoreView'],
    });
    const stranger = await server.person();
    const nobody = await server.call(edgesCalls.update, { ...params(), body: { leastDays: 3 } });
    expect([nobody.status, (await set(3, guard)).status, (await set(3, stranger)).status]).toEqual([401, 403, 404]);
    expect((await read()).leastDays).toBeNull();
  });

  it.each([-1, 1.5, 366, 400, '7', 'seven', true])('to %j', async (leastDays) => {
    const refused = await set(leastDays);
    expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([400, 'validation_failed']);
    expect((await read()).leastDays).toBeNull();
  });
});

describe('the floor of days that an owner set', () => {
  it('reaches a core that knows it, by one operation for each change, and goes with what was set', async () => {
    await core.link(allKinds);
    expect(await read()).toMatchObject({ leastDays: null, takesLeastDays: true });
    for (const leastDays of [7, 0, 365]) {
      core.heard = [];
      expect((await set(leastDays)).body).toMatchObject({ leastDays, takesLeastDays: true });
      await untilHeld(leastDays);
      const told = core.heard.filter(({ entity }) => entity === 'coreSettings');
      expect(told.map(({ desired }) => desired)).toEqual([{ leastDays }]);
    }
    expect((await set(null)).body.leastDays).toBeNull();
    await untilHeld(null);
  });

  it('stays when the core is renamed, which tells the core nothing', async () => {
    await core.link(allKinds);
    await set(7);
    await untilHeld(7);
    core.heard = [];
    const renamed = await owner.call(edgesCalls.update, { ...params(), body: { name: 'Quay' } });
    expect(renamed.body).toMatchObject({ name: 'Quay', leastDays: 7 });
    await untilHeld(7);
    expect(core.heard).toEqual([]);
  });

  it('is in the audit, and its operation names the core', async () => {
    await core.link(allKinds);
    await untilHeld(null);
    core.edge.hangUp();
    await set(7);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: {} })).body;
    expect(items[0]).toMatchObject({ entityId: core.edge.edgeId, data: { leastDays: 7 } });
    const { name } = await read();
    const waiting = await owner.call(syncOperationsCalls.next, { query: { edgeId: core.edge.edgeId, limit: 10 } });
    expect(waiting.body.items).toMatchObject([{ entity: 'coreSettings', entityName: name }]);
  });

  it('is kept, and said not to be known, where the software of the core is of before; it comes with the update', async () => {
    expect((await read()).takesLeastDays).toBeNull();
    await core.link(allKinds.filter((kind) => kind !== 'coreSettings'));
    expect((await set(7)).body).toMatchObject({ leastDays: 7, takesLeastDays: false });
    await vi.waitFor(async () => expect((await read()).isSync).toBe(true), soon);
    expect(held()).toEqual([]);
    await core.link(allKinds);
    await untilHeld(7);
    expect((await read()).takesLeastDays).toBe(true);
  });

  it('is told anew to a core that lost it', async () => {
    await core.link(allKinds);
    await set(7);
    await untilHeld(7);
    core.edge.hangUp();
    core.held.clear();
    core.lastOperation = 0;
    await core.link(allKinds);
    await untilHeld(7);
  });
});
