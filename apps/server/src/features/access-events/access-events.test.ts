import { accessEventsCalls } from '@sightline/contracts/access-events/access-events.api';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { doorArea, doorCandidate } from '../../../testing/doors/test-doors.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let doorId: string;
const told = 'access-events.told';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  doorId = await addDoor('Lobby');
});

async function addDoor(name: string, by = owner, cameraId = core.cameraId): Promise<string> {
  const answer = await by.call(doorsCalls.create, { body: { name, cameraId, area: doorArea } });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const event = (change: object = {}) => {
  return { externalId: newId(), doorId, kind: 'granted' as const, atUtcMs: Date.now(), ...change };
};
const post = (events: object[], by = owner) => by.call(accessEventsCalls.post, { body: { events } as never });
const list = async (query: object = {}, by = owner) => (await by.call(accessEventsCalls.list, { query })).body;
const member = (permissions: string[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId, permissions });
const refused = (code: string) => ({ status: 200, body: { results: [{ outcome: 'refused', code }] } });

describe('who may not', () => {
  it('is refused without a session, whatever is asked', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${server.url}/api/v1/access-events`, { method });
      expect(answer.status).toBe(401);
      expect(((await answer.json()) as { code: string }).code).toBe('unauthenticated');
    }
  });

  it('is refused without the right, and keeps nothing', async () => {
    const viewer = await member(['CameraView', 'OrganizationDatabaseDoorsDirectory', 'EventTags']);
    const forbidden = { status: 403, body: { code: 'forbidden', data: { permission: 'AccessEvents' } } };
    expect(await post([event()], viewer)).toMatchObject(forbidden);
    expect(await viewer.call(accessEventsCalls.list, { query: {} })).toMatchObject(forbidden);
    expect((await list()).items).toEqual([]);
  });

  it('finds no door of another organization, of a camera that is not seen, or that is none', async () => {
    await post([event()]);
    for (const by of [await server.person(), await member(['AccessEvents'])]) {
      expect(await post([event()], by)).toMatchObject(refused('not_found'));
      expect(await list({}, by)).toMatchObject({ items: [], total: { value: 0 } });
      expect(await list({ doorId }, by)).toMatchObject({ items: [], total: { value: 0 } });
    }
    expect(await post([event({ doorId: newId() })])).toMatchObject(refused('not_found'));
    expect((await list()).items).toHaveLength(1);
  });

  it('finds no door that nobody saved, and none that was deleted', async () => {
    const found = doorCandidate(core.cameraId, { atUtcMs: Date.now() });
    await core.send(found);
    expect(await post([event({ doorId: found.doorId })])).toMatchObject(refused('not_found'));
    await post([event()]);
    await owner.call(doorsCalls.remove, { params: { id: doorId } });
    expect(await post([event()])).toMatchObject(refused('not_found'));
    expect((await list()).items).toEqual([]);
  });

  it('hears of no door whose camera is not seen', async () => {
    const blind = await listenWith(server.url, (await member(['AccessEvents'])).session.accessToken);
    const seeing = await listenWith(server.url, (await member(['AccessEvents', 'CameraView'])).session.accessToken);
    await post([event()]);
    await vi.waitFor(() => expect(seeing.kinds()).toContain(told));
    expect(blind.kinds()).not.toContain(told);
  });
});

describe('a post', () => {
  it.each<[string, object]>([
    ['no id', { externalId: ' ' }],
    ['an id that is too long', { externalId: 'x'.repeat(121) }],
    ['an id with control characters', { externalId: 'a\u0000b' }],
    ['a source that is too long', { source: 'x'.repeat(41) }],
    ['a kind that there is none of', { kind: 'opened' }],
    ['a direction that is none', { direction: 'up' }],
    ['a person without a visible letter', { person: '\u200f' }],
    ['a door that is no id', { doorId: 'lobby' }],
    ['no time', { atUtcMs: undefined }],
    ['a time that is none', { atUtcMs: 'now' }],
  ])('is refused as a whole with %s', async (_, change) => {
    expect(await post([event(), event(change)])).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await list()).items).toEqual([]);
  });

  it.each([0, 501])('is refused with %i events', async (count) => {
    const answer = await post(Array.from({ length: count }, () => event()));
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('answers each for itself, in order: too old, too far ahead, unknown and taken', async () => {
    const hourMs = 3_600_000;
    const events = [
      event({ atUtcMs: Date.now() - 25 * hourMs }),
      event({ atUtcMs: Date.now() + 400_000 }),
      event({ doorId: newId() }),
      event({ atUtcMs: Date.now() - 23 * hourMs }),
    ];
    const { results } = (await post(events)).body;
    expect(results.map(({ externalId }) => externalId)).toEqual(events.map(({ externalId }) => externalId));
    expect(results.map(({ outcome, code }) => code ?? outcome)).toEqual([
      'access_event_time',
      'access_event_time',
      'not_found',
      'taken',
    ]);
    expect((await list()).items).toMatchObject([{ externalId: events[3]?.externalId }]);
  });

  it('happens now at the latest, with a clock that is ahead by a little', async () => {
    await post([event({ atUtcMs: Date.now() + 200_000 })]);
    expect((await list()).items[0]?.atUtcMs).toBeLessThanOrEqual(Date.now());
  });

  it('is kept once, however often it comes, also within one post and side by side', async () => {
    const one = event({ person: 'Anna', credential: '0451', direction: 'in' });
    const answers = await Promise.all([post([one, one]), post([one]), post([one, one])]);
    const outcomes = answers.flatMap(({ body }) => body.results.map(({ outcome }) => outcome));
    expect(outcomes.toSorted()).toEqual(['known', 'known', 'known', 'known', 'taken']);
    expect(await list()).toMatchObject({ items: [{ ...one, source: 'API', doorName: 'Lobby' }], total: { value: 1 } });
  });

  it.each<[string, object]>([
    ['kind', { kind: 'denied' }],
    ['person', { person: 'Ben' }],
    ['credential', { credential: '1' }],
    ['direction', { direction: 'out' }],
    ['time', { atUtcMs: Date.now() - 1_800_000 }],
  ])('of another %s is not the same, and another source has ids of its own', async (_, change) => {
    const one = event();
    await post([one]);
    expect(await post([{ ...one, ...change }])).toMatchObject(refused('conflict'));
    expect((await post([{ ...one, ...change, source: 'Other' }])).body.results).toMatchObject([{ outcome: 'taken' }]);
  });

  it('is known again when its clock was ahead', async () => {
    const one = event({ atUtcMs: Date.now() + 200_000 });
    await post([one]);
    expect((await post([one])).body.results).toMatchObject([{ outcome: 'known' }]);
  });

  it('never waits in a circle, in whatever order the same are posted at once', async () => {
    const many = Array.from({ length: 100 }, () => event());
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => post(at % 2 === 0 ? many : many.toReversed())),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await list()).total.value).toBe(100);
  });

  it('shares no ids with another organization', async () => {
    const one = event();
    await post([one]);
    const other = await server.person();
    const otherDoor = await addDoor('Lobby', other, (await makeAlertingCore(server, other)).cameraId);
    expect((await post([{ ...one, doorId: otherDoor }], other)).body.results).toMatchObject([{ outcome: 'taken' }]);
  });

  it('is taken with a key that may do nothing else but see the camera, and told to who looks', async () => {
    const body = { name: 'Gate system', scopes: ['AccessEvents', 'CameraView'], expiresAt: null } as never;
    const { key } = (await owner.call(apiKeysCalls.create, { body })).body;
    const listener = await listenWith(server.url, owner.session.accessToken);
    const answer = await fetch(`${server.url}/api/v1/access-events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ events: [event()] }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, { results: [{ outcome: 'taken' }] }]);
    await vi.waitFor(() => expect(listener.kinds()).toContain(told));
  });
});

describe('the list', () => {
  it('has pages, newest first, and goes by door, camera, kind and time', async () => {
    const other = await addDoor('Yard');
    const now = Date.now();
    const kinds = ['granted', 'denied', 'forced', 'held', 'granted'] as const;
    const events = kinds.map((kind, index) =>
      event({ kind, atUtcMs: now - index * 1000, doorId: index === 4 ? other : doorId }),
    );
    await post(events);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    const third = await list({ limit: 2, cursor: second.nextCursor });
    const shown = [first, second, third].flatMap(({ items }) => items.map(({ externalId }) => externalId));
    expect(shown).toEqual(events.map(({ externalId }) => externalId));
    expect(third.nextCursor).toBeNull();
    expect((await list({ doorId: other })).items).toMatchObject([{ doorName: 'Yard', doorId: other }]);
    expect((await list({ cameraId: newId() })).items).toEqual([]);
    expect((await list({ kind: 'forced' })).items).toMatchObject([{ kind: 'forced' }]);
    const between = await list({ fromUtcMs: now - 2000, toUtcMs: now });
    expect(between.items.map(({ kind }) => kind)).toEqual(['denied', 'forced']);
    expect(await owner.call(accessEventsCalls.list, { query: { cursor: 'x' } })).toMatchObject({ status: 400 });
  });
});
