import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  id = (await owner.call(camerasCalls.create, { body: input() })).body.id;
});

const input = (change: object = {}) => ({
  name: 'Gate',
  edgeId: edge.edgeId,
  locationId: edge.locationId,
  streams: [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }],
  ...change,
});
const read = async () => (await owner.call(camerasCalls.getSettings, { params: { id } })).body;
const change = (body: object, by: TestPerson = owner) => by.call(camerasCalls.updateSettings, { params: { id }, body });
const allow = (body: object) => owner.call(organizationsCalls.setAnalyticsSwitches, { body });
const organizationId = (): string => owner.session.activeOrganizationId ?? '';

const square = [
  { x: 0.1, y: 0.1 },
  { x: 0.6, y: 0.1 },
  { x: 0.6, y: 0.6 },
  { x: 0.1, y: 0.6 },
];
const bowTie = [square[0], square[2], square[1], square[3]];
const span = (day: number, fromMinute: number, toMinute: number) => ({ day, fromMinute, toMinute });

describe('settings of a camera', () => {
  it('CAM-023: are refused to whoever may not see it, or may only look', async () => {
    const stranger = await server.person();
    expect((await stranger.call(camerasCalls.getSettings, { params: { id } })).body).toMatchObject({
      code: 'not_found',
    });
    expect((await change({ delivery: { isWebrtc: false } }, stranger)).body).toMatchObject({ code: 'not_found' });
    const guard = await server.person({ organizationId: organizationId(), permissions: ['CameraView'] });
    expect((await guard.call(camerasCalls.getSettings, { params: { id } })).status).toBe(200);
    expect((await change({ delivery: { isWebrtc: false } }, guard)).body).toMatchObject({ code: 'forbidden' });
    expect((await server.call(camerasCalls.getSettings, { params: { id } })).body).toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('CAM-023: are one record, keyed by the id of the camera, with every default', async () => {
    expect(await read()).toMatchObject({
      cameraId: id,
      revision: 1,
      recordingMode: 'continuous',
      analysis: { objectsToScan: ['person', 'vehicle', 'animal'], zones: [], zonesExclude: [] },
      privacy: { zones: [], definedZones: [], objectsToPixelate: [], privacyType: 'pixelate' },
      recognition: { vehicleMMC: false, protectiveGear: false, forklift: false, container: false, shoppingCart: false },
      place: null,
      organization: { licensePlates: true, forklift: true },
    });
  });

  it.each([
    [
      'an area that crosses itself',
      { analysis: { zones: [square, bowTie] } },
      { code: 'zone_crossing', data: { fields: ['analysis.zones.1'] } },
    ],
    [
      'a hidden one that does',
      { privacy: { zones: [bowTie] } },
      { code: 'zone_crossing', data: { fields: ['privacy.zones.0'] } },
    ],
    ['an area of two corners', { analysis: { zonesExclude: [square.slice(0, 2)] } }, { code: 'validation_failed' }],
    [
      'a corner out of the picture',
      { privacy: { zones: [[...square, { x: 1.2, y: 0 }]] } },
      { code: 'validation_failed' },
    ],
    [
      'corners that are no numbers',
      { privacy: { zones: [[...square, { x: 'NaN', y: null }]] } },
      { code: 'validation_failed' },
    ],
    ['more areas than allowed', { privacy: { zones: Array(21).fill(square) } }, { code: 'validation_failed' }],
    [
      'spans that overlap',
      { recording: { schedule: [span(1, 480, 720), span(1, 700, 900)] } },
      { code: 'schedule_overlaps' },
    ],
    [
      'a span that ends before it begins',
      { recording: { schedule: [span(1, 720, 480)] } },
      { code: 'validation_failed' },
    ],
    ['an eighth day', { recording: { schedule: [span(7, 0, 60)] } }, { code: 'validation_failed' }],
    ['no retention', { retentionDays: 0 }, { code: 'validation_failed' }],
    [
      'too long a retention of what happened',
      { recording: { smartStorage: { isOn: true, retentionDays: 3651 } } },
      { code: 'validation_failed' },
    ],
    ['a pre-roll beyond what a core holds', { recording: { preRollS: 31 } }, { code: 'validation_failed' }],
    ['a mode that is none', { recordingMode: 'sometimes' }, { code: 'validation_failed' }],
    ['one thing twice', { privacy: { objectsToPixelate: ['person', 'person'] } }, { code: 'validation_failed' }],
    [
      'a place of a camera on site',
      { place: { address: 'Quay 1', coordinates: null } },
      { code: 'validation_failed', data: { fields: ['place'] } },
    ],
  ])('refuse %s and stay as they were', async (_name, body, answer) => {
    const before = await read();
    expect((await change(body)).body).toMatchObject(answer);
    expect(await read()).toEqual(before);
  });

  it('CAM-002 CAM-003 CAM-005 CAM-013 CAM-015 CAM-016 CAM-017: change part by part, keep what is absent, and reach the core', async () => {
    await edge.connect();
    const zone = { id: newId(), name: 'Window', points: square };
    const asset = { id: newId(), name: 'Till 3', kind: 'till' as const, note: '' };
    expect(
      (
        await change({
          analysis: { zones: [square], zonesExclude: [square], objectsToScan: ['person'], definedZones: [zone] },
        })
      ).status,
    ).toBe(200);
    await change({ privacy: { definedZones: [zone], objectsToPixelate: ['person'] } });
    await change({
      privacy: { privacyType: 'fill' },
      recognition: { forklift: true },
      cameraSearchSettings: { comparesFaces: false },
    });
    await change({
      cameraAssets: [asset],
      vpnConfiguration: { isOn: true, port: 8080 },
      delivery: { isWebrtcRelay: false },
    });
    const { body } = await change({
      recordingMode: 'schedule',
      recording: { schedule: [span(5, 0, 1440)], preRollS: 10 },
      retentionDays: 9,
    });
    expect(body).toMatchObject({
      revision: 6,
      recordingMode: 'schedule',
      retentionDays: 9,
      recording: { schedule: [span(5, 0, 1440)], preRollS: 10, postRollS: 15 },
      analysis: {
        zones: [square],
        zonesExclude: [square],
        objectsToScan: ['person'],
        definedZones: [{ name: 'Window' }],
      },
      privacy: { definedZones: [zone], objectsToPixelate: ['person'], privacyType: 'fill' },
      recognition: { forklift: true, container: false },
      cameraSearchSettings: { isSearchable: true, comparesFaces: false },
      cameraAssets: [asset],
      vpnConfiguration: { isOn: true, scheme: 'http', port: 8080 },
      delivery: { isWebrtc: true, isWebrtcRelay: false },
    });
    expect(await read()).toEqual(body);
    const { operation } = await edge.next('operation', (message) => message.operation.revision === 6);
    const { recording, recognition, privacy, cameraSearchSettings, cameraAssets, vpnConfiguration, delivery } = body;
    expect(operation.desired).toMatchObject({
      recordingMode: 'schedule',
      retentionDays: 9,
      analysis: body.analysis,
      settings: { recording, recognition, privacy, cameraSearchSettings, cameraAssets, vpnConfiguration, delivery },
    });
  });

  it('answer conflict to whoever changes what they did not see', async () => {
    expect((await change({ revision: 1, delivery: { isWebrtc: false } })).status).toBe(200);
    expect((await change({ revision: 1, retentionDays: 3 })).body).toMatchObject({ code: 'conflict' });
    expect(
      (await owner.call(camerasCalls.update, { params: { id }, body: { revision: 1, name: 'Lost' } })).body,
    ).toMatchObject({ code: 'conflict' });
    const both = await Promise.all([
      change({ revision: 2, retentionDays: 3 }),
      change({ revision: 2, retentionDays: 4 }),
    ]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('lose nothing when two people change different parts at once', async () => {
    await Promise.all([
      change({ privacy: { privacyType: 'fill' } }),
      change({ recording: { preRollS: 7 } }),
      change({ delivery: { isWebrtc: false } }),
    ]);
    expect(await read()).toMatchObject({
      privacy: { privacyType: 'fill' },
      recording: { preRollS: 7 },
      delivery: { isWebrtc: false },
    });
  });

  it('reach the core with the address for ONVIF, and lose it again', async () => {
    await edge.connect();
    const update = (body: object) => owner.call(camerasCalls.update, { params: { id }, body });
    expect((await update({ onvif: { host: 'http://10.0.0.1', port: 80 } })).body).toMatchObject({
      code: 'validation_failed',
    });
    expect((await update({ onvif: { host: '10.0.0.1', port: 8080 } })).body.onvif).toEqual({
      host: '10.0.0.1',
      port: 8080,
    });
    expect(
      (await edge.next('operation', ({ operation }) => operation.revision === 2)).operation.desired?.onvif,
    ).toEqual({ host: '10.0.0.1', port: 8080 });
    expect((await update({ onvif: null })).body.onvif).toBeNull();
  });

  it('do not take a stored password to another machine by its address for ONVIF', async () => {
    const update = (body: object) => owner.call(camerasCalls.update, { params: { id }, body });
    await update({
      credentials: { username: 'admin', password: 'S3cret-Passw0rd' },
      onvif: { host: '10.0.0.1', port: 80 },
    });
    for (const host of ['10.0.0.66', 'attacker.example'])
      expect((await update({ onvif: { host, port: 80 } })).body).toMatchObject({
        code: 'camera_password_needed',
        data: { fields: ['credentials.password'] },
      });
    expect((await update({ onvif: { host: '10.0.0.1', port: 8000 } })).status).toBe(200);
    expect(
      (
        await update({
          onvif: { host: '10.0.0.66', port: 80 },
          credentials: { username: 'admin', password: 'typed again' },
        })
      ).status,
    ).toBe(200);
    expect((await update({ onvif: null })).status).toBe(200);
  });

  it('a test of its streams shows no picture of what it hides to whoever may not see originals', async () => {
    await edge.connect();
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
    const permissions = ['CameraView', 'CameraCreate', 'CameraEdit', 'CoreView'] as const;
    const installer = await server.person({ organizationId: organizationId(), permissions: [...permissions] });
    const trusted = await server.person({
      organizationId: organizationId(),
      permissions: [...permissions, 'OriginalsView'],
    });
    const test = async (by: TestPerson) =>
      (await by.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url: 'rtsp://10.0.0.1/1', cameraId: id } }))
        .body;
    expect((await test(installer)).snapshot).toContain('image/jpeg');
    await change({ privacy: { zones: [square] } });
    expect(await test(installer)).toMatchObject({ snapshot: null, format: { width: 1280 } });
    expect((await test(trusted)).snapshot).toContain('image/jpeg');
  });

  it('come back with the place and the address for ONVIF when a change that waits is taken back', async () => {
    const update = (body: object) => owner.call(camerasCalls.update, { params: { id }, body });
    await update({ onvif: { host: '10.0.0.1', port: 8080 }, settings: { delivery: { isWebrtc: false } } });
    const before = await read();
    await update({ onvif: null, settings: { delivery: { isWebrtc: true }, privacy: { zones: [square] } } });
    expect((await owner.call(syncOperationsCalls.cancel, { body: { edgeId: edge.edgeId, edgeLogId: 3 } })).status).toBe(
      200,
    );
    expect(await read()).toEqual({ ...before, revision: 4 });
    expect((await owner.call(camerasCalls.get, { params: { id } })).body.onvif).toEqual({
      host: '10.0.0.1',
      port: 8080,
    });
  });

  it('keep a camera out of searches when it is not to be found', async () => {
    const search = () => owner.call(eventsCalls.list, { query: {} });
    expect((await search()).status).toBe(200);
    await change({ cameraSearchSettings: { isSearchable: false } });
    expect((await search()).body.total.value).toBe(0);
  });
});

describe('recognition that the organization allows', () => {
  it('CAM-012: is changed by administrators alone', async () => {
    const guard = await server.person({ organizationId: organizationId(), permissions: ['CameraEdit'] });
    expect(
      (await guard.call(organizationsCalls.setAnalyticsSwitches, { body: { forklift: false } })).body,
    ).toMatchObject({ code: 'forbidden' });
    expect((await allow({ faces: false, forklift: 'no' })).body).toMatchObject({ code: 'validation_failed' });
    expect((await allow({ forklift: false })).body).toMatchObject({ forklift: false, container: true });
    expect((await guard.call(organizationsCalls.getAnalyticsSwitches, {})).body).toMatchObject({ forklift: false });
  });

  it('CAM-027: lets a camera switch on only what is allowed', async () => {
    await allow({ forklift: false, licensePlates: false });
    expect((await change({ recognition: { forklift: true } })).body).toMatchObject({
      code: 'organization_switch_off',
      data: { fields: ['recognition.forklift'] },
    });
    expect((await change({ recognition: { container: true } })).status).toBe(200);
    const { analysis, organization } = await read();
    expect(organization).toMatchObject({ forklift: false, licensePlates: false, container: true });
    expect((await change({ analysis: { ...analysis, readsPlates: false } })).status).toBe(200);
    expect((await change({ analysis })).body).toMatchObject({
      code: 'organization_switch_off',
      data: { fields: ['analysis.readsPlates'] },
    });
  });

  it('CAM-012 CAM-027: wins over the switch of the camera, and its core is told', async () => {
    await change({ recognition: { forklift: true } });
    await edge.connect();
    await allow({ forklift: false, licensePlates: false });
    const { operation } = await edge.next('operation', (message) => message.operation.revision === 3);
    expect(operation.desired).toMatchObject({
      settings: { recognition: { forklift: false } },
      analysis: { readsPlates: false },
    });
    expect((await read()).recognition.forklift).toBe(true);
    // Nothing of this camera depends on it: its core is left alone.
    await allow({ shoppingCart: false });
    expect((await read()).revision).toBe(3);
    await allow({ forklift: true });
    const allowed = await edge.next('operation', (message) => message.operation.revision === 4);
    expect(allowed.operation.desired).toMatchObject({ settings: { recognition: { forklift: true } } });
  });
});

describe('a cloud-only camera', () => {
  it('CAM-018: stands on a hosted core and has a place of its own', async () => {
    const core = await owner.call(edgesCalls.create, {
      body: { name: 'Cloud', locationId: edge.locationId, hosted: true },
    });
    expect(core.body.hosted).toBe(true);
    const place = { address: 'Quay 1', coordinates: { lat: 32.8, lon: 35 } };
    const made = await owner.call(camerasCalls.create, { body: input({ edgeId: core.body.id, place }) });
    expect(made.body.isHosted).toBe(true);
    id = made.body.id;
    expect((await read()).place).toEqual(place);
    expect((await change({ place: { address: null, coordinates: { lat: 91, lon: 0 } } })).body).toMatchObject({
      code: 'validation_failed',
    });
    expect((await change({ place: { address: 'Quay 2', coordinates: null } })).body.place).toEqual({
      address: 'Quay 2',
      coordinates: null,
    });
  });
});

describe('the snapshot of a camera', () => {
  it('CAM-025: names camera, core, path and time, and the picture opens from the path', async () => {
    const takenAtUtcMs = 1_790_000_000_000;
    expect((await owner.call(camerasCalls.snapshot, { params: { id } })).body).toMatchObject({ code: 'core_offline' });
    await edge.connect();
    edge.answer('camera.poster', () => ({ jpeg: Buffer.from('picture').toString('base64'), atUtcMs: takenAtUtcMs }));
    const { body } = await owner.call(camerasCalls.snapshot, { params: { id } });
    expect(body).toEqual({
      cameraId: id,
      edgeId: edge.edgeId,
      snapshot: expect.stringContaining(id) as string,
      snapShotTs: takenAtUtcMs,
    });
    expect(await (await fetch(`${server.url}${body.snapshot}`)).text()).toBe('picture');
    const stranger = await server.person();
    expect((await stranger.call(camerasCalls.snapshot, { params: { id } })).body).toMatchObject({ code: 'not_found' });
  });
});

describe('the list of cameras', () => {
  it('CAM-024: holds ten on a page, and the eleventh on the second', async () => {
    for (let number = 2; number <= 11; number += 1)
      await owner.call(camerasCalls.create, {
        body: input({ name: `C${number}`, streams: [{ kind: 'main', url: `rtsp://10.0.0.1/${number}` }] }),
      });
    const first = (await owner.call(camerasCalls.list, { query: { limit: 10 } })).body;
    expect([first.items.length, first.total.value]).toEqual([10, 11]);
    const second = (await owner.call(camerasCalls.list, { query: { limit: 10, cursor: first.nextCursor ?? '' } })).body;
    expect([second.items.length, second.nextCursor]).toEqual([1, null]);
  });
});
