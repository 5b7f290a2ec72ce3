import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { orgVariablesCalls } from '@sightline/contracts/org-variables/org-variables.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insertVariable } from './org-variables.repository.ts';

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
  by.call(orgVariablesCalls.create, { body: { name: 'Opening hour', type: 'int', value: 8, ...body } as never });
const update = (id: string, body: object, by = owner) =>
  by.call(orgVariablesCalls.update, { params: { id }, body: body as never });
const remove = (name: string, by = owner) => by.call(orgVariablesCalls.remove, { query: { name } });
const list = async (query: object = {}, by = owner) => (await by.call(orgVariablesCalls.list, { query })).body;
const changes = async (query: object = {}) => (await owner.call(orgVariablesCalls.changes, { query })).body;

describe('a variable', () => {
  it('DB-SHELL-015 DB-SHELL-044: is refused without Entrances, whatever is done with it', async () => {
    const { id, name } = (await create()).body;
    const organizationId = owner.session.activeOrganizationId;
    const member = await server.person({ organizationId, permissions: ['OrganizationDatabase', 'EventTags'] });
    const forbidden = { status: 403, body: { code: 'forbidden', data: { permission: 'Entrances' } } };
    for (const answer of [
      await member.call(orgVariablesCalls.list, { query: {} }),
      await member.call(orgVariablesCalls.checkName, { query: { name } }),
      await member.call(orgVariablesCalls.changes, { query: {} }),
      await create({}, member),
      await update(id, { type: 'int', value: 9, revision: 1 }, member),
      await remove(name, member),
    ])
      expect(answer).toMatchObject(forbidden);
  });

  it('of another organization is not there, and takes no name away', async () => {
    const { id, name } = (await create()).body;
    const stranger = await server.person();
    const absent = { status: 404, body: { code: 'not_found' } };
    expect(await update(id, { type: 'int', value: 9, revision: 1 }, stranger)).toMatchObject(absent);
    expect(await remove(name, stranger)).toMatchObject(absent);
    const { body } = await stranger.call(orgVariablesCalls.checkName, { query: { name } });
    expect(body).toEqual({ isTaken: false });
    const { body: log } = await stranger.call(orgVariablesCalls.changes, { query: { variableId: id } });
    expect(log.items).toEqual([]);
    expect((await create({}, stranger)).status).toBe(201);
  });

  it.each([
    ['DB-VAR-010: a whole number with a fraction', { type: 'int', value: 1.5 }],
    ['DB-VAR-010: a whole number that is a text', { type: 'int', value: '2' }],
    ['DB-VAR-011: a decimal number that is a text', { type: 'float', value: 'abc' }],
    ['DB-VAR-009: an empty text', { type: 'string', value: '' }],
    ['DB-VAR-009: no value', { type: 'json', value: undefined }],
    ['DB-VAR-016: a type that there is not', { type: 'date', value: '2026-01-01' }],
    ['DB-VAR-005: no name', { name: '  ' }],
    ['a text that is too long', { type: 'string', value: 'x'.repeat(4001) }],
    ['JSON that is too deep', { type: 'json', value: JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown }],
    ['JSON with more digits than are kept', { type: 'json', value: { n: 12_345_678_901_234_567_000 } }],
    ['JSON that is too long', { type: 'json', value: { text: 'x'.repeat(20_000) } }],
    ['the character zero in a text', { type: 'string', value: 'a\0b' }],
    ['half of a character in JSON', { type: 'json', value: { a: '\ud800' } }],
  ])('%s is refused', async (_what, change) => {
    expect(await create(change)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await list()).items).toEqual([]);
  });

  it.each([
    ['string', 'a \\u0000 that is only written'],
    ['int', -3],
    ['float', 1.5],
    ['float', 2],
    ['json', { open: [8, 17], closed: null, text: '\\ud800' }],
    ['json', [1, 'two', null]],
    ['json', 'a text alone'],
    ['json', null],
  ])('DB-VAR-012 DB-VAR-013 DB-VAR-016: keeps %s %j as it was given', async (type, value) => {
    const { status, body } = await create({ type, value });
    expect([status, body]).toMatchObject([201, { name: 'Opening hour', type, value, revision: 1 }]);
    expect((await list()).items).toEqual([body]);
  });

  it('DB-VAR-006: has a name that no other has, in whatever case it is written', async () => {
    await create({ name: 'Änderung' });
    expect(await create({ name: ' ÄNDERUNG ' })).toMatchObject({
      status: 409,
      body: { code: 'name_taken', data: { fields: ['name'] } },
    });
    const check = async (name: string) => (await owner.call(orgVariablesCalls.checkName, { query: { name } })).body;
    expect(await check('änderunG')).toEqual({ isTaken: true });
    expect(await check('Änder')).toEqual({ isTaken: false });
    const answers = await Promise.all([1, 2, 3].map(() => create({ name: 'Once' })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('DB-VAR-017: is added, changed and deleted by its name, which is audited without the value', async () => {
    const { id } = (await create({ value: 8 })).body;
    expect(await update(id, { type: 'float', value: 8.5, revision: 7 })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const { body: changed } = await update(id, { type: 'float', value: 8.5, revision: 1, name: 'Other' });
    expect(changed).toMatchObject({ name: 'Opening hour', type: 'float', value: 8.5, revision: 2 });
    expect((await remove('opening HOUR')).status).toBe(200);
    expect((await remove('Opening hour')).status).toBe(404);
    expect((await list()).items).toEqual([]);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: { entityId: id } })).body;
    expect(items.map(({ method, data }) => [method, data])).toEqual([
      ['orgVariable.remove', { name: 'Opening hour', type: 'float' }],
      ['orgVariable.update', { name: 'Opening hour', type: 'float' }],
      ['orgVariable.create', { name: 'Opening hour', type: 'int' }],
    ]);
  });

  it('has a history that outlives it, with who gave it which value', async () => {
    const { id } = (await create({ value: 8 })).body;
    await create({ name: 'Other', type: 'string', value: 'x' });
    await update(id, { type: 'json', value: { from: 8 }, revision: 1 });
    await remove('Opening hour');
    const { items, total } = await changes({ variableId: id });
    expect(items.map(({ deed, type, value }) => [deed, type, value])).toEqual([
      ['remove', 'json', { from: 8 }],
      ['update', 'json', { from: 8 }],
      ['create', 'int', 8],
    ]);
    expect(items.every(({ byName, name }) => byName !== null && name === 'Opening hour')).toBe(true);
    expect(total).toEqual({ value: 3, relation: 'exact' });
    const first = await changes({ limit: 3 });
    const second = await changes({ limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
      'Opening hour',
      'Opening hour',
      'Other',
      'Opening hour',
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it('keeps the last 200 changes of each', async () => {
    const { id } = (await create({ value: 0 })).body;
    for (let revision = 1; revision <= 201; revision++) await update(id, { type: 'int', value: revision, revision });
    const values: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await changes({ variableId: id, limit: 150, ...(cursor ? { cursor } : {}) });
      values.push(...page.items.map(({ value }) => value));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([values.length, values[0], values.at(-1)]).toEqual([200, 201, 2]);
  });

  it('is not added beyond 1,000', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      for (let at = 0; at < 1_000; at++)
        await insertVariable(trx, organizationId, { name: `V${at}`, type: 'int', value: at, at: new Date() });
    });
    expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many', data: { limit: 1_000 } } });
  });

  it('DB-VAR-001: is found by a part of its name in any case, page by page', async () => {
    for (const name of ['Gate 10', 'gate 2', 'Yard', '100%']) await create({ name });
    expect((await list({ query: 'GATE' })).items.map(({ name }) => name)).toEqual(['gate 2', 'Gate 10']);
    expect((await list({ query: '%' })).items.map(({ name }) => name)).toEqual(['100%']);
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['100%', 'gate 2', 'Gate 10', 'Yard']);
    expect(first.total).toEqual({ value: 4, relation: 'exact' });
  });

  it('is told to open screens of those who may see it, and to nobody else', async () => {
    const organizationId = owner.session.activeOrganizationId;
    const blind = await server.person({ organizationId, permissions: ['EventTags'] });
    const mine = await listenWith(server.url, owner.session.accessToken);
    const others = await listenWith(server.url, blind.session.accessToken);
    const { id, name } = (await create()).body;
    await update(id, { type: 'int', value: 9, revision: 1 });
    await remove(name);
    await vi.waitFor(() => expect(mine.kinds().filter((kind) => kind === 'org-variables.changed')).toHaveLength(3));
    expect(others.kinds()).not.toContain('org-variables.changed');
    expect((await update(newId(), { type: 'int', value: 1, revision: 1 })).status).toBe(404);
  });
});
