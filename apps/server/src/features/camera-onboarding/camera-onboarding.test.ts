import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});

const failure = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};
const credentials = { username: 'admin', password: 'S3cret-Device' };
const found = (host: string) => ({
  host,
  port: 80,
  source: 'discovery' as const,
  name: 'Dome',
  manufacturer: 'Acme',
  model: 'D1',
  macAddress: '00:11:22:33:44:55',
  isOnvif: true,
});
const profile = (token: string, width: number) => ({
  token,
  name: token,
  videoCodec: 'H264',
  width,
  height: (width * 9) / 16,
  fps: 25,
  bitrateKbps: 2000,
  url: `rtsp://10.0.0.7/${token}`,
  hasPtz: true,
});
const device: OnvifDevice = {
  manufacturer: 'Acme',
  model: 'D1',
  firmware: '1.0',
  serial: 'S1',
  macAddress: null,
  clockOffsetMs: 7_200_000,
  profiles: [profile('big', 1920), profile('small', 640)],
  mainToken: 'big',
  subToken: 'small',
  can: { ptz: true, presets: true, events: true, imaging: true, reboot: true, audio: false },
};

const startScan = (body: object = {}) =>
  owner.call(cameraOnboardingCalls.startScan, { body: { edgeId: edge.edgeId, ...body } });
const scanOf = async (id: string) => (await owner.call(cameraOnboardingCalls.getScan, { params: { id } })).body;

/** What a new scan of a core finds. */
async function rescan(by: TestPerson = owner, { edgeId }: TestEdge = edge) {
  const { id } = (await by.call(cameraOnboardingCalls.startScan, { body: { edgeId } })).body;
  const read = async () => (await by.call(cameraOnboardingCalls.getScan, { params: { id } })).body;
  await expect.poll(async () => (await read()).state).toBe('finished');
  return (await read()).devices;
}
async function otherOrganization(): Promise<{ person: TestPerson; edge: TestEdge }> {
  const person = await server.person();
  return { person, edge: await makeTestEdge(server, person) };
}

describe('a scan', () => {
  it('is refused while the core is away, for a core that is not seen, and without the right', async () => {
    expect((await startScan()).body).toMatchObject({ code: 'core_offline' });
    const unpaired = await owner.call(edgesCalls.create, { body: { name: 'On paper', locationId: edge.locationId } });
    expect((await startScan({ edgeId: unpaired.body.id })).body).toMatchObject({ code: 'core_never_connected' });
    expect((await startScan({ edgeId: newId() })).body).toMatchObject({ code: 'not_found' });
    expect((await startScan({ forMs: 60_000 })).body).toMatchObject({ code: 'validation_failed' });
    const viewer = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraView', 'CoreView'],
    });
    expect((await viewer.call(cameraOnboardingCalls.startScan, { body: { edgeId: edge.edgeId } })).status).toBe(403);
  });

  it('is done once at a time by a core, can be cancelled, and is seen by nobody else', async () => {
    await edge.connect();
    const first = await startScan({ probesSubnet: true });
    expect(first.body).toMatchObject({ state: 'running', probesSubnet: true, devices: [] });
    expect((await startScan()).body).toMatchObject({ code: 'onvif_scan_running' });
    const other = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraCreate', 'CameraView', 'CoreView'],
    });
    expect((await other.call(cameraOnboardingCalls.getScan, { params: { id: first.body.id } })).status).toBe(404);
    expect((await other.call(cameraOnboardingCalls.cancelScan, { params: { id: first.body.id } })).status).toBe(404);
    const asked = await edge.next('request', ({ command }) => command === 'onvif.scan');
    expect(asked.body).toMatchObject({ scanId: first.body.id, probesSubnet: true });
    edge.answer('onvif.scanCancel', () => ({}));
    expect((await owner.call(cameraOnboardingCalls.cancelScan, { params: { id: first.body.id } })).body.state).toBe(
      'cancelled',
    );
    await edge.next('request', ({ command }) => command === 'onvif.scanCancel');
    expect((await startScan()).status).toBe(201);
  });

  it('CAMWIZ-005: of somebody else is waited for and not in the way', async () => {
    await edge.connect();
    const other = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraCreate', 'CoreView'],
    });
    let busyWith: string | null = null;
    edge.answer('onvif.scan', ({ scanId }: { scanId: string }) => {
      if (busyWith !== null && busyWith !== scanId) return failure('onvif_scan_running');
      return { devices: [found('10.0.0.7')], isCut: false };
    });
    const first = (await startScan({ forMs: 5_000 })).body;
    busyWith = first.id;
    const second = (await other.call(cameraOnboardingCalls.startScan, { body: { edgeId: edge.edgeId, forMs: 5_000 } }))
      .body;
    expect(second).toMatchObject({ state: 'running' });
    busyWith = null;
    const theirs = async () => (await other.call(cameraOnboardingCalls.getScan, { params: { id: second.id } })).body;
    await expect.poll(async () => (await theirs()).state, { timeout: 5_000 }).toBe('finished');
    expect((await theirs()).devices).toMatchObject([{ host: '10.0.0.7' }]);
  });

  it('CAMWIZ-005: keeps what was found, and says which of it is a camera already that the caller may see', async () => {
    await edge.connect();
    const body = {
      name: 'Gate',
      edgeId: edge.edgeId,
      locationId: edge.locationId,
      streams: [{ kind: 'main' as const, url: 'rtsp://10.0.0.5:8554/1' }],
    };
    await owner.call(camerasCalls.create, { body });
    const forwarded = {
      ...body,
      name: 'Yard',
      streams: [{ kind: 'main' as const, url: 'rtsp://10.0.0.7:9001/1' }],
      onvif: { host: '10.0.0.7', port: 8001 },
    };
    expect((await owner.call(camerasCalls.create, { body: forwarded })).status).toBe(201);
    const behindOne = [8001, 8002].map((port) => ({ ...found('10.0.0.7'), port }));
    edge.answer('onvif.scan', () => ({ devices: [found('10.0.0.5'), found('10.0.0.6'), ...behindOne], isCut: false }));
    const { id } = (await startScan()).body;
    await expect.poll(async () => (await scanOf(id)).state).toBe('finished');
    const kept = (await owner.call(cameraOnboardingCalls.lastScan, { query: { edgeId: edge.edgeId } })).body.scan;
    expect(kept).toMatchObject({
      id,
      devices: [
        { host: '10.0.0.5', cameraCount: 1 },
        { host: '10.0.0.6', cameraCount: 0 },
        { port: 8001, cameraCount: 1 },
        { port: 8002, cameraCount: 0 },
      ],
    });
    const blind = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraCreate'],
    });
    const again = (await blind.call(cameraOnboardingCalls.startScan, { body: { edgeId: edge.edgeId } })).body;
    const seen = async () => (await blind.call(cameraOnboardingCalls.getScan, { params: { id: again.id } })).body;
    await expect.poll(async () => (await seen()).state).toBe('finished');
    expect((await seen()).devices.map(({ cameraCount }) => cameraCount)).toEqual([0, 0, 0, 0]);
    const { items } = (
      await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: { events: ['core.scan'] } })
    ).body;
    expect(items).toHaveLength(2);
  });

  it('of another organization that has the same device says nothing of it', async () => {
    const uuid = 'urn:uuid:nvr';
    const [nvr, theirs] = [{ ...found('10.0.0.9'), uuid }, await otherOrganization()];
    for (const core of [edge, theirs.edge]) {
      await core.connect();
      core.answer('onvif.scan', () => ({ devices: [nvr], isCut: false }));
      core.answer('onvif.look', () => device);
    }
    await rescan();
    expect((await create({}, { onvif: { host: '10.0.0.9', port: 80 } })).status).toBe(201);
    expect(await rescan()).toMatchObject([{ cameraCount: 1, channelCount: 1 }]);
    expect(await rescan(theirs.person, theirs.edge)).toEqual([
      { ...found('10.0.0.9'), cameraCount: 0, channelCount: null, isElsewhere: false },
    ]);
  });

  it('knows a recorder again at another address, and says how many of its channels are cameras', async () => {
    const isNvr = { uuid: 'urn:uuid:nvr', macAddress: null };
    const channels = ['1', '2', '3'].map((source) => ({ ...profile(`ch${source}`, 1920), source, videoCodec: 'h264' }));
    edge.capabilities = ['rtsp', 'privacy'];
    await edge.connect();
    edge.answer('onvif.look', () => ({ ...device, profiles: channels, mainToken: 'ch1', subToken: null }));
    let host = '10.0.0.9';
    edge.answer('onvif.scan', () => ({ devices: [{ ...found(host), ...isNvr }], isCut: false }));
    await rescan();
    const { camera } = (await create({ name: 'First' }, { onvif: { host: '10.0.0.9', port: 80 } })).body;
    expect(await rescan()).toMatchObject([{ cameraCount: 1, channelCount: 3, isElsewhere: false }]);
    host = '10.0.0.77';
    expect(await rescan()).toMatchObject([{ cameraCount: 1, channelCount: 3, isElsewhere: true }]);
    // Its channels are told by what it said when it was added: its old address does not answer.
    const { body } = await owner.call(cameraOnboardingCalls.channels, {
      body: { edgeId: edge.edgeId, host: '10.0.0.77', port: 80, credentials },
    });
    expect(body.channels.map(({ added }) => added?.name)).toEqual(['First', undefined, undefined]);
    // Led to another device it is no longer that one.
    const update = await owner.call(camerasCalls.update, {
      params: { id: camera.id },
      body: { streams: [{ kind: 'main', url: 'rtsp://10.0.0.50/1' }], onvif: null, credentials },
    });
    expect(update.status, JSON.stringify(update.body)).toBe(200);
    expect(await rescan()).toMatchObject([{ cameraCount: 0, isElsewhere: false }]);
  });

  it('of a core of before, which says no uuids, goes by addresses', async () => {
    await edge.connect();
    edge.answer('onvif.look', () => device);
    edge.answer('onvif.scan', () => ({ devices: [found('10.0.0.7'), found('10.0.0.8')], isCut: false }));
    await rescan();
    expect((await create({})).status).toBe(201);
    expect((await rescan()).map(({ host, cameraCount }) => [host, cameraCount])).toEqual([
      ['10.0.0.7', 1],
      ['10.0.0.8', 0],
    ]);
  });

  it('says why it failed', async () => {
    await edge.connect();
    edge.answer('onvif.scan', () => failure('core_timeout'));
    const { id } = (await startScan()).body;
    await expect.poll(async () => (await scanOf(id)).state).toBe('failed');
    expect((await scanOf(id)).cause).toBe('core_timeout');
  });
});

const look = (change: object = {}) =>
  owner.call(cameraOnboardingCalls.look, {
    body: { edgeId: edge.edgeId, host: '10.0.0.7', port: 80, credentials, ...change },
  });

const create = (cameraDetails: object, change: object = {}) =>
  owner.call(cameraOnboardingCalls.create, {
    body: {
      type: 'onvif',
      edgeId: edge.edgeId,
      locationId: edge.locationId,
      onvif: { host: '10.0.0.7', port: 80 },
      credentials,
      cameraDetails: { name: 'Yard', ...cameraDetails },
      ...change,
    } as never,
  });

describe('a device', () => {
  it('is looked at through the core only, and refusals keep their code', async () => {
    expect((await look({ host: 'http://10.0.0.7/' })).body).toMatchObject({ code: 'validation_failed' });
    expect((await look({ edgeId: newId() })).status).toBe(404);
    expect((await look()).body).toMatchObject({ code: 'core_offline' });
    await edge.connect();
    edge.answer('onvif.look', () => failure('camera_credentials_refused'));
    expect((await look()).body).toMatchObject({ code: 'camera_credentials_refused' });
    expect(server.logged()).not.toContain('S3cret-Device');
  });

  it('becomes no camera without streams, and none of it stays', async () => {
    expect((await create({}, { onvif: null })).body).toMatchObject({
      code: 'validation_failed',
      data: { fields: ['cameraDetails.mainStream'] },
    });
    await edge.connect();
    edge.answer('onvif.look', () => ({ ...device, profiles: [], mainToken: null, subToken: null }));
    expect((await create({})).body).toMatchObject({ code: 'onvif_no_profiles' });
    expect((await owner.call(camerasCalls.list, { query: {} })).body.total.value).toBe(0);
  });

  it('CAMWIZ-002 CAMWIZ-007 CAMWIZ-008: becomes a camera with the streams that the core chose, its details and how its pictures travel', async () => {
    await edge.connect();
    edge.answer('onvif.look', () => device);
    expect((await look()).body).toMatchObject({ mainToken: 'big', clockOffsetMs: 7_200_000 });
    const made = await create({
      description: 'By the fence',
      autoConfigure: true,
      isWebrtc: false,
      isWebrtcRelay: false,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { camera } = made.body;
    expect(camera).toMatchObject({ onvif: { host: '10.0.0.7', port: 80 }, username: 'admin', hasPassword: true });
    const details = (await owner.call(cameraOnboardingCalls.details, { params: { id: camera.id } })).body;
    expect(details).toEqual({
      name: 'Yard',
      description: 'By the fence',
      autoConfigure: true,
      mainStream: {
        main: { connectionString: 'rtsp://10.0.0.7/big', height: null, width: null },
        mainScale: { connectionString: 'rtsp://10.0.0.7/small', height: null, width: null },
      },
      isWebrtc: false,
      isWebrtcRelay: false,
    });
    const { operation } = await edge.next('operation');
    expect(operation.desired).toMatchObject({
      credentials,
      onvif: { host: '10.0.0.7', port: 80 },
      settings: { delivery: { isWebrtc: false, isWebrtcRelay: false } },
    });
    expect(JSON.stringify([made.body, details])).not.toContain('S3cret');
  });

  it('CAMWIZ-004: is added by the address of its stream while the core is away', async () => {
    const mainStream = {
      main: { connectionString: 'rtsp://10.0.0.8/1' },
      mainScale: { connectionString: 'rtsp://10.0.0.8/2' },
    };
    expect(
      (await create({ mainStream: { main: { connectionString: 'http://x' } } }, { type: 'manual', onvif: null })).body,
    ).toMatchObject({
      code: 'camera_url_invalid',
    });
    const made = await create({ mainStream, autoConfigure: false }, { type: 'manual', onvif: null });
    expect(made.body).toMatchObject({
      camera: { onvif: null },
      cameraDetails: { autoConfigure: false, isWebrtc: true, mainStream },
    });
    expect((await create({ mainStream }, { type: 'manual', onvif: null })).body).toMatchObject({
      code: 'camera_duplicate',
    });
  });
});

describe('the channels of a recorder', () => {
  beforeEach(() => {
    edge.capabilities = ['rtsp', 'privacy', 'identify'];
  });
  const recorder = (host = '10.0.0.9'): OnvifDevice => {
    const of = (source: string, width: number, kind: string) => ({
      ...profile(`${source}-${kind}`, width),
      url: `rtsp://${host}:554/ch/${source}/${kind}`,
      source,
      videoCodec: 'h264',
    });
    const profiles = ['1', '2', '3'].flatMap((source) => [of(source, 1920, 'main'), of(source, 640, 'sub')]);
    return { ...device, serial: 'NVR-7', profiles, mainToken: '1-main', subToken: '1-sub' };
  };
  const channels = (host = '10.0.0.9', by: TestPerson = owner) =>
    by.call(cameraOnboardingCalls.channels, { body: { edgeId: edge.edgeId, host, port: 80, credentials } });
  const addCamera = (name: string, url: string, change: object = {}) =>
    owner.call(camerasCalls.create, {
      body: {
        name,
        edgeId: edge.edgeId,
        locationId: edge.locationId,
        streams: [{ kind: 'main' as const, url }],
        ...change,
      },
    });
  const addedOf = async (host?: string, by?: TestPerson) =>
    (await channels(host, by)).body.channels.map(({ added }) => added && [added.name, added.isElsewhere]);

  it('are refused where the device is: by a core that is away or not seen, and by a wrong password', async () => {
    expect((await channels()).body).toMatchObject({ code: 'core_offline' });
    await edge.connect();
    edge.answer('onvif.look', () => failure('camera_credentials_refused'));
    expect((await channels()).body).toMatchObject({ code: 'camera_credentials_refused' });
    const stranger = await server.person();
    expect((await channels('10.0.0.9', stranger)).status).toBe(404);
  });

  it('are no cameras because another channel of it is one, nor by the same path of another device', async () => {
    await edge.connect();
    edge.answer('onvif.look', () => recorder());
    await addCamera('Second', 'rtsp://10.0.0.9/ch/2/main', { onvif: { host: '10.0.0.9', port: 80 } });
    await addCamera('Alike', 'rtsp://10.0.0.50/ch/3/main', { onvif: { host: '10.0.0.50', port: 80 } });
    edge.answer('onvif.identify', ({ cameraIds }: { cameraIds: string[] }) => ({
      marks: { '10.0.0.9': ['serial:Acme D1 NVR-7'], [cameraIds[0] ?? '']: ['serial:Acme D1 NVR-8'] },
    }));
    expect(await addedOf()).toEqual([null, ['Second', false], null]);
    const { body } = await channels();
    expect(body).toMatchObject({ serial: 'NVR-7' });
    expect(body.channels[0]).toMatchObject({
      channel: '1',
      main: { url: 'rtsp://10.0.0.9:554/ch/1/main', width: 1920 },
      subUrl: 'rtsp://10.0.0.9:554/ch/1/sub',
    });
    const blind = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraCreate', 'CoreView'],
    });
    expect(await addedOf('10.0.0.9', blind)).toEqual([null, null, null]);
  });

  it('are cameras already under another address of the same device, as far as that can be told', async () => {
    await edge.connect();
    await addCamera('Third', 'rtsp://10.0.0.9/ch/3/main', { onvif: { host: '10.0.0.9', port: 80 } });
    edge.answer('onvif.look', () => recorder('10.0.0.77'));
    let isAnswering = false;
    edge.answer('onvif.identify', ({ cameraIds }: { cameraIds: string[] }) =>
      isAnswering
        ? { marks: Object.fromEntries(['10.0.0.77', ...cameraIds].map((of) => [of, ['serial:Acme D1 NVR-7']])) }
        : failure('core_timeout'),
    );
    expect(await addedOf('10.0.0.77')).toEqual([null, null, null]);
    isAnswering = true;
    expect(await addedOf('10.0.0.77')).toEqual([null, null, ['Third', true]]);
  });
});
