import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { listenWith, type TestListener } from '../../../testing/realtime/test-listener.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
let locationId: string;
let edgeId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  locationId = (await owner.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'UTC' } })).body.id;
  edgeId = (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId } })).body.id;
});

const listen = (person: TestPerson): Promise<TestListener> => listenWith(server.url, person.session.accessToken);
const member = (...permissions: string[]): Promise<TestPerson> => server.person({ organizationId, permissions });
const publish = (event: object, told: object = {}): void =>
  server.platform.bus.publish('realtime.volatile', { organizationId, event, ...told });
const eventsOf = (listener: TestListener) =>
  listener.heard.flatMap((message) => (message.type === 'event' ? [message] : []));

describe('what is told to whom', () => {
  it('RT-004 RT-005 RT-006 RT-017 tells others that a camera was made, changed and removed, and by whom', async () => {
    const [his, blind] = [await listen(await member('CameraView')), await listen(await member('LocationView'))];
    const body = {
      name: 'Gate',
      edgeId,
      locationId,
      streams: [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }],
    };
    const { id } = (await owner.call(camerasCalls.create, { body })).body;
    await owner.call(camerasCalls.update, { params: { id }, body: { name: 'Door' } });
    await owner.call(camerasCalls.remove, { params: { id } });
    // How it is comes beside, whenever the server looks at it.
    const isNew = (kind: string): boolean => kind !== 'cameras.status';
    await vi.waitFor(() =>
      expect(his.kinds().filter(isNew)).toEqual(['cameras.changed', 'cameras.changed', 'cameras.removed']),
    );
    for (const message of eventsOf(his).filter(({ event }) => isNew(event.kind))) {
      expect(message).toMatchObject({
        actorUserId: owner.userId,
        level: 'INFO',
        showToast: true,
        event: { cameraId: id, locationId },
      });
    }
    expect(blind.kinds()).toEqual([]);
  });

  it('RT-007 RT-008 RT-009 tells others that a core was made, changed and removed', async () => {
    const his = await listen(await member('CoreView'));
    const { id } = (await owner.call(edgesCalls.create, { body: { name: 'Second', locationId } })).body;
    await owner.call(edgesCalls.update, { params: { id }, body: { name: 'Third' } });
    await owner.call(edgesCalls.remove, { params: { id } });
    await vi.waitFor(() => expect(his.kinds()).toContain('edges.removed'));
    expect(his.kinds().slice(0, 2)).toEqual(['edges.changed', 'edges.changed']);
    expect(JSON.stringify(his.heard)).not.toContain(edgeId);
  });

  it('RT-002 RT-010 RT-011 tells of software, restarts and archives only whoever may see them', async () => {
    const [cores, cameras, exporter] = await Promise.all(
      (['CoreView', 'CameraView', 'ExportCreate'] as const).map(async (name) => listen(await member(name))),
    );
    const cameraId = newId();
    publish({ kind: 'edges.software', edgeId, locationId, state: 'installing', version: '2.0.0' });
    publish({ kind: 'cameras.reboot', cameraId, locationId });
    publish({ kind: 'exports.progress', exportId: newId(), cameraId, locationId, state: 'running', progress: 0.5 });
    await vi.waitFor(() => expect(cores?.kinds()).toEqual(['edges.software']));
    await vi.waitFor(() => expect(cameras?.kinds()).toEqual(['cameras.reboot']));
    await vi.waitFor(() => expect(exporter?.kinds()).toEqual(['exports.progress']));
  });

  it('RT-018 RT-019 RT-020 says of failures that they are errors, and of states that nobody is to be told in passing', async () => {
    const his = await listen(owner);
    const cameraId = newId();
    publish({ kind: 'exports.progress', exportId: newId(), cameraId, locationId, state: 'failed', progress: 0.5 });
    publish({
      kind: 'cameras.status',
      cameraId,
      locationId,
      status: { state: 'online', part: null, cause: null, sinceUtcMs: 1, isFlapping: false },
      streams: [],
    });
    publish({ kind: 'cameras.changed', cameraId, locationId, revision: 1 }, { level: 'ERROR' });
    publish({ kind: 'cameras.changed', cameraId, locationId, revision: 1 }, { showToast: false });
    publish({ kind: 'cameras.changed', cameraId, locationId, revision: 1 });
    await vi.waitFor(() => expect(eventsOf(his)).toHaveLength(5));
    expect(eventsOf(his).map(({ level, showToast }) => [level, showToast])).toEqual([
      ['ERROR', true],
      ['INFO', false],
      ['ERROR', true],
      ['INFO', false],
      ['INFO', true],
    ]);
  });

  it('RT-001 tells a session that somebody else ended it that this was forced, and no other one', async () => {
    const second = await server.platform.sessions.signIn(
      { email: owner.session.user.email, password: 'a long password' },
      { address: '127.0.0.2', userAgent: null },
    );
    const [first, other] = [await listen(owner), await listenWith(server.url, second.session.accessToken)];
    await owner.call(accountsCalls.endOtherSessions, {});
    await vi.waitFor(() => expect(other.isOpen()).toBe(false));
    expect(eventsOf(other).at(-1)?.event).toEqual({ kind: 'sessions.ended', isForced: true });
    expect(first.isOpen()).toBe(true);
    await owner.call(sessionsCalls.signOut, {});
    await vi.waitFor(() => expect(first.isOpen()).toBe(false));
    expect(eventsOf(first).at(-1)?.event).toEqual({ kind: 'sessions.ended', isForced: false });
  });

  it('RT-003 RT-015 tells those who work in a deleted organization, and leaves those of another one alone', async () => {
    const [mine, colleague, stranger] = [
      await listen(owner),
      await listen(await member()),
      await listen(await server.person()),
    ];
    await owner.call(edgesCalls.remove, { params: { id: edgeId } });
    const { name } = (await owner.call(organizationsCalls.getCurrent, {})).body;
    expect((await owner.call(organizationsCalls.removeCurrent, { body: { name } })).status).toBe(200);
    for (const listener of [mine, colleague]) {
      await vi.waitFor(() => expect(listener.isOpen()).toBe(false));
      expect(eventsOf(listener).at(-1)?.event).toEqual({ kind: 'organizations.deleted', organizationId });
    }
    expect(stranger.isOpen()).toBe(true);
    expect(stranger.kinds()).toEqual([]);
  });

  it('tells of an account only its own person, and of people only who looks after them', async () => {
    const person = await member();
    const [his, own, manager] = [await listen(person), await listen(owner), await listen(await member('UserManage'))];
    await person.call(accountsCalls.updateSettings, { body: { lang: 'he' } });
    await vi.waitFor(() => expect(his.kinds()).toEqual(['accounts.changed']));
    await owner.call(usersCalls.remove, { params: { id: person.userId } });
    await vi.waitFor(() => expect(manager.kinds()).toEqual(['users.changed']));
    await vi.waitFor(() => expect(his.isOpen()).toBe(false));
    expect(his.kinds()).toEqual(['accounts.changed', 'permissions.changed']);
    expect(own.kinds()).toEqual(['users.changed']);
  });
});

describe('what the bus did not tell', () => {
  it('ends a browser whose session is gone', async () => {
    const his = await listen(await member('CameraView'));
    await server.platform.database.global.transaction().execute(async (trx) => {
      const { sql } = await import('kysely');
      await sql`delete from auth."session" where id = (select id from auth."session" order by "createdAt" desc limit 1)`.execute(
        trx,
      );
    });
    await vi.waitFor(() => expect(his.isOpen()).toBe(false), { timeout: 5_000 });
    expect(his.heard.at(-1)).toEqual({ type: 'refused', code: 'unauthenticated' });
  });

  it('tells nothing more to whoever lost a right, and everything to whoever got one', async () => {
    const [guard, novice] = [await member('CameraView'), await member('LocationView')];
    const [his, new_, mine] = [await listen(guard), await listen(novice), await listen(owner)];
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      await trx.updateTable('grants').set({ userId: novice.userId }).where('userId', '=', guard.userId).execute();
    });
    const heardBy = (listener: TestListener): number =>
      listener.kinds().filter((kind) => kind === 'cameras.reboot').length;
    await vi.waitFor(
      async () => {
        const [before, after, own] = [heardBy(his), heardBy(new_), heardBy(mine)];
        publish({ kind: 'cameras.reboot', cameraId: newId(), locationId });
        await vi.waitFor(() => expect(heardBy(mine)).toBe(own + 1));
        expect([heardBy(his), heardBy(new_)]).toEqual([before, after + 1]);
      },
      { timeout: 6_000, interval: 200 },
    );
  });

  it('asks many at once without telling any of them by old rights, and loses nothing without saying so', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => member('CameraView')));
    const listeners = await Promise.all(people.flatMap((person) => Array.from({ length: 15 }, () => listen(person))));
    server.platform.bus.publish('rights.changed', { organizationId, userIds: null });
    for (let count = 0; count < 20; count += 1) publish({ kind: 'cameras.reboot', cameraId: newId(), locationId });
    for (const { heard } of listeners) {
      await vi.waitFor(() => expect(heard.some(({ type }) => type === 'refetch') || heard.length === 21).toBe(true), {
        timeout: 5_000,
      });
    }
    publish({ kind: 'edges.software', edgeId, locationId, state: 'available', version: '2' });
    publish({ kind: 'cameras.reboot', cameraId: edgeId, locationId });
    for (const { heard } of listeners)
      await vi.waitFor(() => expect(JSON.stringify(heard.at(-1))).toContain(edgeId), { timeout: 5_000 });
  });

  it('finds those who hold very many things as well as those who hold one', async () => {
    const person = await server.person({ organizationId, permissions: ['CameraView'], locationId });
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      const grant = () => ({
        organizationId,
        id: newId(),
        userId: person.userId,
        permission: 'CameraView',
        entityKind: 'camera' as const,
        entityId: newId(),
      });
      await trx
        .insertInto('grants')
        .values(Array.from({ length: 700 }, grant))
        .execute();
    });
    const his = await listen(person);
    const elsewhere = (await owner.call(locationsCalls.create, { body: { name: 'Other', timeZone: 'UTC' } })).body.id;
    publish({ kind: 'cameras.reboot', cameraId: newId(), locationId: elsewhere });
    publish({ kind: 'cameras.reboot', cameraId: newId(), locationId });
    await vi.waitFor(() => expect(his.kinds()).toEqual(['cameras.reboot']));
    expect(eventsOf(his)[0]?.event).toMatchObject({ locationId });
  });
});
