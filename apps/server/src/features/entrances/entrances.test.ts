import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { entranceInput } from '@sightline/contracts/entrances/entrance';
import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { PlayedCore } from '../../../testing/sync-operations/test-core.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insertEntrance } from './entrances.repository.ts';

const soon = { timeout: 30_000 };
let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
let cameraId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = new PlayedCore(await makeTestEdge(server, owner));
  cameraId = await makeCamera('Lobby');
});

const makeCamera = async (name: string): Promise<string> => {
  const { edgeId, locationId } = core.edge;
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (await owner.call(camerasCalls.create, { body: { name, edgeId, locationId, streams } })).body.id;
};
const line = [
  { x: 0.2, y: 0.6 },
  { x: 0.8, y: 0.6 },
];
type Input = z.input<typeof entranceInput>;
const bodyOf = (change: Partial<Input> = {}): Input => ({
  name: 'Main door',
  cameraId,
  line,
  inSide: 'left',
  ...change,
});
const create = (change: Partial<Input> = {}, by = owner) => by.call(entrancesCalls.create, { body: bodyOf(change) });
const made = async (change: Partial<Input> = {}) => (await create(change)).body;
const get = (id: string, by = owner) => by.call(entrancesCalls.get, { params: { id } });
const list = async (query: { query?: string; limit?: number; cursor?: string; cameraId?: string } = {}, by = owner) =>
  (await by.call(entrancesCalls.list, { query })).body;
const update = (id: string, change: Partial<Input> & { revision: number }, by = owner) =>
  by.call(entrancesCalls.update, { params: { id }, body: { ...bodyOf(), ...change } });
const everything = (id: string, by: TestPerson) =>
  Promise.all([
    get(id, by),
    update(id, { revision: 1 }, by),
    by.call(entrancesCalls.occupancy, { params: { id } }),
    by.call(entrancesCalls.figures, { params: { id }, query: { fromUtcMs: 0, untilUtcMs: 1000, per: 'hour' } }),
    by.call(entrancesCalls.correct, { params: { id }, body: { inside: 3, reason: 'Counted' } }),
    by.call(entrancesCalls.remove, { params: { id } }),
  ]);
const member = (permissions: string[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId, permissions });

describe('DB-SHELL-015 who may not', () => {
  it('is refused without Entrances, whatever is done with it', async () => {
    const { id } = await made();
    const viewer = await member(['CameraView', 'OrganizationDatabase']);
    const forbidden = { status: 403, body: { code: 'forbidden', data: { permission: 'Entrances' } } };
    expect(await viewer.call(entrancesCalls.list, { query: {} })).toMatchObject(forbidden);
    expect(await create({}, viewer)).toMatchObject(forbidden);
    for (const answer of await everything(id, viewer)) expect(answer).toMatchObject(forbidden);
  });

  it('finds no entrance of another organization, nor of a camera that is not seen', async () => {
    const { id } = await made();
    const missing = { status: 404, body: { code: 'not_found' } };
    for (const by of [await server.person(), await member(['Entrances'])]) {
      expect((await list({}, by)).items).toEqual([]);
      expect(await create({}, by)).toMatchObject(missing);
      for (const answer of await everything(id, by)) expect(answer).toMatchObject(missing);
    }
    expect(await get(newId())).toMatchObject(missing);
    expect((await get(id)).body).toMatchObject({ name: 'Main door', revision: 1 });
    // Nor is one moved to a camera of somebody else.
    const stranger = await server.person();
    const theirs = new PlayedCore(await makeTestEdge(server, stranger));
    const { edgeId, locationId } = theirs.edge;
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/theirs' }];
    const { body } = await stranger.call(camerasCalls.create, { body: { name: 'T', edgeId, locationId, streams } });
    expect(await update(id, { cameraId: body.id, revision: 1 })).toMatchObject(missing);
  });
});

describe('DB-ENT-005 an entrance', () => {
  it.each<[string, Record<string, unknown>, object]>([
    ['a line', { line: undefined }, { code: 'validation_failed', data: { fields: ['line'] } }],
    ['two points', { line: [line[0]] }, { code: 'validation_failed', data: { fields: ['line'] } }],
    ['a line that can be crossed', { line: [line[0], line[0]] }, { code: 'entrance_line', data: { fields: ['line'] } }],
    ['a line off the border', { line: [{ x: 0.1, y: 1 }, { x: 0.9, y: 1 }] }, { code: 'entrance_line_border', data: { fields: ['line'] } }], // prettier-ignore
    ['a line that keeps clear of itself', { line: [line[0], line[1], line[0]] }, { code: 'entrance_line_crossing', data: { fields: ['line'] } }], // prettier-ignore
    ['a line within the picture', { line: [line[0], { x: 1.2, y: 0 }] }, { code: 'validation_failed' }],
    ['a side that is in', { inSide: 'middle' }, { code: 'validation_failed', data: { fields: ['inSide'] } }],
    ['a name', { name: '  ' }, { code: 'validation_failed', data: { fields: ['name'] } }],
    ['a camera', { cameraId: undefined }, { code: 'validation_failed', data: { fields: ['cameraId'] } }],
    ['anybody to count', { classes: [] }, { code: 'validation_failed' }],
    ['a time of day', { resetAt: '24:00' }, { code: 'validation_failed', data: { fields: ['resetAt'] } }],
  ])('is not made or changed without %s', async (_what, change, refusal) => {
    expect((await create(change as Partial<Input>)).body).toMatchObject(refusal);
    const { id } = await made();
    expect((await update(id, { ...(change as Partial<Input>), revision: 1 })).body).toMatchObject(refusal);
    expect((await get(id)).body).toMatchObject({ line, revision: 1 });
  });

  it('is not changed by whoever read an older one', async () => {
    const { id } = await made();
    await update(id, { name: 'Side door', revision: 1 });
    expect(await update(id, { name: 'Late', revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'conflict', data: { revision: 2 } },
    });
    expect((await get(id)).body.name).toBe('Side door');
  });

  it('is one of at most 500', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      const one = { cameraId, line, inSide: 'left' as const, classes: ['person' as const], resetAt: '00:00' };
      for (let count = 0; count < 499; count += 1)
        await insertEntrance(trx, organizationId, { ...one, name: `Door ${String(count)}`, at: new Date() });
    });
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many',
      data: { limit: 500 },
    });
  });
});

it('DB-ENT-003 DB-ENT-004 is made with its camera, core and place, changed, and deleted with what it counted', async () => {
  const listener = await listenWith(server.url, owner.session.accessToken);
  const { edgeId, locationId } = core.edge;
  const { body, status } = await create();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...bodyOf(),
    classes: ['person'],
    resetAt: '00:00',
    edgeId,
    locationId,
    cameraName: 'Lobby',
    timeZone: 'Europe/Berlin',
    state: 'pending',
    revision: 1,
    occupancy: { inside: 0, missed: 0, in: 0, out: 0, correction: null },
  });
  expect((await get(body.id)).body).toMatchObject({ id: body.id, createdAtUtcMs: body.createdAtUtcMs });
  const yard = await makeCamera('Yard');
  expect((await update(body.id, { cameraId: yard, inSide: 'right', revision: 1 })).body).toMatchObject({
    cameraId: yard,
    cameraName: 'Yard',
    inSide: 'right',
    revision: 2,
  });
  expect((await owner.call(entrancesCalls.remove, { params: { id: body.id } })).status).toBe(200);
  expect((await get(body.id)).status).toBe(404);
  await vi.waitFor(() => expect(listener.kinds().filter((kind) => kind === 'entrances.changed')).toHaveLength(3), soon);
  const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: {} })).body;
  const written = items.map(({ method }) => method).filter((method) => method.startsWith('entrance.'));
  expect(written).toEqual(['entrance.remove', 'entrance.update', 'entrance.create']);
});

it('DB-ENT-001 DB-ENT-002 lists entrances by their names, page by page, by what is in them and by camera', async () => {
  const yard = await makeCamera('Yard');
  for (const name of ['Door 10', 'door 9', 'Back']) await create({ name });
  await create({ name: 'Yard gate', cameraId: yard });
  const names = ({ items }: { items: { name: string }[] }): string[] => items.map(({ name }) => name);
  const first = await list({ limit: 2 });
  expect(names(first)).toEqual(['Back', 'door 9']);
  expect(first.total).toEqual({ value: 4, relation: 'exact' });
  expect(names(await list({ limit: 9, cursor: first.nextCursor ?? '' }))).toEqual(['Door 10', 'Yard gate']);
  expect(names(await list({ query: 'DOOR' }))).toEqual(['door 9', 'Door 10']);
  expect(names(await list({ cameraId: yard }))).toEqual(['Yard gate']);
});

it('is told to the core of its camera, and says whether it is counted there', async () => {
  core.edge.capabilities = ['rtsp', 'motion', 'detect:coco@1'];
  await core.link(Object.keys(syncedKinds));
  const { id } = await made();
  expect((await get(id)).body.state).toBe('coreTooOld');
  core.edge.send({ type: 'capabilities', capabilities: [...core.edge.capabilities, 'entrances'] });
  await vi.waitFor(async () => expect((await get(id)).body.state).toBe('counting'), soon);
  const told = (): unknown[] => core.live('entrance').map(({ content }) => content);
  expect(told()).toEqual([{ cameraId, line, inSide: 'left', classes: ['person'] }]);
  // How it is called and when it is reset is no business of the core.
  await update(id, { name: 'Gate', resetAt: '04:00', inSide: 'right', revision: 1 });
  await vi.waitFor(() => expect(told()).toMatchObject([{ inSide: 'right' }]), soon);
  await update(id, { classes: ['vehicle', 'animal'], revision: 2 });
  await vi.waitFor(async () => expect((await get(id)).body.state).not.toBe('pending'), soon);
  const camera = (await owner.call(camerasCalls.get, { params: { id: cameraId } })).body;
  expect(camera.id).toBe(cameraId);
  await owner.call(camerasCalls.remove, { params: { id: cameraId } });
  await vi.waitFor(() => expect(told()).toEqual([]), soon);
  expect((await get(id)).status).toBe(404);
});
