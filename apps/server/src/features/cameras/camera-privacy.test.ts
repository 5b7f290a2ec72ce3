import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
/** May change cameras and cores, and see no originals. */
let installer: TestPerson;
let edge: TestEdge;
let id: string;

const box = (left: number, right: number) => [
  { x: left, y: 0.1 },
  { x: right, y: 0.1 },
  { x: right, y: 0.6 },
  { x: left, y: 0.6 },
];
const permissions = ['CameraView', 'CameraCreate', 'CameraEdit', 'CameraDelete', 'CoreView', 'CoreEdit'] as const;
const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const hidden = { zones: [box(0.1, 0.6)], objectsToPixelate: ['person' as const], privacyType: 'fill' as const };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  installer = await server.person({ organizationId: organizationId(), permissions: [...permissions] });
  id = (await owner.call(camerasCalls.create, { body: input('rtsp://10.0.0.1/1') })).body.id;
});

const input = (url: string, change: object = {}) => ({
  name: 'Gate',
  edgeId: edge.edgeId,
  locationId: edge.locationId,
  streams: [{ kind: 'main' as const, url }],
  ...change,
});
const update = (person: TestPerson, body: object) => person.call(camerasCalls.update, { params: { id }, body });
const hide = (person: TestPerson, privacy: object) => update(person, { settings: { privacy } });
const privacyNow = async () => (await owner.call(camerasCalls.getSettings, { params: { id } })).body.privacy;
const unknown = { status: 409, body: expect.objectContaining({ code: 'privacy_device_unknown' }) as object };
const asked: { hosts: string[]; devices: { host: string; port: number }[]; cameraIds: string[] }[] = [];
/** The core comes, and tells what it knows of hosts and cameras. */
const link = async (marks: Record<string, string[]>) => {
  asked.length = 0;
  edge.capabilities = ['rtsp', 'privacy', 'identify'];
  await edge.connect();
  edge.answer('onvif.identify', (body) => {
    asked.push(body);
    return { marks };
  });
};
const distinct = (...hosts: string[]): Record<string, string[]> =>
  Object.fromEntries(hosts.map((host) => [host, [`ip:${host}`]]));
const less = {
  'the area taken away': { zones: [] },
  'the area smaller': { zones: [box(0.1, 0.59)] },
  'the area divided': { zones: [box(0.1, 0.3), box(0.3, 0.6)] },
  'nobody hidden any more': { objectsToPixelate: [] },
  'squares instead of one colour': { privacyType: 'pixelate' },
  'all of it switched off': { zones: [], objectsToPixelate: [] },
};
const refusal = { status: 403, body: expect.objectContaining({ code: 'privacy_needs_originals' }) as object };

describe('what a camera hides', () => {
  it('is not made less by whoever may not see originals', async () => {
    await hide(owner, hidden);
    const before = await privacyNow();
    for (const [name, change] of Object.entries(less)) {
      expect(await hide(installer, change), name).toMatchObject(refusal);
      const settings = { params: { id }, body: { privacy: change as never, delivery: { isWebrtc: false } } };
      expect(await installer.call(camerasCalls.updateSettings, settings), name).toMatchObject(refusal);
    }
    expect(await privacyNow()).toEqual(before);
    expect((await hide(owner, { zones: [], objectsToPixelate: [] })).status).toBe(200);
  });

  it('may be made more by everybody who may edit, and other parts change beside it', async () => {
    await hide(owner, hidden);
    expect((await hide(installer, { zones: [box(0.05, 0.7)], objectsToPixelate: ['person', 'vehicle'] })).status).toBe(
      200,
    );
    expect(
      (await update(installer, { name: 'Yard', recordingMode: 'motion', settings: { delivery: { isWebrtc: false } } }))
        .status,
    ).toBe(200);
    expect((await installer.call(camerasCalls.get, { params: { id } })).body.can).toMatchObject({
      edit: true,
      originals: false,
    });
  });

  it('counts where the camera is: the right somewhere else is none here', async () => {
    await hide(owner, hidden);
    const other = (await owner.call(camerasCalls.create, { body: input('rtsp://10.0.0.2/1', { name: 'Other' }) })).body
      .id;
    const elsewhere = await server.person({
      organizationId: organizationId(),
      permissions: ['OriginalsView'],
      cameraId: other,
    });
    await server.platform.database.withOrganization(organizationId(), async (trx) => {
      const grant = {
        organizationId: organizationId(),
        userId: elsewhere.userId,
        permission: 'CameraEdit' as const,
        entityKind: 'camera' as const,
      };
      await trx
        .insertInto('grants')
        .values({ id: newId(), ...grant, entityId: id })
        .execute();
    });
    expect(await hide(elsewhere, { zones: [] })).toMatchObject(refusal);
  });
});

describe('a camera that hides something', () => {
  it('is not moved to where the one who moves it may see originals', async () => {
    const { id: part } = (
      await owner.call(locationsCalls.create, { body: { name: 'Lobby', timeZone: 'UTC', parentId: edge.locationId } })
    ).body;
    const grant = {
      organizationId: organizationId(),
      userId: installer.userId,
      permission: 'OriginalsView' as const,
      entityKind: 'location' as const,
    };
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      trx
        .insertInto('grants')
        .values({ id: newId(), ...grant, entityId: part })
        .execute(),
    );
    const move = () => installer.call(camerasCalls.move, { body: { cameraIds: [id], locationId: part } });
    await hide(owner, hidden);
    expect(await update(installer, { locationId: part })).toMatchObject(refusal);
    expect(await move()).toMatchObject(refusal);
    await hide(owner, { zones: [], objectsToPixelate: [] });
    expect((await move()).status).toBe(200);
  });
});

describe('a site with a camera that hides something', () => {
  it('is not moved to where the one who moves it may see originals, nor is what lies above it', async () => {
    const place = async (body: object) =>
      (await owner.call(locationsCalls.create, { body: { name: 'Place', timeZone: 'UTC', ...body } })).body.id;
    const [region, open] = [await place({}), await place({})];
    const grants = {
      organizationId: organizationId(),
      userId: installer.userId,
      entityKind: 'location' as const,
      entityId: open,
    };
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      trx
        .insertInto('grants')
        .values([
          { id: newId(), ...grants, permission: 'OriginalsView' },
          { id: newId(), ...grants, entityKind: 'organization', entityId: null, permission: 'LocationView' },
          { id: newId(), ...grants, entityKind: 'organization', entityId: null, permission: 'LocationEdit' },
        ])
        .execute(),
    );
    const move = (person: TestPerson, from: string, parentId: string | null) =>
      person.call(locationsCalls.update, { params: { id: from }, body: { parentId } });
    await hide(owner, hidden);
    const denied = {
      status: 403,
      body: expect.objectContaining({ code: 'privacy_needs_originals', data: { fields: ['parentId'] } }) as object,
    };
    expect(await move(installer, edge.locationId, open)).toMatchObject(denied);
    expect((await move(installer, edge.locationId, region)).status).toBe(200);
    expect(await move(installer, region, open)).toMatchObject(denied);
    expect((await move(owner, region, open)).status).toBe(200);
    expect((await move(installer, region, null)).status).toBe(200);
    await hide(owner, { zones: [], objectsToPixelate: [] });
    expect((await move(installer, region, open)).status).toBe(200);
  });
});

describe('another address of a device that hides something', () => {
  it('is no way around it: not as a new camera, not as the address of one that exists', async () => {
    await hide(owner, hidden);
    await link(distinct('10.0.0.1', '10.0.0.10'));
    expect(await installer.call(camerasCalls.create, { body: input('rtsp://10.0.0.1/2') })).toMatchObject(refusal);
    expect(await installer.call(camerasCalls.create, { body: input('rtsp://10.0.0.1:8554/2') })).toMatchObject(refusal);
    expect(await update(installer, { streams: [{ kind: 'main', url: 'rtsp://10.0.0.1/2' }] })).toMatchObject(refusal);
    expect(
      (await update(installer, { streams: [{ kind: 'main', url: 'rtsp://10.0.0.1/1', transport: 'udp' }] })).status,
    ).toBe(200);
    expect((await installer.call(camerasCalls.create, { body: input('rtsp://10.0.0.10/2') })).status).toBe(201);
    expect((await owner.call(camerasCalls.create, { body: input('rtsp://10.0.0.1/2', { name: 'Wide' }) })).status).toBe(
      201,
    );
  });

  it('is none once the camera was led to another device: that is not done by whoever may not see originals', async () => {
    await hide(owner, hidden);
    await link(distinct('10.0.0.1', '10.0.0.7'));
    expect(await update(installer, { streams: [{ kind: 'main', url: 'rtsp://10.0.0.7/1' }] })).toMatchObject(refusal);
    const both = [
      { kind: 'main', url: 'rtsp://10.0.0.7/1' },
      { kind: 'sub', url: 'rtsp://10.0.0.1/1' },
    ];
    expect((await update(installer, { streams: both })).status).toBe(200);
    expect(await update(installer, { streams: both.slice(0, 1) })).toMatchObject(refusal);
    expect((await update(owner, { streams: both.slice(0, 1) })).status).toBe(200);
  });

  it('is none either when the camera is deleted and added anew', async () => {
    await hide(owner, hidden);
    expect((await installer.call(camerasCalls.remove, { params: { id } })).status).toBe(200);
    expect(await installer.call(camerasCalls.create, { body: input('rtsp://10.0.0.1/1') })).toMatchObject(refusal);
  });

  it('gives no picture in a test, and a list of cameras neither a picture nor a camera', async () => {
    await hide(owner, hidden);
    await link(distinct('10.0.0.1', '10.0.0.9'));
    const format = {
      videoCodec: 'h264',
      width: 1280,
      height: 720,
      fps: 25,
      bitrateKbps: 900,
      gopMs: 2000,
      hasBFrames: false,
      audioCodec: null,
    };
    edge.answer('camera.test', () => ({
      format,
      warnings: [],
      snapshot: 'data:image/jpeg;base64,/9j/2Q==',
      setupMs: 40,
      driver: 'rtsp',
    }));
    const test = async (person: TestPerson, url: string) =>
      (await person.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url } })).body;
    expect(await test(installer, 'rtsp://10.0.0.1/2')).toMatchObject({
      snapshot: null,
      isPictureHidden: true,
      format: { width: 1280 },
    });
    expect(await test(installer, 'rtsp://10.0.0.9/2')).toMatchObject({
      snapshot: expect.stringContaining('jpeg') as string,
      isPictureHidden: false,
    });
    expect(await test(owner, 'rtsp://10.0.0.1/2')).toMatchObject({
      snapshot: expect.stringContaining('jpeg') as string,
      isPictureHidden: false,
    });
    const rows = [
      { line: 2, name: 'Behind', ip: '10.0.0.1', port: '554', username: '', password: '', connectionString: '/2' },
    ];
    const settings = { retentionDays: 30, isWebrtc: true, isWebrtcRelay: true };
    const body = {
      type: 'file' as const,
      fileName: 'list.csv',
      edgeId: edge.edgeId,
      locationId: edge.locationId,
      settings,
      rows,
    };
    const list = (await installer.call(cameraImportsCalls.create, { body })).body;
    const row = async () =>
      (await installer.call(cameraImportsCalls.rows, { params: { id: list.id }, query: {} })).body.items[0];
    const start = (action: 'test' | 'create') =>
      installer.call(cameraImportsCalls.start, { params: { id: list.id }, body: { action, only: 'open' } });
    await start('test');
    await expect.poll(row).toMatchObject({ success: true, snapshotUrl: null });
    await start('create');
    await expect.poll(row).toMatchObject({ error: true, cause: 'privacy_needs_originals', cameraId: null });
    const onboarding = {
      type: 'manual' as const,
      edgeId: edge.edgeId,
      locationId: edge.locationId,
      onvif: null,
      recordingMode: 'continuous' as const,
      retentionDays: 30,
    };
    const stream = (connectionString: string) => ({
      main: { connectionString, width: null, height: null },
      mainScale: null,
    });
    const cameraDetails = {
      name: 'Behind',
      description: '',
      autoConfigure: false,
      mainStream: stream('rtsp://10.0.0.1/3'),
      isWebrtc: true,
      isWebrtcRelay: true,
    };
    const wizard = { ...onboarding, credentials: { username: '', password: '' }, cameraDetails };
    expect(await installer.call(cameraOnboardingCalls.create, { body: wizard })).toMatchObject(refusal);
  });
});

describe('another name of a device that hides something', () => {
  const add = (url: string, change: object = {}) => installer.call(camerasCalls.create, { body: input(url, change) });

  it('is not taken on trust while the core cannot tell, whatever it is the name of', async () => {
    await hide(owner, hidden);
    // A second address of the same device looks like that of another one.
    for (const host of ['gate.local', '10.0.0.9']) expect(await add(`rtsp://${host}/1`), host).toMatchObject(unknown);
    expect(
      await update(installer, {
        streams: [input('rtsp://10.0.0.1/1').streams[0], { kind: 'sub', url: 'rtsp://10.0.0.9/2' }],
      }),
    ).toMatchObject(unknown);
    await edge.connect();
    expect(await add('rtsp://gate.local/2')).toMatchObject(unknown);
    const format = {
      videoCodec: 'h264',
      width: 1280,
      height: 720,
      fps: 25,
      bitrateKbps: 900,
      gopMs: 2000,
      hasBFrames: false,
      audioCodec: null,
    };
    edge.answer('camera.test', () => ({
      format,
      warnings: [],
      snapshot: 'data:image/jpeg;base64,/9j/2Q==',
      setupMs: 40,
      driver: 'rtsp',
    }));
    const look = await installer.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url: 'rtsp://10.0.0.9/2' } });
    expect(look.body).toMatchObject({ snapshot: null, isPictureHidden: true });
    expect((await owner.call(camerasCalls.create, { body: input('rtsp://gate.local/1') })).status).toBe(201);
  });

  it('is not shown by another picture of a camera that has it under another name from before', async () => {
    const before = (await owner.call(camerasCalls.create, { body: input('rtsp://gate.local/1') })).body.id;
    const lead = (path: string) =>
      installer.call(camerasCalls.update, {
        params: { id: before },
        body: { streams: [{ kind: 'main' as const, url: `rtsp://gate.local/${path}` }] },
      });
    await hide(owner, hidden);
    const marks = { '10.0.0.1': ['ip:10.0.0.1'], 'gate.local': ['ip:10.0.0.1'] };
    await link(marks);
    expect(await lead('2')).toMatchObject(refusal);
    marks['gate.local'] = ['ip:10.0.0.7'];
    expect((await lead('2')).status).toBe(200);
  });

  it('is the same device where its addresses, its hardware or its serial number say so', async () => {
    await hide(owner, hidden);
    const marks = {
      '10.0.0.1': ['ip:10.0.0.1', 'mac:02:00:00:00:00:01'],
      [id]: ['serial:Acme Dome 77'],
      'gate.local': ['ip:10.0.0.1'],
      '10.0.0.2': ['ip:10.0.0.2', 'mac:02:00:00:00:00:01'],
      '10.9.0.1': ['ip:10.9.0.1', 'serial:Acme Dome 77'],
      '10.0.0.3': ['ip:10.0.0.3', 'mac:02:00:00:00:00:03'],
    };
    await link(marks);
    const format = {
      videoCodec: 'h264',
      width: 1280,
      height: 720,
      fps: 25,
      bitrateKbps: 900,
      gopMs: 2000,
      hasBFrames: false,
      audioCodec: null,
    };
    edge.answer('camera.test', () => ({
      format,
      warnings: [],
      snapshot: 'data:image/jpeg;base64,/9j/2Q==',
      setupMs: 40,
      driver: 'rtsp',
    }));
    const test = async (url: string) =>
      (await installer.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url } })).body;
    for (const host of ['gate.local', '10.0.0.2', '10.9.0.1']) {
      expect(await add(`rtsp://${host}/1`), host).toMatchObject(refusal);
      expect(await test(`rtsp://${host}/1`), host).toMatchObject({ snapshot: null, isPictureHidden: true });
    }
    expect(asked[0]).toMatchObject({
      hosts: ['gate.local', '10.0.0.1'],
      devices: [{ host: 'gate.local', port: 80 }],
      cameraIds: [id],
    });
    expect(await add('rtsp://elsewhere.local/1')).toMatchObject(unknown);
    expect(await add('rtsp://10.0.0.3/1', { onvif: { host: 'gate.local', port: 8000 } })).toMatchObject(refusal);
    const other = (await add('rtsp://10.0.0.3/1')).body.id;
    expect(await test('rtsp://10.0.0.3/2')).toMatchObject({ isPictureHidden: false });
    const lead = (body: object) => installer.call(camerasCalls.update, { params: { id: other }, body });
    expect(await lead({ streams: [{ kind: 'main', url: 'rtsp://gate.local/1' }] })).toMatchObject(refusal);
    expect(await lead({ onvif: { host: '10.0.0.2', port: 80 } })).toMatchObject(refusal);
    expect((await lead({ streams: [{ kind: 'main', url: 'rtsp://10.0.0.3/2' }] })).status).toBe(200);
  });

  it('is asked of the core for nobody who may not have a camera there, nor where nothing is hidden from who asks', async () => {
    await hide(owner, hidden);
    await link({});
    const viewer = await server.person({
      organizationId: organizationId(),
      permissions: ['CameraView', 'CameraCreate'],
      cameraId: id,
    });
    expect((await viewer.call(camerasCalls.create, { body: input('rtsp://gate.local/1') })).status).toBe(404);
    expect((await owner.call(camerasCalls.create, { body: input('rtsp://gate.local/1') })).status).toBe(201);
    expect(asked).toEqual([]);
  });
});

describe('a change of what is hidden that waits for its core', () => {
  const key = (edgeLogId: number) => ({ body: { edgeId: edge.edgeId, edgeLogId } });

  it('is not taken back by whoever may not see originals', async () => {
    await hide(installer, { zones: [box(0.1, 0.6)] });
    expect(await installer.call(syncOperationsCalls.cancel, key(2))).toMatchObject(refusal);
    expect((await privacyNow()).zones).toHaveLength(1);
    expect((await owner.call(syncOperationsCalls.cancel, key(2))).status).toBe(200);
    expect((await privacyNow()).zones).toHaveLength(0);
  });

  it('is not brought back to where they may see originals, nor to a device that hides something', async () => {
    const { id: part } = (
      await owner.call(locationsCalls.create, { body: { name: 'Lobby', timeZone: 'UTC', parentId: edge.locationId } })
    ).body;
    const grant = {
      organizationId: organizationId(),
      userId: installer.userId,
      permission: 'OriginalsView' as const,
      entityKind: 'location' as const,
    };
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      trx
        .insertInto('grants')
        .values({ id: newId(), ...grant, entityId: part })
        .execute(),
    );
    await update(owner, { locationId: part });
    await hide(owner, hidden);
    await update(owner, { locationId: edge.locationId });
    expect(await installer.call(syncOperationsCalls.cancel, key(4))).toMatchObject(refusal);
    const wide = (await owner.call(camerasCalls.create, { body: input('rtsp://10.0.0.1/2', { name: 'Wide' }) })).body
      .id;
    await owner.call(camerasCalls.update, {
      params: { id: wide },
      body: { streams: [{ kind: 'main', url: 'rtsp://10.0.0.2/1' }] },
    });
    expect(await installer.call(syncOperationsCalls.cancel, key(6))).toMatchObject(refusal);
    expect((await owner.call(syncOperationsCalls.cancel, key(6))).status).toBe(200);
  });

  it('is not brought back to another address of a device that hides something, nor while its core cannot tell', async () => {
    await hide(owner, hidden);
    const wide = (await owner.call(camerasCalls.create, { body: input('rtsp://10.9.0.1/2', { name: 'Wide' }) })).body
      .id;
    await owner.call(camerasCalls.update, {
      params: { id: wide },
      body: { streams: [{ kind: 'main', url: 'rtsp://10.0.0.2/1' }] },
    });
    expect(await installer.call(syncOperationsCalls.cancel, key(4))).toMatchObject(unknown);
    const marks = { ...distinct('10.0.0.1', '10.0.0.2'), '10.9.0.1': ['ip:10.9.0.1', 'ip:10.0.0.1'] };
    await link(marks);
    expect(await installer.call(syncOperationsCalls.cancel, key(4))).toMatchObject(refusal);
    expect((await owner.call(camerasCalls.get, { params: { id: wide } })).body.streams).toMatchObject([
      { url: 'rtsp://10.0.0.2/1' },
    ]);
    marks['10.9.0.1'] = ['ip:10.9.0.1'];
    expect((await installer.call(syncOperationsCalls.cancel, key(4))).status).toBe(200);
    expect((await owner.call(camerasCalls.get, { params: { id: wide } })).body.streams).toMatchObject([
      { url: 'rtsp://10.9.0.1/2' },
    ]);
  });

  it('is taken back by them when that hides more', async () => {
    await hide(owner, hidden);
    await hide(owner, { zones: [] });
    expect((await installer.call(syncOperationsCalls.cancel, key(3))).status).toBe(200);
    expect((await privacyNow()).zones).toHaveLength(1);
  });

  it('goes out with what is wanted now, also when an older one is sent again', async () => {
    await update(owner, { name: 'Older' });
    await hide(owner, hidden);
    for (const call of ['publish', 'resetPublishCounter'] as const)
      expect((await installer.call(syncOperationsCalls[call], key(2))).status).toBe(200);
    await edge.connect();
    const { operation } = await edge.next('operation', (message) => message.operation.entityId === id);
    expect(operation).toMatchObject({ revision: 3, desired: { settings: { privacy: hidden } } });
    expect(edge.received.filter(({ type }) => type === 'operation')).toHaveLength(1);
  });
});

it('the audit of a change names its parts and no values', async () => {
  const credentials = { username: 'admin', password: 'S3cret-New' };
  await update(owner, {
    name: 'Yard',
    locationId: edge.locationId,
    retentionDays: 9,
    credentials,
    settings: { privacy: hidden, delivery: { isWebrtc: true } },
  });
  await update(owner, {
    streams: [{ kind: 'main', url: 'rtsp://10.0.0.1/2' }],
    onvif: { host: '10.0.0.1', port: 80 },
    credentials,
  });
  const { items } = (
    await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: { events: ['camera.update'] } })
  ).body;
  expect(items.map(({ data }) => data)).toEqual([
    { revision: 3, changed: ['streams', 'credentials', 'onvif'] },
    { revision: 2, changed: ['name', 'retentionDays', 'credentials', 'privacy'] },
  ]);
});
