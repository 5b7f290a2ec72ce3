import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { edgeCommands } from '@sightline/contracts/link/link-commands';
import { startDiscoveryResponder } from '@sightline/simulators/onvif/discovery-responder';
import type { DiscoveredSelf } from '@sightline/simulators/onvif/discovery-responder';
import { afterEach, expect, test } from 'vitest';
import { cameraFor, testDriver } from '../../../testing/drivers/onvif/onvif-driver.fixture.ts';
import { createDiscovery } from '../../drivers/onvif/ws-discovery.ts';
import { createDeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import type { NetworkScanDeps } from './network-scan.ts';
import { NetworkScan } from './network-scan.ts';
import { subnetHosts } from './subnet-hosts.ts';

const loopback = () => ({
  lo: [
    {
      address: '127.0.0.1',
      netmask: '255.0.0.0',
      family: 'IPv4' as const,
      mac: '00:00:00:00:00:00',
      internal: true,
      cidr: '127.0.0.1/8',
    },
  ],
});
const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A UDP port that nobody else of this machine searches on. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => void socket.bind(0, resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => void socket.close(() => resolve()));
  return port;
}

async function responder(devices: () => DiscoveredSelf[], copies = 1): Promise<number> {
  const port = await freePort();
  const made = await startDiscoveryResponder({ devices, port, copies });
  ends.push(() => made.stop());
  return port;
}

async function listener(answer: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

function scanner(discoveryPort: number, more: Partial<NetworkScanDeps> = {}): NetworkScan {
  const networks = createDeviceNetworks(['127.0.0.0/8']);
  return new NetworkScan({
    discover: createDiscovery({ networks, port: discoveryPort, interfaces: loopback }),
    onvif: testDriver(),
    hosts: () => ['127.0.0.1'],
    ports: { onvif: [], rtsp: [] },
    neighbours: async () => new Map([['127.0.0.1', '00:11:22:33:44:55']]),
    allows: networks.allows,
    quietMs: 250,
    ...more,
  });
}

/** Patience with answers that are on their way on a busy machine. */
const patient = { quietMs: 1_500 };

const ask = (more: Partial<{ forMs: number; probesSubnet: boolean; scanId: string }> = {}) => ({
  scanId: randomUUID(),
  forMs: 20_000,
  probesSubnet: false,
  ...more,
});

test('refuses a second search while one runs, and ends the first when it is cancelled', async () => {
  const scan = scanner(await freePort());
  const first = ask();
  const running = scan.scan(first);
  await expect(scan.scan(ask())).rejects.toMatchObject({ code: 'onvif_scan_running' });
  scan.cancel(randomUUID());
  scan.cancel(first.scanId);
  expect(await running).toEqual({ devices: [], isCut: true });
  await expect(scan.scan(ask())).resolves.toEqual({ devices: [], isCut: false });
});

test('finds each device once, however often it answers', async () => {
  const device = await cameraFor();
  const port = await responder(() => [device.discovery()], 3);
  const found = await scanner(port, patient).scan(ask());
  expect(edgeCommands['onvif.scan'].output.parse(found)).toEqual(found);
  expect(found).toEqual({
    devices: [
      {
        host: '127.0.0.1',
        port: device.port,
        source: 'discovery',
        name: 'Acme Dome 5',
        manufacturer: '',
        model: 'Dome 5',
        macAddress: '00:11:22:33:44:55',
        isOnvif: true,
        uuid: `urn:uuid:${device.uuid}`,
      },
    ],
    isCut: false,
  });
});

test('one machine that says that it is a thousand does not push the others out', async () => {
  const camera = (host: string, port: number) => ({
    uuid: randomUUID(),
    namedHosts: [],
    host,
    port,
    name: 'Cam',
    manufacturer: '',
    model: '',
    macAddress: null,
  });
  const discover: NetworkScanDeps['discover'] = (_signal, onDevice) => {
    for (let port = 1; port <= 1_000; port += 1) onDevice(camera('10.0.0.66', port));
    onDevice(camera('10.0.0.7', 80));
    return Promise.resolve();
  };
  const { devices } = await scanner(0, { discover }).scan(ask());
  expect(devices).toHaveLength(65);
  expect(devices.at(-1)).toMatchObject({ host: '10.0.0.7', port: 80 });
});

const answer = (host: string, port: number, change: { uuid?: string; namedHosts?: string[] } = {}) => ({
  uuid: 'urn:uuid:same',
  namedHosts: [],
  host,
  port,
  name: 'Cam',
  manufacturer: '',
  model: '',
  macAddress: null,
  ...change,
});
const placesFound = async (answers: ReturnType<typeof answer>[], cards: [string, string][] = []): Promise<string[]> => {
  const discover: NetworkScanDeps['discover'] = async (_signal, onDevice) => answers.forEach(onDevice);
  const { devices } = await scanner(0, { discover, neighbours: async () => new Map(cards) }).scan(ask());
  return devices.map(({ host, port }) => `${host} ${String(port)}`);
};

test('devices that bear the same uuid are all listed, unless they are one', async () => {
  const clones = [answer('10.0.0.5', 80), answer('10.0.0.6', 80)];
  const cards: [string, string][] = [
    ['10.0.0.5', '00:11:22:33:44:01'],
    ['10.0.0.6', '00:11:22:33:44:02'],
  ];
  expect(await placesFound(clones)).toEqual(['10.0.0.5 80', '10.0.0.6 80']);
  expect(await placesFound(clones, cards)).toEqual(['10.0.0.5 80', '10.0.0.6 80']);
  // To say that one is another does not make it disappear.
  expect(
    await placesFound([answer('10.0.0.5', 80, { namedHosts: ['10.0.0.5', '10.0.0.6'] }), clones[1]!]),
  ).toHaveLength(2);
  const forwarded = [answer('10.0.0.7', 8001, { uuid: 'a' }), answer('10.0.0.7', 8002, { uuid: 'b' })];
  expect(await placesFound([...forwarded, answer('10.0.0.7', 8003, { uuid: '' })])).toHaveLength(3);
});

test('a device that answers at several addresses is listed once', async () => {
  const both = { namedHosts: ['10.0.0.5', '192.168.1.5'] };
  expect(await placesFound([answer('10.0.0.5', 80, both), answer('192.168.1.5', 80, both)])).toEqual(['10.0.0.5 80']);
  const card = '00:11:22:33:44:01';
  const addresses: [string, string][] = [
    ['10.0.0.5', card],
    ['fe80::5', card],
  ];
  expect(await placesFound([answer('10.0.0.5', 80), answer('fe80::5', 80)], addresses)).toEqual(['10.0.0.5 80']);
  expect(await placesFound([answer('10.0.0.5', 80), answer('10.0.0.5', 443)])).toEqual(['10.0.0.5 80']);
});

test('takes the address without encryption of a device that names both', async () => {
  const device = await cameraFor();
  const self = device.discovery();
  const port = await responder(() => [{ ...self, address: `https://127.0.0.1:1/onvif [::1] ${self.address}` }]);
  expect((await scanner(port, patient).scan(ask())).devices).toMatchObject([{ port: device.port }]);
});

test('believes the sender and not the address that a device names', async () => {
  const device = await cameraFor();
  device.faults.namedHost = '198.51.100.66';
  const port = await responder(() => [device.discovery()]);
  expect((await scanner(port, patient).scan(ask())).devices).toMatchObject([{ host: '127.0.0.1', port: device.port }]);
});

test('goes on where a network cannot be asked', async () => {
  const device = await cameraFor();
  const port = await responder(() => [device.discovery()]);
  const gone = { ...loopback(), gone0: [{ ...loopback().lo[0]!, address: '203.0.113.250', cidr: '203.0.113.250/24' }] };
  const discover = createDiscovery({ networks: createDeviceNetworks(['127.0.0.0/8']), port, interfaces: () => gone });
  expect((await scanner(port, { ...patient, discover }).scan(ask())).devices).toMatchObject([{ port: device.port }]);
});

test('hears no answers to questions that it did not ask, and no garbage', async () => {
  const port = await freePort();
  const liar = createSocket({ type: 'udp4', reuseAddr: true });
  await new Promise<void>((resolve) => void liar.bind(port, resolve));
  liar.addMembership('239.255.255.250', '127.0.0.1');
  liar.on('message', (_message, { port: to, address }) => {
    for (const answer of [
      '',
      'x',
      '<a/>',
      '<e><Header><RelatesTo>urn:uuid:1</RelatesTo></Header><Body><ProbeMatches><ProbeMatch><XAddrs>http://127.0.0.1/</XAddrs></ProbeMatch></ProbeMatches></Body></e>',
    ])
      liar.send(answer, to, address);
  });
  ends.push(() => new Promise((resolve) => void liar.close(() => resolve())));
  expect((await scanner(port).scan(ask())).devices).toEqual([]);
});

test('keeps a network that names thousands of devices within bounds', async () => {
  const all = Array.from({ length: 600 }, (_none, index) => ({
    uuid: randomUUID(),
    scopes: [],
    address: `http://127.0.0.1:${10_000 + index}/onvif/device_service`,
  }));
  const port = await responder(() => all);
  const { devices } = await scanner(port, patient).scan(ask());
  expect(devices.length).toBeGreaterThan(0);
  expect(devices.length).toBeLessThanOrEqual(512);
});

test('finds by knocking what does not answer searches, and leaves out what is no camera', async () => {
  const device = await cameraFor();
  const rtsp = await listener('RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n');
  const web = await listener('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
  const quiet = await freePort();
  const knocking = (ports: NetworkScanDeps['ports'], hosts = ['127.0.0.1']) =>
    scanner(quiet, { ports, hosts: () => hosts }).scan(ask({ probesSubnet: true }));
  expect((await knocking({ onvif: [web], rtsp: [web] })).devices).toEqual([]);
  expect((await knocking({ onvif: [device.port], rtsp: [rtsp] }, ['8.8.8.8'])).devices).toEqual([]);
  expect((await knocking({ onvif: [web], rtsp: [rtsp] })).devices).toMatchObject([
    { port: rtsp, source: 'probe', isOnvif: false },
  ]);
  // A stream of a host that speaks ONVIF is no device of its own.
  expect((await knocking({ onvif: [web, device.port], rtsp: [rtsp] })).devices).toMatchObject([
    { port: device.port, source: 'probe', isOnvif: true },
  ]);
});

test('knocks on at no one who is not there', async () => {
  const absent = await cameraFor({ host: '127.7.7.1' });
  const there = await cameraFor();
  const ports = { onvif: [9, absent.port, there.port], rtsp: [] };
  const scan = scanner(await freePort(), { ports, hosts: () => ['127.7.7.1', '127.0.0.1'] });
  expect((await scan.scan(ask({ probesSubnet: true }))).devices).toMatchObject([
    { host: '127.0.0.1', port: there.port },
  ]);
  expect(absent.calls).toEqual([]);
});

test('knocks nowhere without consent', async () => {
  const device = await cameraFor();
  const scan = scanner(await freePort(), { ports: { onvif: [device.port], rtsp: [] } });
  expect((await scan.scan(ask())).devices).toEqual([]);
  expect(device.calls).toEqual([]);
});

test('says that it was cut when the time was over before every host was tried', async () => {
  const many = Array.from({ length: 254 }, (_none, index) => `127.7.7.${index + 1}`);
  const held = await cameraFor({ host: '127.7.7.1' });
  held.faults.isHalfOpen = true;
  const scan = scanner(await freePort(), { ports: { onvif: [held.port], rtsp: [] }, hosts: () => many });
  expect(await scan.scan(ask({ forMs: 600, probesSubnet: true }))).toEqual({ devices: [], isCut: true });
});

const card = (address: string, cidr: string, internal = false) => ({
  address,
  cidr,
  internal,
  netmask: '',
  mac: '',
  family: 'IPv4' as const,
});

test('knocks at 254 neighbours at most, the cards of real networks first', () => {
  const hosts = subnetHosts({
    docker0: [card('172.17.0.1', '172.17.0.1/16')],
    eth0: [card('192.168.7.20', '192.168.7.20/23')],
    lo: [card('127.0.0.1', '127.0.0.1/8', true)],
  });
  expect(hosts).toHaveLength(254);
  expect(hosts.filter((host) => host.startsWith('192.168.7.'))).toHaveLength(253);
  expect(hosts).not.toContain('192.168.7.20');
  expect(subnetHosts({ eth0: [card('10.0.0.5', '10.0.0.5/30')] })).toEqual(['10.0.0.6']);
  expect(subnetHosts({ eth0: [card('169.254.3.4', '169.254.3.4/16')] })).toEqual([]);
});
