import { randomUUID } from 'node:crypto';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { Activity } from './device-motion.ts';
import { accessTo, account, cameraFor } from '../../../testing/drivers/onvif/onvif-driver.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { DeviceSupervision } from './device-supervision.ts';

let devices: DeviceSupervision | null = null;
let assessed: Activity[] = [];

afterEach(async () => {
  await devices?.stop();
  devices = null;
  assessed = [];
});

function start(cameras: ReturnType<typeof cameraConfig>[]): DeviceSupervision {
  devices = new DeviceSupervision({
    deviceNetworks: ['127.0.0.0/8'],
    cameras: () => cameras,
    noteActivity: (activity) => assessed.push(activity),
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  devices.start();
  return devices;
}

test('starts no process before it is needed, and hands on codes and answers', async () => {
  const device = await cameraFor();
  const running = start([]);
  expect(running.pid).toBeNull();
  await expect(
    running.request('onvif.look', accessTo(device, { ...account, password: 'x' }), 60_000),
  ).rejects.toMatchObject({
    code: 'camera_credentials_refused',
  });
  await expect(running.request('onvif.look', { host: 'http://x/' }, 60_000)).rejects.toMatchObject({
    code: 'validation_failed',
  });
  await expect(running.request('onvif.state', { cameraId: randomUUID() }, 60_000)).rejects.toMatchObject({
    code: 'onvif_absent',
  });
  await expect(running.request('onvif.look', accessTo(device), 60_000)).resolves.toMatchObject({ model: 'Dome 5' });
  expect(await running.request('onvif.scanCancel', { scanId: randomUUID() }, 60_000)).toEqual({});
}, 60_000);

test('a scan is finished by the next process when the first one is killed, and who asks meanwhile is answered by it too', async () => {
  const device = await cameraFor();
  const running = start([]);
  const scanning = running.request('onvif.scan', { scanId: randomUUID(), forMs: 1_000, probesSubnet: false }, 60_000);
  await expect.poll(() => running.pid, { timeout: 30_000 }).not.toBeNull();
  process.kill(running.pid!, 'SIGKILL');
  await expect.poll(() => running.pid, { timeout: 30_000, interval: 10 }).toBeNull();
  const looking = running.request('onvif.look', accessTo(device), 60_000);
  await expect(scanning).resolves.toMatchObject({ devices: expect.any(Array) });
  await expect(looking).resolves.toMatchObject({ model: 'Dome 5' });
}, 60_000);

test('what moves a camera is not asked twice: its failure says that a part of the core was restarted', async () => {
  const device = await cameraFor({ hasEvents: false });
  const { credentials, ...onvif } = accessTo(device);
  const id = randomUUID();
  const running = start([cameraConfig({ id, stream: { id: randomUUID() }, credentials, onvif })]);
  await expect.poll(() => running.pid, { timeout: 30_000 }).not.toBeNull();
  const acting = running.request(
    'onvif.act',
    { cameraId: id, action: { kind: 'move', pan: 0.5, tilt: 0, zoom: 0, timeoutMs: 10_000 } },
    30_000,
  );
  process.kill(running.pid!, 'SIGKILL');
  await expect(acting).rejects.toMatchObject({ code: 'core_part_down' });
}, 60_000);

test('hears the motion of a camera that nobody else judges, again after its process was killed', async () => {
  const device = await cameraFor();
  const { credentials, ...onvif } = accessTo(device);
  const id = randomUUID();
  const running = start([
    cameraConfig({ id, stream: { id: randomUUID() }, credentials, onvif, recordingMode: 'motion' }),
  ]);
  await expect.poll(() => assessed.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(assessed.every(({ cameraId, isActive }) => cameraId === id && !isActive)).toBe(true);
  device.setMotion(true);
  await expect.poll(() => assessed.at(-1)?.isActive, { timeout: 30_000 }).toBe(true);
  process.kill(running.pid!, 'SIGKILL');
  await expect
    .poll(() =>
      running.replace({ cameraId: id, fromUtcMs: 0, untilUtcMs: 1, isActive: false, cause: 'analysis_overloaded' }),
    )
    .not.toBeNull();
  await expect
    .poll(
      () =>
        running.replace({ cameraId: id, fromUtcMs: 0, untilUtcMs: 1, isActive: false, cause: 'analysis_overloaded' }),
      { timeout: 30_000 },
    )
    .toBeNull();
}, 90_000);

test('stops a head that moved when its process was killed, though its camera heeds no time', async () => {
  const device = await cameraFor({ hasEvents: false });
  const { credentials, ...onvif } = accessTo(device);
  const id = randomUUID();
  const running = start([cameraConfig({ id, stream: { id: randomUUID() }, credentials, onvif })]);
  await running.request(
    'onvif.act',
    { cameraId: id, action: { kind: 'move', pan: 0.5, tilt: 0, zoom: 0, timeoutMs: 10_000 } },
    30_000,
  );
  process.kill(running.pid!, 'SIGKILL');
  expect(device.ptz.isMoving).toBe(true);
  await expect.poll(() => device.ptz.isMoving, { timeout: 9_000 }).toBe(false);
}, 60_000);
