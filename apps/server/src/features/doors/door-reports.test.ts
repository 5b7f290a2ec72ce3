import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Door } from '@sightline/contracts/doors/door';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { withSight } from '@sightline/domain/events/picture-sight';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { doorArea, doorCandidate, doorState, lookJpeg, testLook } from '../../../testing/doors/test-doors.ts';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { makeAlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { PlayedCore } from '../../../testing/sync-operations/test-core.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { eraseAllLeftBehind } from './door-pictures.ts';

const soon = { timeout: 30_000 };
const minuteMs = 60_000;
let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
let cameraId: string;
let sequence: number;
let nowUtcMs: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  nowUtcMs = Date.now();
  sequence = 0;
  owner = await server.person();
  core = new PlayedCore(await makeTestEdge(server, owner));
  cameraId = await makeCamera('Gate');
  core.edge.capabilities = ['rtsp', 'doors', 'privacy'];
  await core.link(Object.keys(syncedKinds));
});

const makeCamera = async (name: string): Promise<string> => {
  const { edgeId, locationId } = core.edge;
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (await owner.call(camerasCalls.create, { body: { name, edgeId, locationId, streams } })).body.id;
};
const send = async (...bodies: EdgeRecordBody[]): Promise<void> => {
  core.edge.records(sequence + 1, bodies);
  sequence += bodies.length;
  await core.edge.next('ack', (message) => message.sequence === sequence);
};
const get = async (id: string): Promise<Door> => (await owner.call(doorsCalls.get, { params: { id } })).body;
const unsaved = async () => (await owner.call(doorsCalls.list, { query: { status: 'unsaved' } })).body;
const update = async (door: Door, change: object = {}) => {
  const body = { newName: 'Cold store', isSaved: true, revision: door.revision, ...change };
  return (await owner.call(doorsCalls.update, { params: { id: door.id }, body })).body;
};
const remove = (id: string) => owner.call(doorsCalls.remove, { params: { id } });
/** A door that the core told of. */
async function found(change: object = {}): Promise<Door> {
  const said = doorCandidate(cameraId, { atUtcMs: nowUtcMs, ...change });
  await send(said);
  return get(said.doorId);
}
const told = (doorId: string, state: DoorPosition, [atUtcMs, revision]: [number, number]) =>
  doorState({ doorId, cameraId }, { state, atUtcMs, revision });
const states = async (id: string, query: object = {}) =>
  (await owner.call(doorsCalls.states, { params: { id }, query })).body;
const pictures = async (): Promise<string[]> => {
  const organizationId = owner.session.activeOrganizationId ?? '';
  return server.platform.blobs.children(`o/${organizationId}/training/${core.edge.edgeId}/${cameraId}`);
};
const namesOf = ({ closeState, openState }: Door): string[] => [closeState ?? '', openState ?? ''].toSorted();
const fetched = (path: string | null) => fetch(`${server.url}${path ?? '/none'}`);
const heldDoors = (): unknown[] => core.live('door').map(({ content }) => content);

describe('a core that is not to be believed', () => {
  it('brings no door to the camera of another core, nor under the id of a door of another camera', async () => {
    const stranger = await server.person();
    const theirs = await makeAlertingCore(server, stranger);
    const other = await makeAlertingCore(server, owner);
    const door = await update(await found());
    for (const foreign of [theirs, other]) {
      await foreign.send(doorCandidate(cameraId, { atUtcMs: nowUtcMs }));
      await foreign.send(doorCandidate(foreign.cameraId, { doorId: door.id, atUtcMs: nowUtcMs }));
      for (const camera of [cameraId, foreign.cameraId])
        await foreign.send(
          doorState({ doorId: door.id, cameraId: camera }, { state: 'open', atUtcMs: nowUtcMs, revision: 5 }),
        );
    }
    await send(doorCandidate(other.cameraId, { atUtcMs: nowUtcMs }));
    expect((await unsaved()).items).toEqual([]);
    expect(await get(door.id)).toMatchObject({ state: null, cameraId, revision: 2 });
  });

  it.each<[string, object]>([
    ['pictures that are none', { picture: Buffer.from('no picture').toString('base64') }],
    ['pictures that would burst', { picture: Buffer.from(lookJpeg(1)).toString('base64').replace('AEAA', '////') }],
  ])('brings no %s', async (_what, change) => {
    await send(
      doorCandidate(cameraId, {
        atUtcMs: nowUtcMs,
        looks: [testLook(1, nowUtcMs), { ...testLook(2, nowUtcMs), ...change }],
      }),
    );
    expect([(await unsaved()).total, await pictures()]).toEqual([0, []]);
  });

  it('fills no strip: of one camera at most 30 wait', async () => {
    const many = Array.from({ length: 31 }, (_, index) => doorCandidate(cameraId, { atUtcMs: nowUtcMs + index }));
    await send(...many);
    expect((await unsaved()).total).toBe(30);
    expect((await owner.call(doorsCalls.get, { params: { id: many[30]!.doorId } })).status).toBe(404);
  });

  it('knows nothing of tomorrow', async () => {
    const door = await update(await found());
    await send(told(door.id, 'open', [nowUtcMs + 90_000_000, 1]));
    expect((await get(door.id)).sinceUtcMs).toBeLessThan(nowUtcMs + minuteMs);
  });
});

describe('DB-DOORS-001 DB-DOORS-012 a place that may be a door', () => {
  it('is shown with its pictures, at the address that the requirement says, to whoever may see them', async () => {
    const door = await found();
    const path = `/training/${core.edge.edgeId}/${cameraId}/${String(door.closeState)}`;
    expect(new URL(door.closePicture ?? '', server.url).pathname).toMatch(new RegExp(`${path}$`));
    const answer = await fetched(door.closePicture);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(lookJpeg(1));
    expect(Buffer.from(await (await fetched(door.openPicture)).arrayBuffer())).toEqual(lookJpeg(2));
    expect((await pictures()).toSorted()).toEqual(namesOf(door));
    // Nothing but the signed address opens it.
    for (const wrong of [
      door.closePicture?.replace(/signature=[^&]+/, 'signature=AAAA'),
      door.openPicture?.split('?')[0],
    ])
      expect((await fetched(wrong ?? '')).ok).toBe(false);
    const swapped = door.closePicture?.replace(String(door.closeState), String(door.openState));
    expect((await fetched(swapped ?? '')).status).toBe(404);
  });

  it('shows no picture that shows what the camera hides now', async () => {
    const look = (number: number, hidden: null | object) => ({
      ...testLook(number, nowUtcMs),
      picture: Buffer.from(
        withSight(lookJpeg(number), { part: { x: 0, y: 0, width: 1, height: 1 }, hidden: hidden as never }),
      ).toString('base64'),
    });
    const zone = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ];
    const hidden = { areas: [zone], objects: [], how: 'fill' };
    const { id } = await found({ looks: [look(1, null), look(2, hidden)] });
    const settings = { privacy: { zones: [zone], privacyType: 'fill' as const } };
    await owner.call(camerasCalls.update, { params: { id: cameraId }, body: { settings } });
    const organizationId = owner.session.activeOrganizationId;
    const clerk = await server.person({
      organizationId,
      permissions: ['OrganizationDatabaseDoorsDirectory', 'CameraView', 'SearchView'],
    });
    const { body } = await clerk.call(doorsCalls.get, { params: { id } });
    const shown = await fetched(body.closePicture);
    expect([shown.status, ((await shown.json()) as { code: string }).code]).toEqual([409, 'privacy_picture_before']);
    expect((await fetched(body.openPicture)).status).toBe(200);
  });

  it('is the newer one when it is told again, and erases what it showed before', async () => {
    const door = await found();
    await send(
      doorCandidate(cameraId, {
        doorId: door.id,
        atUtcMs: nowUtcMs + 5,
        looks: [testLook(3, nowUtcMs), testLook(4, nowUtcMs)],
      }),
    );
    const newer = await get(door.id);
    expect([newer.revision, newer.timestamp]).toEqual([2, nowUtcMs + 5]);
    expect(newer.closeState).not.toBe(door.closeState);
    await vi.waitFor(async () => expect((await pictures()).toSorted()).toEqual(namesOf(newer)), soon);
    expect((await fetched(door.closePicture)).status).toBe(404);
  });

  it('DB-DOORS-009 leaves the list and its pictures when it is removed, and comes back by newer looks alone', async () => {
    const door = await found();
    expect((await remove(door.id)).status).toBe(200);
    expect((await unsaved()).total).toBe(0);
    await vi.waitFor(async () => expect(await pictures()).toEqual([]), soon);
    expect((await fetched(door.closePicture)).status).toBe(404);
    const later = Date.now() + 2000;
    const again = (first: number) =>
      doorCandidate(cameraId, { doorId: door.id, atUtcMs: later, looks: [testLook(1, first), testLook(2, later)] });
    await send(again(nowUtcMs - minuteMs));
    expect((await unsaved()).total).toBe(0);
    await send(again(later));
    expect((await unsaved()).items).toMatchObject([{ id: door.id }]);
  });

  it('erases pictures that a server left behind, and no others', async () => {
    const door = await found();
    const organizationId = owner.session.activeOrganizationId ?? '';
    const at = (name: string) => `o/${organizationId}/training/${core.edge.edgeId}/${cameraId}/${name}`;
    const left = `${door.id}-0000000000000000.jpg`;
    await server.platform.blobs.put(at(left), lookJpeg(9));
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .insertInto('doorPictures')
        .values({
          organizationId,
          name: left,
          doorId: door.id,
          edgeId: core.edge.edgeId,
          cameraId,
          writtenAt: new Date(0),
        })
        .execute(),
    );
    await eraseAllLeftBehind(server.platform, new Date());
    expect((await pictures()).toSorted()).toEqual(namesOf(door));
  });
});

describe('a saved door', () => {
  it('is told to its core with the looks that a person confirmed, and is not asked about again', async () => {
    const door = await found();
    expect(heldDoors()).toEqual([]);
    const saved = await update(door, { closeState: door.openState });
    const [closed, open] = [testLook(2, 0).signature, testLook(1, 0).signature];
    await vi.waitFor(() => expect(heldDoors()).toEqual([{ cameraId, area: doorArea, looks: { closed, open } }]), soon);
    await send(
      doorCandidate(cameraId, {
        doorId: door.id,
        atUtcMs: nowUtcMs,
        looks: [testLook(7, nowUtcMs), testLook(8, nowUtcMs)],
      }),
    );
    expect(await get(door.id)).toMatchObject({ closeState: saved.closeState, revision: saved.revision });
    await owner.call(camerasCalls.remove, { params: { id: cameraId } });
    await vi.waitFor(() => expect(heldDoors()).toEqual([]), soon);
  });

  it('that was marked by hand asks which look is closed once its core has both', async () => {
    const body = { name: 'Side door', cameraId, area: doorArea };
    const { id } = (await owner.call(doorsCalls.create, { body })).body;
    await vi.waitFor(() => expect(heldDoors()).toEqual([{ cameraId, area: doorArea, looks: null }]), soon);
    await vi.waitFor(async () => expect((await get(id)).untold).toBe('learning'), soon);
    const elsewhere = doorArea.map(({ x, y }) => ({ x: x + 0.1, y }));
    await send(doorCandidate(cameraId, { doorId: id, atUtcMs: nowUtcMs, area: elsewhere }));
    const asking = await get(id);
    // Where it is stays what people said.
    expect(asking).toMatchObject({ isSaved: true, untold: 'asksLooks', area: doorArea, name: 'Side door' });
    // Another name answers nothing.
    const renamed = await update(asking, { newName: 'West door' });
    expect(renamed.untold).toBe('asksLooks');
    expect(heldDoors()).toMatchObject([{ looks: null }]);
    const answered = await update(renamed, { newName: 'West door', closeState: renamed.closeState });
    expect(answered.untold).not.toBe('asksLooks');
    await vi.waitFor(() => expect(heldDoors()).toMatchObject([{ looks: { closed: testLook(1, 0).signature } }]), soon);
  });

  it('says how it is and since when, each change once, whatever comes twice or out of order', async () => {
    const listener = await listenWith(server.url, owner.session.accessToken);
    const door = await update(await found());
    await vi.waitFor(() => expect(heldDoors()).toHaveLength(1), soon);
    expect((await get(door.id)).untold).toBe('pending');
    const at = nowUtcMs - 10 * minuteMs;
    await send(
      told(door.id, 'closed', [at, 1]),
      told(door.id, 'open', [at + minuteMs, 2]),
      told(door.id, 'ajar', [at + 2 * minuteMs, 3]),
    );
    await send(told(door.id, 'blocked', [at, 2]), told(door.id, 'ajar', [at + 3 * minuteMs, 4]));
    await vi.waitFor(async () => expect((await get(door.id)).untold).toBeNull(), soon);
    expect(await get(door.id)).toMatchObject({ state: 'ajar', sinceUtcMs: at + 2 * minuteMs });
    const spans = await states(door.id);
    expect(spans.items).toEqual([
      { state: 'ajar', fromUtcMs: at + 2 * minuteMs, toUtcMs: null },
      { state: 'open', fromUtcMs: at + minuteMs, toUtcMs: at + 2 * minuteMs },
      { state: 'closed', fromUtcMs: at, toUtcMs: at + minuteMs },
    ]);
    const first = await states(door.id, { limit: 2 });
    const second = await states(door.id, { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items]).toEqual(spans.items);
    expect(listener.kinds().filter((kind) => kind === 'doors.told')).toHaveLength(4);
    // A core that lost its count begins anew.
    await send(told(door.id, 'unsure', [at + 4 * minuteMs, 1]), told(door.id, 'closed', [at + 5 * minuteMs, 2]));
    expect(await get(door.id)).toMatchObject({ state: 'closed', sinceUtcMs: at + 5 * minuteMs });
  });

  it('is told by nobody while its core is too old, away, or does not analyse the camera', async () => {
    const door = await update(await found());
    await vi.waitFor(() => expect(heldDoors()).toHaveLength(1), soon);
    await send(told(door.id, 'closed', [nowUtcMs - minuteMs, 1]));
    await vi.waitFor(async () => expect(await get(door.id)).toMatchObject({ state: 'closed', untold: null }), soon);
    core.edge.send({ type: 'capabilities', capabilities: ['rtsp', 'doorstep'] });
    await vi.waitFor(async () => expect((await get(door.id)).untold).toBe('coreTooOld'), soon);
    core.edge.send({ type: 'capabilities', capabilities: ['rtsp', 'doors:model@1'] });
    await vi.waitFor(async () => expect((await get(door.id)).untold).toBeNull(), soon);
    core.edge.hangUp();
    await vi.waitFor(
      async () => expect(await get(door.id)).toMatchObject({ state: 'closed', untold: 'coreAway' }),
      soon,
    );
  });

  it('is passed over without a word when it is unsaved again or deleted, with how it was', async () => {
    const door = await update(await found());
    await send(told(door.id, 'open', [nowUtcMs - minuteMs, 1]));
    const again = await update(await get(door.id), { isSaved: false });
    expect(again).toMatchObject({ isSaved: false, state: null });
    await send(told(door.id, 'closed', [nowUtcMs, 2]));
    expect((await states(door.id)).items).toEqual([]);
    await remove(door.id);
    await send(told(door.id, 'closed', [nowUtcMs, 3]), told(newId(), 'closed', [nowUtcMs, 1]));
    expect((await unsaved()).total).toBe(0);
  });
});
