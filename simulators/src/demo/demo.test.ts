import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { connectRtspTestClient } from '@sightline/testing/cameras/rtsp-test-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../apps/server/testing/test-server.ts';
import type { TestServer } from '../../../apps/server/testing/test-server.ts';
import { createApiClient } from './api-client.ts';
import { drawnCameras, type DemoCamera } from './demo-cameras.ts';
import { demoRules } from './demo-rules.ts';
import type { DemoMessage } from './demo.ts';
import { startDemo } from './demo.ts';
import { stopDemoServers, type DemoServers } from './demo-servers.ts';
import { readDemoState, writeDemoState } from './demo-state.ts';
import type { ShownService } from '../services/simulated-service.ts';
import { enterDemo } from './seed.ts';

/** Pictures of the gate, drawn by the first test: each later one would wait for the same again, and take seconds of the processor. */
let drawnGate: string;
let folder: string;
/** Where the server of this file looks for NoonLight; null: it may reach no simulated service. */
let noonLightPort: number | null = null;
let server: TestServer;
let running: DemoServers | null = null;
const signal = new AbortController().signal;
const password = 'a long enough password';

beforeAll(async () => {
  drawnGate = await mkdtemp(join(tmpdir(), 'sightline-demo-drawn-'));
});
afterAll(() => rm(drawnGate, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-demo-'));
  server = await startTestServer({ args: ['--local-edge-claim-file', join(folder, 'claim')] });
  await writeFile(join(folder, 'password'), `${password}\n`);
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

async function stopDemo(): Promise<void> {
  if (running) await stopDemoServers(running);
  running = null;
}

afterEach(async () => {
  await stopDemo();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const never = { afterMs: 3_600_000, forMs: 1 };

async function run(more: DemoCamera[] = [], gap = never): Promise<DemoMessage[]> {
  const told: DemoMessage[] = [];
  const source = await testMedia('h264-720');
  const media = join(folder, 'media');
  await cp(drawnGate, media, { recursive: true });
  running = await startDemo({
    dataDir: folder,
    server: server.url,
    passwordFile: join(folder, 'password'),
    noClip: true,
    noonLightPort,
    gap,
    signal,
    cameras: [{ id: 'gate', name: 'North gate', media: { id: 'gate', kind: 'clip', source } }, ...more],
    notify: (message) => void told.push(message),
  });
  const isOfGate = (path: string): boolean => path === media || /-gate\.(main|sub)\.mp4$/.test(basename(path));
  await cp(media, drawnGate, { recursive: true, filter: isOfGate });
  return told;
}

async function listed(): Promise<Camera[]> {
  const api = createApiClient(server.url, signal);
  await enterDemo(api, password);
  return (await api.call(camerasCalls.list, { query: {} })).items;
}

test('refuses to go on when the account has another password', async () => {
  await run();
  await stopDemo();
  await writeFile(join(folder, 'password'), 'another long password');
  await expect(run()).rejects.toMatchObject({ code: 'demo_account_absent' });
});

test('makes account, site, core and cameras, and pairs the core of this machine', async () => {
  const told = await run();
  expect(told.at(-1)).toMatchObject({ type: 'ready', cameras: [{ name: 'North gate' }] });
  const [camera] = await listed();
  expect(camera).toMatchObject({
    name: 'North gate',
    username: 'viewer',
    hasPassword: true,
    locationName: 'Quayside plant',
    edgeName: 'Plant core',
  });
  expect(camera!.streams.map(({ kind, url }) => [kind, url])).toEqual([
    ['main', running!.rtsp.url('gate/main')],
    ['sub', running!.rtsp.url('gate/sub')],
  ]);
  expect((await readFile(join(folder, 'claim'), 'utf8')).length).toBeGreaterThan(3);
});

test('shows a card where pictures are still being drawn, one camera after the other, and the pictures once they are there', async () => {
  const source = await testMedia('h264-sub');
  const told = await run([
    { id: 'lane', name: 'Delivery lane', media: { id: 'lane', kind: 'clip', source } },
    { id: 'yard', name: 'Yard', media: { id: 'yard', kind: 'clip', source } },
  ]);
  const at = (match: (message: DemoMessage) => boolean): number => told.findIndex(match);
  const shown = at((message) => message.type === 'camera' && message.name === 'Delivery lane');
  expect(shown).toBeGreaterThan(-1);
  expect(at((message) => message.type === 'progress' && message.name === 'scene lane')).toBeGreaterThan(shown);
  expect((await readdir(join(folder, 'media'))).filter((name) => name.includes('lane-card'))).toHaveLength(2);
  const isOf = (camera: string) => (message: DemoMessage) =>
    message.type === 'progress' && message.name === `scene ${camera}`;
  expect(told.findLastIndex(isOf('lane'))).toBeLessThan(at(isOf('yard')));
  // The card lasts four seconds and hardly takes a bit; the clip is the moving one.
  expect(running!.rtsp.format('lane/main').bitrateKbps).toBeGreaterThan(200);
  // What is drawn behind the first camera steps back behind everything else, here behind the other tests.
}, 400_000);

test('brings a rule with each camera that it makes, and brings none back that was deleted', async () => {
  const rules = async () => {
    const api = createApiClient(server.url, signal);
    await enterDemo(api, password);
    const { items } = await api.call(alertRulesCalls.list, { query: {} });
    return { api, items };
  };
  await run();
  const { api, items } = await rules();
  const [camera] = await listed();
  expect(items).toMatchObject([{ name: 'Vehicle at the gate', cameraIds: [camera?.id], isEnabled: true }]);
  await api.call(alertRulesCalls.remove, { params: { id: items[0]!.id } });
  await stopDemo();
  await run();
  expect((await rules()).items).toEqual([]);
  expect(Object.keys(demoRules).toSorted()).toEqual(drawnCameras.map(({ id }) => id).toSorted());
});

test('INT-024 plays NoonLight and Slack where the server may reach them: installed once, dispatching really asks, and what is uninstalled stays so', async () => {
  noonLightPort = await freePort();
  await server.stop();
  const env = { SIGHTLINE_NOONLIGHT_URL: `http://127.0.0.1:${noonLightPort}`, SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' };
  server = await startTestServer({ args: ['--local-edge-claim-file', join(folder, 'claim')], env });
  await run();
  const api = createApiClient(server.url, signal);
  await enterDemo(api, password);
  const installed = async () =>
    (await api.call(integrationsCalls.list)).items
      .filter(({ installedAtUtcMs }) => installedAtUtcMs !== null)
      .map(({ service }) => service);
  expect(await installed()).toEqual(['slack', 'noonlight']);
  const [camera] = await listed();
  await api.call(dispatchAlarmsCalls.create, { body: { locationId: camera!.locationId, cameraId: camera!.id } });
  const desk = async (): Promise<Record<string, string[]>> => {
    const { items } = (await (await fetch(`${running!.services.desk.url}services`)).json()) as {
      items: ShownService[];
    };
    return Object.fromEntries(items.map(({ id, received }) => [id, received]));
  };
  await expect
    .poll(async () => (await desk())['noonlight'], { timeout: 20_000 })
    .toEqual([expect.stringContaining('ACTIVE')]);
  expect((await desk())['slack']).toHaveLength(1);
  await api.call(integrationsCalls.uninstall, { params: { service: 'slack' } });
  await stopDemo();
  await run();
  expect(await installed()).toEqual(['noonlight']);
  noonLightPort = null;
});

test('has two sites in two zones with a place on the map, and a plan on which its cameras stand; what was deleted stays so', async () => {
  const source = await testMedia('h264-sub');
  const entrance = {
    id: 'entrance',
    name: 'Main entrance',
    site: 'haifa' as const,
    media: { id: 'entrance', kind: 'clip' as const, source },
  };
  const places = async () => {
    const api = createApiClient(server.url, signal);
    await enterDemo(api, password);
    return { api, items: (await api.call(locationsCalls.list, { query: {} })).items };
  };
  await run([entrance]);
  const { api, items } = await places();
  const mapped = items.filter(({ coordinates }) => coordinates !== null);
  expect(Object.fromEntries(mapped.map(({ name, timeZone }) => [name, timeZone]))).toEqual({
    'Haifa cold store': 'Asia/Jerusalem',
    'Quayside plant': 'Europe/Amsterdam',
  });
  const cameras = await listed();
  expect(Object.fromEntries(cameras.map(({ name, locationName }) => [name, locationName]))).toEqual({
    'North gate': 'Quayside plant',
    'Main entrance': 'Haifa cold store',
  });
  const haifaId = items.find(({ name }) => name === 'Haifa cold store')!.id;
  const buildings = async () => (await api.call(floorsCalls.buildings, { params: { id: haifaId } })).items;
  const [floor] = (await buildings())[0]!.floors;
  const { plan, cameras: placed } = await api.call(floorsCalls.get, { params: { id: floor!.id } });
  expect(plan).toMatchObject({ widthPx: 1200, heightPx: 750 });
  expect(placed.map(({ cameraId }) => cameraId)).toEqual([cameras.find(({ name }) => name === 'Main entrance')!.id]);
  await api.call(floorsCalls.removeCamera, { params: { id: floor!.id, cameraId: placed[0]!.cameraId } });
  await stopDemo();
  await run([entrance]);
  expect((await places()).items).toHaveLength(items.length);
  expect((await api.call(floorsCalls.get, { params: { id: floor!.id } })).cameras).toEqual([]);
  expect(await buildings()).toHaveLength(1);
}, 400_000);

test('changes nothing when it starts again', async () => {
  await run();
  const before = await listed();
  await stopDemo();
  await run();
  const after = await listed();
  expect(after.map(({ id, revision }) => [id, revision])).toEqual(before.map(({ id, revision }) => [id, revision]));
});

test('moves its cameras when another program has taken the port', async () => {
  await run();
  const [before] = await listed();
  const taken = running!.rtsp.port;
  await stopDemo();
  const other = createServer().listen(taken, '127.0.0.1');
  await run();
  other.close();
  const [after] = await listed();
  expect(running!.rtsp.port).not.toBe(taken);
  expect(after!.id).toBe(before!.id);
  expect(after!.streams.every(({ url }) => url?.includes(`:${running!.rtsp.port}/`))).toBe(true);
});

test('its cameras answer who searches for devices, on their own port and with their own password', async () => {
  await run();
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  socket.setMulticastInterface('127.0.0.1');
  const answers: string[] = [];
  socket.on('message', (message) => void answers.push(message.toString('utf8')));
  const probe =
    '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Header><MessageID>urn:uuid:1</MessageID></e:Header><e:Body><Probe><Types>dn:NetworkVideoTransmitter</Types></Probe></e:Body></e:Envelope>';
  socket.send(probe, 3702, '239.255.255.250');
  // Other demos of this machine may answer as well.
  const own = () => answers.find((answer) => answer.includes('hardware/North%20gate'));
  await expect
    .poll(own, { timeout: 5_000 })
    .toMatch(/<d:XAddrs>http:\/\/127\.0\.0\.1:\d+\/onvif\/device_service<\/d:XAddrs>/);
  socket.close();
  const url = /<d:XAddrs>(.*?)<\/d:XAddrs>/.exec(own()!)![1]!;
  const asked = await fetch(url, {
    method: 'POST',
    body: probe.replace(/<Probe>.*<\/Probe>/, '<GetDeviceInformation/>'),
  });
  expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Digest')]);
});

test('asks for the password of its cameras', async () => {
  await run();
  const probe = await connectRtspTestClient(running!.rtsp.port);
  expect((await probe.request('DESCRIBE', running!.rtsp.url('gate/main'))).status).toBe(401);
  probe.end();
});

test('keeps its state for its owner only, and starts anew from a damaged one', async () => {
  const file = join(folder, 'demo.json');
  const state = {
    rtspPort: 1,
    controlPort: 2,
    cameraPassword: 'x',
    servicePorts: { slack: 3 },
    hasInstalledServices: true,
    access: { key: 'slk_1', doorId: 'door' },
  };
  await writeDemoState(file, state);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readDemoState(file)).toEqual(state);
  // Of a version that knew no services.
  await writeFile(file, '{"rtspPort":1,"controlPort":2,"cameraPassword":"x"}');
  expect(await readDemoState(file)).toEqual({ ...state, servicePorts: {}, hasInstalledServices: false, access: null });
  await writeFile(file, '{"rtspPort":');
  expect((await readDemoState(file)).rtspPort).toBe(8554);
});
