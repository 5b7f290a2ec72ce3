import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insertTag } from './event-tag-rows.repository.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
});

const create = (body: object = {}, by = owner) =>
  by.call(eventTagsCalls.create, { body: { name: 'Gate opened', ...body } as never });
const update = (id: string, body: object, by = owner) =>
  by.call(eventTagsCalls.update, { params: { id }, body: { name: 'Gate opened', ...body } as never });
const get = (id: string, by = owner) => by.call(eventTagsCalls.get, { params: { id } });
const remove = (id: string, by = owner) => by.call(eventTagsCalls.remove, { params: { id } });
const list = async (query: object = {}) => (await owner.call(eventTagsCalls.list, { query })).body;
const fields = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `f${at}`, type: 'Text' }));

describe('an event tag', () => {
  it('DB-TAG-011: is refused without EventTags', async () => {
    const { id } = (await create()).body;
    const organizationId = owner.session.activeOrganizationId;
    const member = await server.person({ organizationId, permissions: ['OrganizationDatabase', 'Entrances'] });
    const forbidden = { status: 403, body: { code: 'forbidden', data: { permission: 'EventTags' } } };
    for (const answer of [
      await member.call(eventTagsCalls.list, { query: {} }),
      await get(id, member),
      await create({}, member),
      await update(id, { revision: 1 }, member),
      await remove(id, member),
    ])
      expect(answer).toMatchObject(forbidden);
  });

  it('of another organization is not there', async () => {
    const { id } = (await create()).body;
    const stranger = await server.person();
    for (const answer of [
      await get(id, stranger),
      await update(id, { revision: 1 }, stranger),
      await remove(id, stranger),
      await get(newId()),
      await update(newId(), { revision: 1 }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await create({}, stranger)).status).toBe(201);
  });

  it.each([
    ['DB-TAG-005: 9 seconds', { videoLength: 9 }],
    ['DB-TAG-005: 181 seconds', { videoLength: 181 }],
    ['a part of a second', { videoLength: 10.5 }],
    ['DB-TAG-010: 11 fields', { fields: fields(11) }],
    ['DB-TAG-009: a field without a name', { fields: [{ name: '', type: 'Text' }] }],
    ['DB-TAG-009: a field without a type', { fields: [{ name: 'people' }] }],
    ['DB-TAG-016: a type that there is not', { fields: [{ name: 'people', type: 'Date' }] }],
    ['a name of a field that rules could not write', { fields: [{ name: 'is open', type: 'Boolean' }] }],
    ['two fields of one name', { fields: [...fields(1), ...fields(1)] }],
    ['no name', { name: ' ' }],
  ])('%s is refused', async (_what, change) => {
    expect(await create(change)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it.each([10, 60, 120, 180])('DB-TAG-005 DB-TAG-006: takes %d seconds', async (videoLength) => {
    expect((await create({ videoLength })).body.videoLength).toBe(videoLength);
  });

  it('DB-TAG-003: is refused as the 101st', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      for (let at = 0; at < 100; at++)
        await insertTag(trx, organizationId, { name: `T${at}`, videoLength: 10, fields: [], updatedAt: new Date() });
    });
    expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many', data: { limit: 100 } } });
  });

  it('DB-TAG-008 DB-TAG-015 DB-TAG-017: is added with 10 seconds, changed, listed and deleted; all of it is audited', async () => {
    const types = ['Text', 'Boolean', 'Number', 'Decimal'].map((type) => ({ name: type, type }));
    const { status, body: made } = await create({ fields: types });
    expect([status, made]).toMatchObject([201, { name: 'Gate opened', videoLength: 10, fields: types, revision: 1 }]);
    expect((await get(made.id)).body).toEqual(made);
    expect(await create({ name: 'GATE opened' })).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect(await update(made.id, { revision: 2 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body: changed } = await update(made.id, { name: 'Gate 2', videoLength: 20, revision: 1 });
    expect(changed).toMatchObject({ name: 'Gate 2', videoLength: 20, fields: [], revision: 2 });
    await create({ name: 'gate 10' });
    await create({ name: 'Bell' });
    expect((await list({ query: 'GATE' })).items.map(({ name }) => name)).toEqual(['Gate 2', 'gate 10']);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['Bell', 'Gate 2', 'gate 10']);
    expect((await remove(made.id)).status).toBe(200);
    expect((await remove(made.id)).status).toBe(404);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: { entityId: made.id } })).body;
    expect(items.map(({ method }) => method)).toEqual(['eventTag.remove', 'eventTag.update', 'eventTag.create']);
  });

  it('is told to open screens of those who may see it, and to nobody else', async () => {
    const organizationId = owner.session.activeOrganizationId;
    const blind = await server.person({ organizationId, permissions: ['Entrances'] });
    const mine = await listenWith(server.url, owner.session.accessToken);
    const others = await listenWith(server.url, blind.session.accessToken);
    const { id } = (await create()).body;
    await update(id, { revision: 1 });
    await remove(id);
    await vi.waitFor(() => expect(mine.kinds().filter((kind) => kind === 'event-tags.changed')).toHaveLength(3));
    expect(others.kinds()).not.toContain('event-tags.changed');
  });
});

describe('a posted event of an event tag', () => {
  const types = [
    { name: 'note', type: 'Text' },
    { name: 'isOpen', type: 'Boolean' },
    { name: 'people', type: 'Number' },
    { name: 'degrees', type: 'Decimal' },
  ];

  it('DB-TAG-016: is refused where a field holds something of another type', async () => {
    const { cameraId } = await makeAlertingCore(server, owner);
    await create({ fields: types });
    const post = (said: object, tag = 'gate OPENED') =>
      owner.call(eventTagsCalls.post, { body: { id: newId(), tag, cameraId, fields: said as never } });
    for (const [name, value] of [
      ['note', 1],
      ['isOpen', 'true'],
      ['people', 1.5],
      ['people', '1'],
      ['degrees', false],
    ] as const)
      expect(await post({ [name]: value })).toMatchObject({
        status: 400,
        body: { code: 'event_tag_field_type', data: { fields: [`fields.${name}`] } },
      });
    expect((await post({ note: 'x', isOpen: false, people: 2, degrees: 3.5, other: 'y' })).status).toBe(201);
    expect((await post({})).status).toBe(201);
    expect((await post({ people: 'many' }, 'Another')).status).toBe(201);
  });
});
