import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import { startOnvifDevice } from '@sightline/simulators/onvif/onvif-device';
import { expect, test } from 'vitest';
import {
  accessTo,
  account,
  cameraFor,
  mainProfile,
  subProfile,
  testDriver,
} from '../../../testing/drivers/onvif/onvif-driver.fixture.ts';
import { probeDevice } from './device-probe.ts';

/** Patience on a busy machine. */
const soon = { timeout: 15_000 };

const parts = { onvif: testDriver(), neighbours: async () => new Map<string, string>() };
const look = (device: { host: string; port: number }, credentials = account) =>
  probeDevice(parts, accessTo(device, credentials));

test.each(['token', 'digest', 'either'] as const)(
  'refuses a wrong password with authentication by %s, after at most two tries',
  async (auth) => {
    const device = await cameraFor({ auth });
    await expect(look(device, { ...account, password: 'wrong' })).rejects.toMatchObject({
      code: 'camera_credentials_refused',
    });
    expect(
      device.calls.filter(({ name, isAllowed }) => name === 'GetDeviceInformation' && !isAllowed).length,
    ).toBeLessThanOrEqual(2);
  },
);

test.each([400, 401] as const)('knows a refused password by HTTP %s', async (refusalStatus) => {
  const device = await cameraFor({ auth: 'token', refusalStatus });
  device.faults.refusesAll = true;
  await expect(look(device)).rejects.toMatchObject({ code: 'camera_credentials_refused' });
});

test('never takes missing credentials for connected', async () => {
  const device = await cameraFor();
  await expect(look(device, { username: '', password: '' })).rejects.toMatchObject({
    code: 'camera_credentials_refused',
  });
});

test('says that a camera has no profiles', async () => {
  const device = await cameraFor();
  device.faults.hasNoProfiles = true;
  await expect(look(device)).rejects.toMatchObject({ code: 'onvif_no_profiles' });
});

test('says that nothing answers', async () => {
  const device = await cameraFor();
  await device.stop();
  await expect(look(device)).rejects.toMatchObject({ code: 'camera_unreachable' });
});

test.each([
  ['garbage', '<<<not xml'],
  ['a web page', '<!doctype html><html><body>Camera</body></html>'],
  ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['another XML', '<rss version="2.0"/>'],
  ['an empty envelope', '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>'],
])('says that %s is no ONVIF', async (_title, garbage) => {
  const device = await cameraFor();
  device.faults.garbage = garbage;
  await expect(look(device)).rejects.toMatchObject({ code: 'camera_not_onvif' });
});

test('reads no more than a device could have to say', async () => {
  const device = await cameraFor();
  device.faults.hugeBytes = 20_000_000;
  await expect(look(device)).rejects.toMatchObject({ code: 'camera_not_onvif' });
});

test('waits for a half-open connection no longer than it may', async () => {
  const device = await cameraFor();
  device.faults.isHalfOpen = true;
  await expect(probeDevice({ ...parts, onvif: testDriver(300) }, accessTo(device))).rejects.toMatchObject({
    code: 'camera_timeout',
  });
});

test('gives a device that answers each call slowly a time for all of them', async () => {
  const device = await cameraFor();
  device.faults.slowMs = 200;
  await expect(probeDevice({ ...parts, limitMs: 500 }, accessTo(device))).rejects.toMatchObject({
    code: 'camera_timeout',
  });
  device.faults.slowMs = 50;
  await expect(look(device)).resolves.toMatchObject({ model: 'Dome 5' });
});

test('follows no redirect', async () => {
  const device = await cameraFor();
  const other = await cameraFor();
  device.faults.redirectTo = other.url;
  await expect(look(device)).rejects.toMatchObject({ code: 'camera_not_onvif' });
  expect(other.calls).toEqual([]);
});

test('calls nothing outside of the networks of the core', async () => {
  await expect(look({ host: '8.8.8.8', port: 80 })).rejects.toMatchObject({ code: 'camera_address_refused' });
  await expect(look({ host: '169.254.169.254', port: 80 })).rejects.toMatchObject({ code: 'camera_address_refused' });
});

test('sends no password in clear text to who asks for it', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? '');
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  await expect(look({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })).rejects.toMatchObject({
    code: 'camera_credentials_refused',
  });
  server.close();
  expect(seen.filter((header) => header !== '')).toEqual([]);
});

test('writes the names of headers as simple devices know them', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(...request.rawHeaders.filter((_value, index) => index % 2 === 0));
    response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  await expect(look({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })).rejects.toMatchObject({
    code: 'camera_not_onvif',
  });
  server.close();
  expect(seen).toEqual(['Content-Type', 'Host', 'Content-Length', 'Connection']);
});

test('keeps what a lying device says within what can be true', async () => {
  const device = await cameraFor();
  device.faults.lies = true;
  const seen = await look(device);
  expect(onvifDevice.safeParse(seen).success).toBe(true);
  expect(seen.manufacturer).toHaveLength(200);
  expect(seen).toMatchObject({ mainToken: null, subToken: null });
  expect(seen.profiles[0]).toMatchObject({ width: 0, height: 0, fps: null, bitrateKbps: null });
});

test.each(['192.0.2.9', '169.254.7.7', '10.99.99.99'])(
  'reaches the services and streams of a device that names itself %s where it was reached',
  async (namedHost) => {
    const device = await cameraFor();
    device.faults.namedHost = namedHost;
    const seen = await look(device);
    expect(seen.profiles.map(({ url }) => url)).toEqual([mainProfile.streamUrl, subProfile.streamUrl]);
  },
);

test.each(['token', 'digest', 'either', 'none'] as const)(
  'describes a camera with authentication by %s',
  async (auth) => {
    const device = await cameraFor({ auth, macAddress: '00-11-22-AA-BB-CC' });
    const seen = await look(device);
    expect(onvifDevice.parse(seen)).toEqual(seen);
    expect(seen).toMatchObject({
      manufacturer: 'Acme',
      model: 'Dome 5',
      firmware: '1.0',
      serial: '0042',
      macAddress: '00:11:22:aa:bb:cc',
      mainToken: 'main',
      subToken: 'sub',
      can: { ptz: true, presets: true, events: true, imaging: true, reboot: true, audio: true },
    });
    expect(seen.profiles[0]).toEqual({
      token: 'main',
      name: 'Main',
      videoCodec: 'h264',
      width: 1920,
      height: 1080,
      fps: 25,
      bitrateKbps: 4096,
      url: mainProfile.streamUrl,
      hasPtz: true,
      source: 'source_1',
    });
  },
);

test.each([7_200_000, -7_200_000, -31_536_000_000])(
  'signs in although the clock is off by %i ms, and says by how much',
  async (clockOffsetMs) => {
    const device = await cameraFor({ auth: 'token', clockOffsetMs });
    const seen = await look(device);
    expect(Math.abs(seen.clockOffsetMs! - clockOffsetMs)).toBeLessThan(1_500);
  },
);

test('sees H.265 where the newer media service tells of it, and takes it as main', async () => {
  const device = await cameraFor({
    profiles: [{ ...mainProfile, codec: 'H265', width: 3840, height: 2160 }, subProfile],
  });
  expect((await look(device)).profiles[0]).toMatchObject({ videoCodec: 'h265', width: 3840 });
});

test('looks at an old camera without head, events, picture settings and the newer services', async () => {
  const device = await cameraFor({ isOld: true, hasMedia2: false, hasPtz: false, hasEvents: false, hasImaging: false });
  expect(await look(device)).toMatchObject({
    mainToken: 'main',
    can: { ptz: false, presets: false, events: false, imaging: false, audio: true },
  });
});

test('chooses no profile that cannot be recorded', async () => {
  const device = await cameraFor({ profiles: [{ ...mainProfile, codec: 'JPEG' }, subProfile] });
  expect(await look(device)).toMatchObject({ mainToken: 'sub', subToken: null });
});

test('finds the streams of a device again after it rebooted', async () => {
  const device = await startOnvifDevice({ ...account, profiles: [mainProfile] });
  device.reboot(300);
  await expect(look(device)).rejects.toMatchObject({ code: expect.stringMatching(/camera_(closed|unreachable)/) });
  await expect.poll(async () => look(device).catch(() => null), soon).toMatchObject({ mainToken: 'main' });
  await device.stop();
});

test('tells which stream of a recorder is of which of its cameras, and all of 64 of them', async () => {
  const profiles = Array.from({ length: 64 }, (_, index) => String(index + 1)).flatMap((source) =>
    [mainProfile, subProfile].map((of) => ({
      ...of,
      source,
      token: `${source}-${of.token}`,
      streamUrl: `rtsp://127.0.0.1:8554/${source}/${of.token}`,
    })),
  );
  for (const hasMedia2 of [true, false]) {
    const seen = await look(await cameraFor({ profiles, hasMedia2 }));
    expect(onvifDevice.safeParse(seen).success).toBe(true);
    expect(seen.profiles.map(({ source, url }) => [source, url])).toEqual(
      profiles.map(({ source, streamUrl }) => [source, streamUrl]),
    );
    expect(seen).toMatchObject({ mainToken: '1-main', subToken: '1-sub' });
  }
});
