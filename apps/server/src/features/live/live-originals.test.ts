import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let guard: TestPerson;
let trusted: TestPerson;
let edge: TestEdge;
let cameraId: string;
let asked: { command: string; body: { grant?: { originals: boolean } } }[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  const organizationId = owner.session.activeOrganizationId ?? '';
  edge = await makeTestEdge(server, owner);
  guard = await server.person({ organizationId, permissions: ['CameraView', 'PlaybackView'] });
  trusted = await server.person({ organizationId, permissions: ['CameraView', 'PlaybackView', 'OriginalsView'] });
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  cameraId = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body.id;
  await edge.connect();
  asked = [];
  for (const command of ['live.offer', 'live.grant', 'live.close', 'relay.open']) {
    edge.answer(command, (body: never) => {
      asked.push({ command, body });
      return command === 'live.offer' ? { sdp: 'answer' } : command === 'live.grant' ? { known: true } : {};
    });
  }
});

const offer = (person: TestPerson, originals?: boolean) =>
  person.call(liveCalls.offer, {
    params: { id: cameraId },
    body: { sdp: 'v=0 offered', ...(originals === undefined ? {} : { originals }) },
  });
const relay = (person: TestPerson, originals: boolean) =>
  person.call(liveCalls.relay, { params: { id: cameraId }, body: { originals } });
const grants = (command: string): (boolean | undefined)[] =>
  asked.filter((one) => one.command === command).map(({ body }) => body.grant?.originals);
const written = () =>
  server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
    trx.selectFrom('auditEntries').select(['userId', 'entityId']).where('action', '=', 'originals.view').execute(),
  );

describe('what a camera hides', () => {
  it('is not opened for whoever may not see it, on any way, and no core is asked', async () => {
    for (const answer of [await offer(guard, true), await relay(guard, true)]) {
      expect([answer.status, answer.body]).toEqual([
        403,
        expect.objectContaining({ code: 'forbidden', data: { permission: 'OriginalsView' } }),
      ]);
    }
    expect(asked).toEqual([]);
    expect(await written()).toEqual([]);
  });

  it('belongs to nobody of another organization', async () => {
    expect((await offer(await server.person(), true)).body).toMatchObject({ code: 'not_found' });
    expect(asked).toEqual([]);
  });

  it('stays hidden for everybody who does not ask, and the core is told so', async () => {
    expect((await offer(guard)).body).toMatchObject({ mayAskOriginals: false });
    expect((await offer(trusted)).body).toMatchObject({ mayAskOriginals: true });
    expect((await relay(trusted, false)).body).toMatchObject({ mayAskOriginals: true });
    expect(grants('live.offer')).toEqual([false, false]);
    expect(grants('relay.open')).toEqual([false]);
    expect(await written()).toEqual([]);
  });

  it('is shown to whoever may see it and asks, and that is written down: each time, not for each way to it', async () => {
    const { leaseId } = (await offer(trusted, true)).body;
    const other = (await relay(trusted, true)).body.leaseId;
    expect([...grants('live.offer'), ...grants('relay.open')]).toEqual([true, true]);
    const entry = { userId: trusted.userId, entityId: cameraId };
    expect(await written()).toEqual([entry]);
    for (const id of [leaseId, other]) await trusted.call(liveCalls.close, { params: { leaseId: id } });
    await offer(trusted, true);
    expect(await written()).toEqual([entry, entry]);
    await offer(owner, true);
    expect(await written()).toHaveLength(3);
  });

  it('is hidden again when the right is taken, at the core as well, and stays so for this view', async () => {
    const { leaseId } = (await offer(trusted, true)).body;
    const organizationId = owner.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.deleteFrom('grants').where('userId', '=', trusted.userId).where('permission', '=', 'OriginalsView').execute(),
    );
    await vi.waitFor(() => expect(grants('live.grant')).toEqual([false]), { timeout: 4_000 });
    expect((await trusted.call(liveCalls.renew, { params: { leaseId }, body: {} })).body).toMatchObject({
      mayAskOriginals: false,
    });
    expect(grants('live.grant')).toEqual([false, false]);
  });

  it('is shown by no core that is too old to hide it, except to whoever asks for originals', async () => {
    edge.hangUp();
    edge.capabilities = ['rtsp'];
    await edge.connect();
    const open = (await offer(guard)).body.leaseId;
    const square = [0.1, 0.6].flatMap((x, side) => [side, 1 - side].map((end) => ({ x, y: end === 0 ? 0.1 : 0.6 })));
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { privacy: { zones: [square] } } },
    });
    const refused = { status: 409, body: expect.objectContaining({ code: 'privacy_core_too_old' }) as object };
    for (const answer of [await offer(guard), await relay(guard, false), await offer(trusted)])
      expect(answer).toMatchObject(refused);
    const range = { fromUtcMs: 1_000, toUtcMs: 2_000, stream: 'main' as const };
    expect(await owner.call(exportsCalls.create, { params: { id: cameraId }, body: range })).toMatchObject(refused);
    expect(await owner.call(camerasCalls.snapshot, { params: { id: cameraId } })).toMatchObject(refused);
    await vi.waitFor(() => expect(asked.filter(({ command }) => command === 'live.close')).toHaveLength(1), {
      timeout: 4_000,
    });
    expect((await guard.call(liveCalls.renew, { params: { leaseId: open }, body: {} })).body).toMatchObject({
      code: 'live_lease_ended',
    });
    expect((await offer(trusted, true)).status).toBe(201);
    edge.send({ type: 'capabilities', capabilities: ['rtsp', 'privacy'] });
    await vi.waitFor(async () => expect((await offer(guard)).status).toBe(201));
  });

  it('ends when the core does not answer to that, and holds up nobody of another organization meanwhile', async () => {
    const stranger = await server.person();
    const silent = await makeTestEdge(server, stranger);
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
    const there = await stranger.call(camerasCalls.create, {
      body: { name: 'Yard', edgeId: silent.edgeId, locationId: silent.locationId, streams },
    });
    const own = stranger.session.activeOrganizationId ?? '';
    const watcher = await server.person({ organizationId: own, permissions: ['CameraView', 'OriginalsView'] });
    await silent.connect();
    silent.answer('live.offer', () => ({ sdp: 'answer' }));
    const opened = await watcher.call(liveCalls.offer, {
      params: { id: there.body.id },
      body: { sdp: 'v=0 offered', originals: true },
    });
    expect(opened.status).toBe(201);
    expect((await offer(guard)).status).toBe(201);
    const take = (organizationId: string, person: TestPerson, permission: 'OriginalsView' | 'CameraView') =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        trx.deleteFrom('grants').where('userId', '=', person.userId).where('permission', '=', permission).execute(),
      );
    await take(own, watcher, 'OriginalsView');
    await silent.next('request', ({ command }) => command === 'live.grant');
    await take(owner.session.activeOrganizationId ?? '', guard, 'CameraView');
    await vi.waitFor(() => expect(asked.some(({ command }) => command === 'live.close')).toBe(true), {
      timeout: 2_500,
    });
    await silent.next('request', ({ command }) => command === 'live.close');
  });
});
