import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { contentHashText } from '@sightline/contracts/link/link-operations';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { CallAnswer, CallDefinition, CallRequest } from '@sightline/contracts/shared/call';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type Answer, type TestServer } from '../../../testing/test-server.ts';
import type { Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, TestEdge } from '../../../testing/link/test-edge.ts';

interface Entity {
  kind: string;
  id: string;
  revision: number;
  isLive: boolean;
  name?: string;
}

const soon = { timeout: 20_000 };
const hash = (entities: readonly Entity[]): string =>
  createHash('sha256')
    .update(contentHashText(entities.filter(({ isLive }) => isLive)))
    .digest('hex');

let database: TestDatabase;
let admin: pg.Client;
let copyName: string;
let keyFolder: string;
let server: TestServer;
let token: string;
let organizationId: string;
let edge: TestEdge;
/** What the core holds, as its store does: a revision that is not newer changes nothing. */
let held: Map<string, Entity>;
let lastOperation: number;
/** What it was told of each thing last. */
let contents: Map<string, Record<string, unknown> | null>;
/** Kinds of entities that it says it knows. */
let knows: readonly string[] | undefined;
/** So often the core does not say what it holds. */
let refusals: number;

const call = <C extends CallDefinition>(definition: C, request: CallRequest<C>): Promise<Answer<CallAnswer<C>>> =>
  server.call(definition, request, token);
const ownName = (): string => /\/([^/?]+)(?:\?|$)/.exec(database.connectionString)?.[1] ?? '';
const urlOf = (name: string): string => database.connectionString.replace(`/${ownName()}`, `/${name}`);

/** The core on a server: it applies what it is told, and answers what it holds. */
async function link(to: TestServer): Promise<void> {
  const { edgeId, locationId, privateKey, epoch } = edge;
  edge.hangUp();
  edge = new TestEdge({ url: to.url, edgeId, locationId, privateKey });
  edge.epoch = epoch;
  edge.hear((message) => {
    if (message.type !== 'operation') return;
    const { entity: kind, entityId, revision, desired, sequence } = message.operation;
    contents.set(entityId, desired);
    if (revision > (held.get(entityId)?.revision ?? 0))
      held.set(entityId, {
        kind,
        id: entityId,
        revision,
        isLive: desired !== null,
        ...(desired && { name: String(desired['name']) }),
      });
    lastOperation = Math.max(lastOperation, sequence);
    edge.send({ type: 'applied', sequence, contentHash: hash([...held.values()]) });
  });
  edge.answer('sync.content', () => {
    if (refusals-- > 0) throw Object.assign(new Error('busy'), { code: 'internal' });
    return { lastOperation, entities: [...held.values()] };
  });
  // As a core does that knows every kind, and as one that knows cameras alone.
  const told = (id: string) => ({ revision: held.get(id)?.revision ?? 0, content: contents.get(id) ?? {} });
  edge.answer('sync.entity', ({ entityId }: { entityId: string }) => told(entityId));
  edge.answer('sync.camera', ({ cameraId }: { cameraId: string }) => {
    const { revision, content: config } = told(cameraId);
    return { revision, config };
  });
  edge.syncedKinds = knows;
  const { nonce } = await edge.dial();
  edge.hello(nonce, { lastOperation, contentHash: hash([...held.values()]) });
  await edge.next('welcome');
}

const addCamera = async (name: string): Promise<Camera> => {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (
    await call(camerasCalls.create, { body: { name, edgeId: edge.edgeId, locationId: edge.locationId, streams } })
  ).body;
};
const isHeld = async (camera: Camera, isLive = true): Promise<void> =>
  vi.waitFor(() => expect(held.get(camera.id)?.isLive ?? false).toBe(isLive), soon);
const cameraOf = async ({ id }: Camera): Promise<Camera> => (await call(camerasCalls.get, { params: { id } })).body;
const edgeNow = async () => (await call(edgesCalls.get, { params: { id: edge.edgeId } })).body;
const notices = async () =>
  (await call(edgesCalls.notices, { params: { id: edge.edgeId }, query: {} })).body.items.map(({ code, detail }) => ({
    code,
    detail,
  }));
const well = (camera: Pick<Camera, 'id' | 'streams'>): EdgeRecordBody => ({
  kind: 'streamStatus',
  cameraId: camera.id,
  streamId: camera.streams[0]?.id ?? '',
  status: { state: 'online', cause: null, sinceUtcMs: Date.now() - 1000 },
  format: null,
  isRecording: true,
  recordingCause: null,
});

const configOf = (camera: Camera) => ({
  ...cameraConfig({ id: camera.id, stream: { id: camera.streams[0]?.id ?? '' } }),
  streams: camera.streams.map(({ id, kind, url, transport, driver }) => ({ id, kind, url, transport, driver })),
});

async function start(connectionString: string): Promise<void> {
  server = await startTestServer({ connectionString, copyKeyFrom: keyFolder });
  await link(server);
}

/** What is there now is copied; the server goes on. */
async function backUp(): Promise<void> {
  edge.hangUp();
  await server.stop();
  copyName = `copy_${newId().replaceAll('-', '')}`;
  await admin.query(`create database ${copyName} template ${ownName()}`);
  await start(database.connectionString);
}

async function restore(): Promise<void> {
  edge.hangUp();
  await server.stop();
  await start(urlOf(copyName));
}

beforeEach(async () => {
  held = new Map();
  contents = new Map();
  knows = undefined;
  lastOperation = 0;
  refusals = 0;
  copyName = '';
  database = await acquireTestDatabase();
  keyFolder = await mkdtemp(join(tmpdir(), 'sightline-key-'));
  server = await startTestServer({ connectionString: database.connectionString });
  await cp(join(server.dataDir, 'master.key'), join(keyFolder, 'master.key'));
  const owner = await server.person();
  token = owner.session.accessToken;
  organizationId = owner.session.activeOrganizationId ?? '';
  edge = await makeTestEdge(server, owner);
  await edge.connect();
  await link(server);
  admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
});
afterEach(async () => {
  edge.hangUp();
  await server.stop();
  if (copyName !== '') await admin.query(`drop database if exists ${copyName} with (force)`);
  await admin.end();
  await database.drop();
  await rm(keyFolder, { recursive: true });
});

describe('after a server was brought back from an older copy', () => {
  it('a camera that its core let go since is recorded again, is not shown online meanwhile, and people read what was repaired', async () => {
    const gate = await addCamera('Gate');
    await isHeld(gate);
    edge.records(1, [well(gate)]);
    await edge.next('ack');
    expect((await cameraOf(gate)).streams[0]).toMatchObject({ status: { state: 'online' } });
    await backUp();
    // More operations than it takes to put the core right.
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      await call(camerasCalls.update, { params: { id: gate.id }, body: { name } });
    await call(camerasCalls.remove, { params: { id: gate.id } });
    await isHeld(gate, false);
    await restore();
    await isHeld(gate);
    expect((await cameraOf(gate)).streams[0]).not.toMatchObject({ status: { state: 'online' } });
    await vi.waitFor(async () => expect(await edgeNow()).toMatchObject({ isSync: true }), soon);
    expect(await notices()).toEqual([{ code: 'core_content_repaired', detail: 'Gate' }]);
    // It was told by numbers past those of the lost day: at its next link nothing points to another history.
    await link(server);
    expect(await edgeNow()).toMatchObject({ isSync: true });
  });

  it('a core that cannot say at once what it holds is asked again while its link holds', async () => {
    const gate = await addCamera('Gate');
    await isHeld(gate);
    await backUp();
    await call(camerasCalls.remove, { params: { id: gate.id } });
    await isHeld(gate, false);
    refusals = 1;
    await restore();
    await isHeld(gate);
    expect(edge.closed).toBe(false);
    expect(
      edge.received.filter((message) => message.type === 'request' && message.command === 'sync.content'),
    ).toHaveLength(2);
  });

  it('the same revision of both histories is told anew, because it may say two things', async () => {
    const gate = await addCamera('Gate');
    await isHeld(gate);
    await backUp();
    await call(camerasCalls.update, { params: { id: gate.id }, body: { name: 'Of the lost day' } });
    await vi.waitFor(() => expect(held.get(gate.id)?.name).toBe('Of the lost day'), soon);
    const linked = link;
    edge.hangUp();
    await server.stop();
    server = await startTestServer({ connectionString: urlOf(copyName), copyKeyFrom: keyFolder });
    await call(camerasCalls.update, { params: { id: gate.id }, body: { name: 'Of today' } });
    expect((await cameraOf(gate)).revision).toBe(held.get(gate.id)?.revision);
    await linked(server);
    await vi.waitFor(() => expect(held.get(gate.id)?.name).toBe('Of today'), soon);
    await vi.waitFor(async () => expect(await edgeNow()).toMatchObject({ isSync: true }), soon);
    expect((await cameraOf(gate)).revision).toBe(held.get(gate.id)?.revision);
  });

  it('a core that is ahead with equal revisions of other content is repaired by itself, and the notice names what differed, not what was alike', async () => {
    const [gate, yard] = [await addCamera('Gate'), await addCamera('Yard')];
    await isHeld(yard);
    await backUp();
    // The lost day says two things of the gate, and two of the yard that end where they began.
    for (const body of [{ name: 'Lost' }, { name: 'Of the lost day' }])
      await call(camerasCalls.update, { params: { id: gate.id }, body });
    for (const name of ['Lost', 'Yard']) await call(camerasCalls.update, { params: { id: yard.id }, body: { name } });
    await vi.waitFor(
      () => expect([...held.values()].map(({ name }) => name)).toEqual(['Of the lost day', 'Yard']),
      soon,
    );
    edge.hangUp();
    await server.stop();
    server = await startTestServer({ connectionString: urlOf(copyName), copyKeyFrom: keyFolder });
    // Today brings both to the same revisions by operations of which the core never hears: it is past the numbers of all of them.
    for (const { id, name } of [gate, yard])
      await server.platform.database.withOrganization(organizationId, (trx) =>
        trx
          .updateTable('cameras')
          .set({ revision: held.get(id)?.revision ?? 0, name })
          .where('organizationId', '=', organizationId)
          .where('id', '=', id)
          .execute(),
      );
    const ahead = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('edges').select('lastOperation').where('id', '=', edge.edgeId).executeTakeFirstOrThrow(),
    );
    expect(lastOperation).toBeGreaterThan(ahead.lastOperation);
    await link(server);
    await vi.waitFor(() => expect(held.get(gate.id)?.name).toBe('Gate'), soon);
    await vi.waitFor(async () => expect(await edgeNow()).toMatchObject({ isSync: true }), soon);
    for (const camera of [gate, yard]) expect((await cameraOf(camera)).revision).toBe(held.get(camera.id)?.revision);
    expect(await notices()).toEqual([{ code: 'core_content_repaired', detail: 'Gate' }]);
    const { body } = await call(syncOperationsCalls.validate, { query: { edgeId: edge.edgeId } });
    expect(body).toMatchObject({ isSync: true, differences: [] });
  });

  it('a camera that only the core knows goes on recording; what it says is kept, told once, and never ends the link', async () => {
    const gate = await addCamera('Gate');
    await isHeld(gate);
    await backUp();
    const later = await addCamera('Later');
    await isHeld(later);
    await restore();
    await vi.waitFor(
      async () => expect(await notices()).toEqual([{ code: 'camera_unknown_here', detail: `Later ${later.id}` }]),
      soon,
    );
    for (let sequence = 1; sequence <= 8; sequence++) edge.records(sequence, [well(later)]);
    await edge.next('ack', ({ sequence }) => sequence === 8);
    expect(edge.closed).toBe(false);
    expect(held.get(later.id)?.isLive).toBe(true);
    expect(await edgeNow()).toMatchObject({ isSync: false, state: 'online' });
    expect(await notices()).toHaveLength(1);
    const kept = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('unknownCameraRecords').select('cameraId').execute(),
    );
    expect(kept).toEqual(Array.from({ length: 8 }, () => ({ cameraId: later.id })));
  });

  it('a camera that only the core knows is told by what the core says of it, before the two are compared', async () => {
    await backUp();
    const later = await addCamera('Later');
    await isHeld(later);
    refusals = Number.POSITIVE_INFINITY;
    await restore();
    edge.records(1, [well(later), well(later)]);
    await edge.next('ack', ({ sequence }) => sequence === 2);
    expect(await notices()).toEqual([{ code: 'camera_unknown_here', detail: later.id }]);
  });

  it('a camera that is adopted comes back under its own ids, with what the core said of it meanwhile', async () => {
    await backUp();
    const later = await addCamera('Later');
    await isHeld(later);
    await restore();
    contents.set(later.id, { ...configOf(later), name: 'Later' });
    const gap = {
      kind: 'gap' as const,
      gapId: newId(),
      cameraId: later.id,
      streamId: later.streams[0]?.id ?? '',
      fromUtcMs: 1_000,
      toUtcMs: 2_000,
    };
    edge.records(1, [well(later), { ...gap, cause: 'camera_no_video' }]);
    await edge.next('ack', ({ sequence }) => sequence === 2);
    const { body: found } = await call(syncOperationsCalls.validate, { query: { edgeId: edge.edgeId } });
    expect(found.differences).toMatchObject([
      { entityId: later.id, entityName: 'Later', kind: 'extra', canAdopt: true },
    ]);
    const looker = await server.person({ organizationId, permissions: ['CoreView', 'LocationView'] });
    const asked = { body: { edgeId: edge.edgeId, entityId: later.id } };
    expect(await looker.call(syncOperationsCalls.adopt, asked)).toMatchObject({ status: 403 });
    expect(await call(syncOperationsCalls.adopt, asked)).toMatchObject({ status: 200, body: { cameraId: later.id } });
    expect(await cameraOf(later)).toMatchObject({ name: 'Later', streams: [{ id: later.streams[0]?.id }] });
    await vi.waitFor(
      async () => expect((await cameraOf(later)).streams[0]).toMatchObject({ status: { state: 'online' } }),
      soon,
    );
    await vi.waitFor(async () => expect(await edgeNow()).toMatchObject({ isSync: true }), soon);
    const audited = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('auditEntries').select(['entityId']).where('action', '=', 'camera.adopt').execute(),
    );
    expect(audited).toEqual([{ entityId: later.id }]);
    const gaps = () =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        trx.selectFrom('gaps').select(['id', 'streamId']).execute(),
      );
    expect(await gaps()).toEqual([{ id: gap.gapId, streamId: gap.streamId }]);
    expect(await call(syncOperationsCalls.adopt, asked)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('what is still kept of a camera that was adopted, because the server ended meanwhile, is applied at the next link, but for how it was', async () => {
    const gate = await addCamera('Gate');
    await isHeld(gate);
    edge.records(1, [well(gate)]);
    await edge.next('ack');
    const { edgeId } = edge;
    const inside = <T>(work: (trx: Work) => Promise<T>): Promise<T> =>
      server.platform.database.withOrganization(organizationId, work);
    const gapId = newId();
    const gap = {
      kind: 'gap',
      gapId,
      cameraId: gate.id,
      streamId: gate.streams[0]?.id ?? '',
      fromUtcMs: 1_000,
      toUtcMs: 2_000,
      cause: 'camera_no_video',
    };
    const before = { ...well(gate), status: { state: 'offline', cause: 'camera_closed', sinceUtcMs: 1_000 } };
    const kept = [before, gap].map((body) => ({
      id: newId(),
      at: new Date(),
      receivedAt: new Date(),
      body: JSON.stringify(body),
    }));
    const rows = kept.map((row) => ({ ...row, organizationId, edgeId, cameraId: gate.id }));
    await inside((trx) => trx.insertInto('unknownCameraRecords').values(rows).execute());
    await link(server);
    await vi.waitFor(
      async () =>
        expect(await inside((trx) => trx.selectFrom('unknownCameraRecords').select('id').execute())).toEqual([]),
      soon,
    );
    expect(await inside((trx) => trx.selectFrom('gaps').select('id').execute())).toEqual([{ id: gapId }]);
    expect((await cameraOf(gate)).streams[0]).toMatchObject({ status: { state: 'online' } });
  });

  it('a core that nothing happened to since is asked nothing and in sync at once', async () => {
    const gate = await addCamera('Gate');
    await isHeld(gate);
    await backUp();
    await restore();
    expect(await edgeNow()).toMatchObject({ isSync: true });
    expect(edge.received.filter(({ type }) => type === 'request')).toEqual([]);
    expect(await notices()).toEqual([]);
  });

  it('what a location and the organization allow is told anew as well, and nothing of it is taken over from the core', async () => {
    knows = Object.keys(syncedKinds);
    await link(server);
    const gate = await addCamera('Gate');
    await isHeld(gate);
    const wantFaces = (faceRecognition: boolean) =>
      call(locationsCalls.update, { params: { id: edge.locationId }, body: { faceRecognition } });
    await wantFaces(false);
    await vi.waitFor(() => expect(contents.get(edge.locationId)).toEqual({ faceRecognition: false }), soon);
    await backUp();
    await wantFaces(true);
    await call(organizationsCalls.setAnalyticsSwitches, { body: { licensePlates: false } });
    const part = { name: 'Lobby', timeZone: 'UTC', parentId: edge.locationId };
    const lobby = (await call(locationsCalls.create, { body: part })).body.id;
    await call(camerasCalls.update, { params: { id: gate.id }, body: { locationId: lobby } });
    await vi.waitFor(() => expect(contents.get(gate.id)).toMatchObject({ locationId: lobby }), soon);
    await restore();
    await vi.waitFor(async () => {
      expect(contents.get(gate.id)).toMatchObject({ locationId: edge.locationId });
      expect(contents.get(edge.locationId)).toEqual({ faceRecognition: false });
      expect(contents.get(organizationId)).toMatchObject({ allowed: { licensePlates: true } });
      expect(held.get(lobby)?.isLive).toBe(false);
      expect(await edgeNow()).toMatchObject({ isSync: true });
    }, soon);
    expect((await notices()).map(({ code }) => code)).toEqual(['core_content_repaired']);
  });

  it('a camera that is adopted keeps what people wanted of it, also where the organization forbids it meanwhile', async () => {
    knows = Object.keys(syncedKinds);
    await link(server);
    await backUp();
    const later = await addCamera('Later');
    await isHeld(later);
    await restore();
    await call(organizationsCalls.setAnalyticsSwitches, { body: { forklift: false } });
    const config = configOf(later);
    const recognition = { ...config.settings.recognition, forklift: true };
    const content = { ...config, locationId: edge.locationId, settings: { ...config.settings, recognition } };
    contents.set(later.id, content);
    const asked = { body: { edgeId: edge.edgeId, entityId: later.id } };
    expect(await call(syncOperationsCalls.adopt, asked)).toMatchObject({ status: 200 });
    const { body } = await call(camerasCalls.getSettings, { params: { id: later.id } });
    expect(body.recognition.forklift).toBe(true);
    await vi.waitFor(async () => expect(await edgeNow()).toMatchObject({ isSync: true }), soon);
    expect(contents.get(organizationId)).toMatchObject({ allowed: { forklift: false } });
  });
});
