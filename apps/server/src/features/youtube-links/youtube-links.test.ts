import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { youtubeLinksCalls } from '@sightline/contracts/youtube-links/youtube-links.api';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insertLink } from './youtube-links.repository.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
});

const url = 'https://www.youtube.com/watch?v=abc123';
const create = (body: object = {}, by = owner) =>
  by.call(youtubeLinksCalls.create, { body: { name: 'Harbour', url, ...body } });
const remove = (id: string, by = owner) => by.call(youtubeLinksCalls.remove, { params: { id } });
const list = async (query: object = {}) => (await owner.call(youtubeLinksCalls.list, { query })).body;

it('DB-SHELL-015: is refused without OrganizationDatabase', async () => {
  const { id } = (await create()).body;
  const organizationId = owner.session.activeOrganizationId;
  const member = await server.person({ organizationId, permissions: ['EventTags', 'Entrances'] });
  const forbidden = { status: 403, body: { code: 'forbidden', data: { permission: 'OrganizationDatabase' } } };
  expect(await member.call(youtubeLinksCalls.list, { query: {} })).toMatchObject(forbidden);
  expect(await create({}, member)).toMatchObject(forbidden);
  expect(await remove(id, member)).toMatchObject(forbidden);
});

it('of another organization is not there', async () => {
  const { id } = (await create()).body;
  const stranger = await server.person();
  expect(await remove(id, stranger)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await stranger.call(youtubeLinksCalls.list, { query: {} })).body.items).toEqual([]);
  expect((await remove(newId())).status).toBe(404);
});

it.each([
  'abc',
  'http://www.youtube.com/watch?v=abc123',
  'https://www.youtube.com.example.org/watch?v=a',
  'https://example.org/https://youtu.be/abc',
  'https://youtu.be/',
  'https://user@youtu.be/abc',
  'https://youtu.be/abc def',
  'javascript:alert(1)',
  '',
])('DB-YT-012: refuses the address %j', async (address) => {
  expect(await create({ url: address })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
});

it.each(['https://youtu.be/abc123', 'https://m.youtube.com/@harbour/live', 'HTTPS://YouTube.com/watch?v=a&t=10s'])(
  'DB-YT-012: takes the address %j',
  async (address) => {
    expect(await create({ url: address })).toMatchObject({ status: 201, body: { url: address } });
  },
);

it('DB-YT-005: refuses one without a name, and more than 500', async () => {
  expect((await create({ name: ' ' })).status).toBe(400);
  const organizationId = owner.session.activeOrganizationId ?? '';
  await server.platform.database.withOrganization(organizationId, async (trx) => {
    for (let at = 0; at < 500; at++) await insertLink(trx, organizationId, { name: 'L', url, createdAt: new Date() });
  });
  expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many', data: { limit: 500 } } });
});

it('DB-YT-006 DB-YT-007: is added with its time, listed by name, found by a part of it, and deleted; all of it is audited', async () => {
  const { body: made } = await create({ name: 'Harbour 10' });
  expect(Object.keys(made).sort()).toEqual(['createdAt', 'id', 'name', 'url']);
  expect(Math.abs(made.createdAt - Date.now())).toBeLessThan(600_000);
  await create({ name: 'harbour 2' });
  await create({ name: 'Yard' });
  expect((await list({ query: 'HARBOUR' })).items.map(({ name }) => name)).toEqual(['harbour 2', 'Harbour 10']);
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['harbour 2', 'Harbour 10', 'Yard']);
  expect((await remove(made.id)).status).toBe(200);
  expect((await remove(made.id)).status).toBe(404);
  const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: { entityId: made.id } })).body;
  expect(items.map(({ method }) => method)).toEqual(['youtubeLink.remove', 'youtubeLink.create']);
});

it('is told to open screens of those who may see it, and to nobody else', async () => {
  const organizationId = owner.session.activeOrganizationId;
  const blind = await server.person({ organizationId, permissions: ['EventTags'] });
  const mine = await listenWith(server.url, owner.session.accessToken);
  const others = await listenWith(server.url, blind.session.accessToken);
  await remove((await create()).body.id);
  await vi.waitFor(() => expect(mine.kinds().filter((kind) => kind === 'youtube-links.changed')).toHaveLength(2));
  expect(others.kinds()).not.toContain('youtube-links.changed');
});
