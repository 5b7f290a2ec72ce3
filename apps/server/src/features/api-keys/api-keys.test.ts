import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { favouritesCalls } from '@sightline/contracts/favourites/favourites.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let now = Date.now();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
});
afterAll(() => server.stop());

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const create = (person: TestPerson, change: Record<string, unknown> = {}) =>
  person.call(apiKeysCalls.create, {
    body: { name: 'Reporting', scopes: ['LocationView'], expiresAt: null, ...change } as never,
  });
const locations = (key: string) => server.call(locationsCalls.list, { query: {} }, key);
const newLocation = (key: string) =>
  server.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'UTC' } }, key);

describe('a key for programs', () => {
  it('is refused without scopes, with an unknown one, and with an end in the past', async () => {
    const person = await server.person();
    expect(codeOf(await create(person, { scopes: [] }))).toBe('validation_failed');
    expect(codeOf(await create(person, { scopes: ['Everything'] }))).toBe('validation_failed');
    expect(codeOf(await create(person, { expiresAt: now - 1 }))).toBe('expiry_past');
  });

  it('opens nothing when it is made up, cut short, or has another secret', async () => {
    const { key } = (await create(await server.person())).body;
    const other = (await create(await server.person())).body.key;
    for (const wrong of ['slk_', 'slk_x_y', key.slice(0, -1), `${key.slice(0, 17)}${other.slice(17)}`, `${key}x`])
      expect(codeOf(await locations(wrong))).toBe('unauthenticated');
  });

  it('does what its scopes say and nothing else', async () => {
    const person = await server.person();
    const { key } = (await create(person)).body;
    expect((await locations(key)).status).toBe(200);
    expect(await newLocation(key)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('gets no right that its maker does not have', async () => {
    const owner = await server.person();
    const organizationId = owner.session.activeOrganizationId ?? '';
    const member = await server.person({ organizationId, permissions: ['ApiKeyManage', 'LocationView'] });
    const { key } = (await create(member, { scopes: ['LocationView', 'LocationCreate', 'UserManage'] })).body;
    expect((await locations(key)).status).toBe(200);
    expect(codeOf(await newLocation(key))).toBe('forbidden');
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.deleteFrom('grants').where('userId', '=', member.userId).execute(),
    );
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.deleteFrom('memberships').where('userId', '=', member.userId).execute(),
    );
    expect(codeOf(await locations(key))).toBe('unauthenticated');
  });

  it('works in its own organization, and keys of others do not exist', async () => {
    const [person, stranger] = [await server.person(), await server.person()];
    const made = (await create(person)).body;
    expect((await stranger.call(apiKeysCalls.list, { query: {} })).body.items).toEqual([]);
    expect(codeOf(await stranger.call(apiKeysCalls.remove, { params: { id: made.apiKey.id } }))).toBe('not_found');
    expect((await locations(made.key)).status).toBe(200);
  });

  it('reaches neither the account of its maker nor other keys', async () => {
    const { key } = (await create(await server.person(), { scopes: ['ApiKeyManage', 'LocationView'] })).body;
    expect(codeOf(await server.call(accountsCalls.getProfile, {}, key))).toBe('api_key_scope');
    expect(codeOf(await server.call(sessionsCalls.current, {}, key))).toBe('api_key_scope');
    expect(codeOf(await server.call(accountsCalls.renewMediaToken, { body: { kind: 'twilioPtt' } }, key))).toBe(
      'api_key_scope',
    );
    const body = { name: 'Child', scopes: ['LocationView' as const], expiresAt: null };
    expect(codeOf(await server.call(apiKeysCalls.create, { body }, key))).toBe('api_key_scope');
  });

  it('reaches neither the favourites of its maker nor the membership', async () => {
    const person = await server.person();
    const { key } = (await create(person, { scopes: ['CameraView', 'LocationView'] })).body;
    const target = { params: { kind: 'location' as const, entityId: newId() } };
    expect(codeOf(await server.call(favouritesCalls.list, {}, key))).toBe('api_key_scope');
    expect(codeOf(await server.call(favouritesCalls.star, target, key))).toBe('api_key_scope');
    expect(codeOf(await server.call(favouritesCalls.unstar, target, key))).toBe('api_key_scope');
    expect(codeOf(await server.call(usersCalls.leave, {}, key))).toBe('api_key_scope');
    expect((await person.call(favouritesCalls.list, {})).status).toBe(200);
  });

  it('ends with the membership of its maker, also when the maker comes back', async () => {
    const owner = await server.person();
    const organizationId = owner.session.activeOrganizationId ?? '';
    const maker = await server.person({ organizationId, permissions: ['ApiKeyManage', 'LocationView'] });
    const { key } = (await create(maker, { scopes: ['LocationView'] })).body;
    expect((await locations(key)).status).toBe(200);
    await owner.call(usersCalls.remove, { params: { id: maker.userId } });
    expect((await locations(key)).status).toBe(401);
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      await trx.insertInto('memberships').values({ organizationId, userId: maker.userId }).execute();
      const grant = {
        organizationId,
        id: newId(),
        userId: maker.userId,
        permission: 'LocationView',
        entityKind: 'organization' as const,
        entityId: null,
      };
      await trx.insertInto('grants').values(grant).execute();
    });
    expect((await locations(key)).status).toBe(401);
    expect((await owner.call(apiKeysCalls.list, { query: {} })).body.items).toEqual([]);
  });

  it('ends at its end and when it is removed, at once', async () => {
    const person = await server.person();
    const timed = (await create(person, { expiresAt: now + 1000 })).body;
    const removed = (await create(person)).body;
    expect((await locations(timed.key)).status).toBe(200);
    await person.call(apiKeysCalls.remove, { params: { id: removed.apiKey.id } });
    expect(codeOf(await locations(removed.key))).toBe('unauthenticated');
    now += 1000;
    expect(codeOf(await locations(timed.key))).toBe('unauthenticated');
    expect((await person.call(apiKeysCalls.list, { query: {} })).body.items).toMatchObject([
      { id: timed.apiKey.id, isExpired: true },
    ]);
  });

  it('says when it was used last, once a minute, and is shown once', async () => {
    const person = await server.person();
    const { key, apiKey } = (await create(person)).body;
    expect(apiKey.lastUsedAt).toBeNull();
    await locations(key);
    const first = now;
    now += 59_000;
    await locations(key);
    const list = async () => (await person.call(apiKeysCalls.list, { query: {} })).body;
    expect((await list()).items[0]?.lastUsedAt).toBe(first);
    now += 1000;
    await locations(key);
    expect((await list()).items[0]?.lastUsedAt).toBe(now);
    expect(JSON.stringify(await list())).not.toContain(key.slice(17));
    const { rows } = await sql<{
      text: string;
    }>`select coalesce(string_agg(d::text, ' '), '') as text from api_key_directory d`.execute(
      server.platform.database.global,
    );
    expect(rows[0]?.text).not.toContain(key.slice(17));
    expect(server.logged()).not.toContain(key.slice(17));
  });

  it('SET-011 has an id and a timestamp; the list has pages of 20', async () => {
    const person = await server.person();
    for (let n = 1; n <= 21; n += 1) await create(person, { name: `Key ${n}` });
    const first = (await person.call(apiKeysCalls.list, { query: {} })).body;
    expect(first.items).toHaveLength(20);
    expect(first.totalItemsCount).toBe(21);
    expect(first.items[0]).toMatchObject({ name: 'Key 21', timestamp: now, createdBy: { id: person.userId } });
    expect(first.items[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await person.call(apiKeysCalls.list, { query: { page: 2 } })).body.items.map(({ name }) => name)).toEqual([
      'Key 1',
    ]);
  });
});
