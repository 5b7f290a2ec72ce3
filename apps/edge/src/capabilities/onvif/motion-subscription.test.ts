import { randomUUID } from 'node:crypto';
import type { OnvifDevice, OnvifDeviceOptions } from '@sightline/simulators/onvif/onvif-device-api';
import { afterEach, expect, test } from 'vitest';
import { accessTo, account, cameraFor, testDriver } from '../../../testing/drivers/onvif/onvif-driver.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import type { DeviceWorkerEvent } from './device-worker-messages.ts';
import type { DeviceEvents, MotionNotice, OnvifDevice as OpenDevice } from '../../drivers/onvif/onvif-port.ts';
import { MotionSubscription } from './motion-subscription.ts';

/** Patience on a busy machine. */
const soon = { timeout: 15_000 };

const running: MotionSubscription[] = [];
let told: DeviceWorkerEvent[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((subscription) => subscription.stop()));
  told = [];
});

function listenTo(device: OnvifDevice, credentials = account): void {
  const camera = { cameraId: randomUUID(), ...accessTo(device, credentials) };
  const subscription = new MotionSubscription({
    onvif: testDriver(5_000),
    camera,
    clock: systemClock,
    emit: (event) => told.push(event),
    waits: { firstMs: 50, limitMs: 200, pullMs: 1_000 },
  });
  running.push(subscription);
  subscription.start();
}

const motions = (): boolean[] => told.flatMap((event) => (event.type === 'device.motion' ? [event.isMotion] : []));
const isListening = (): boolean | undefined =>
  told.flatMap((event) => (event.type === 'device.listening' ? [event.isListening] : [])).at(-1);
const callsOf = (device: OnvifDevice, name: string): number => device.calls.filter((call) => call.name === name).length;

async function listening(options: Partial<OnvifDeviceOptions> = {}): Promise<OnvifDevice> {
  const device = await cameraFor(options);
  listenTo(device);
  await expect.poll(isListening, soon).toBe(true);
  return device;
}

test('says why it cannot listen', async () => {
  listenTo(await cameraFor(), { ...account, password: 'wrong' });
  await expect
    .poll(() => told, soon)
    .toMatchObject([{ type: 'device.listening', isListening: false, cause: 'camera_credentials_refused' }]);
});

test('says that a camera has nothing to listen to', async () => {
  listenTo(await cameraFor({ hasEvents: false }));
  await expect.poll(() => told, soon).toMatchObject([{ isListening: false, cause: 'onvif_unsupported' }]);
});

test('does not believe a camera that answers but never says a word of motion, until it does', async () => {
  const device = await cameraFor({ tellsState: 'never' });
  listenTo(device);
  await expect.poll(() => callsOf(device, 'SetSynchronizationPoint'), soon).toBe(1);
  await expect.poll(() => callsOf(device, 'PullMessages'), soon).toBeGreaterThan(1);
  expect(told).toEqual([]);
  device.setMotion(true);
  await expect.poll(motions, soon).toEqual([true]);
  expect(isListening()).toBe(true);
}, 60_000);

test('asks a camera that says nothing of itself how things are', async () => {
  await listening({ tellsState: 'asked' });
  expect(motions()).toEqual([]);
  await expect.poll(() => told.at(-1), soon).toMatchObject({ type: 'device.heard' });
}, 60_000);

test.each([
  ['told apart by address', {}],
  ['told apart by reference parameters', { usesReferenceParameters: true }],
  ['with HTTP Digest', { auth: 'digest' }],
  ['with a clock two hours ahead', { auth: 'token', clockOffsetMs: 7_200_000 }],
] as [string, Partial<OnvifDeviceOptions>][])(
  'hears motion begin and end, subscriptions %s',
  async (_title, options) => {
    const device = await listening(options);
    const before = Date.now();
    device.setMotion(true);
    await expect.poll(motions, soon).toEqual([true]);
    device.setMotion(true);
    device.setMotion(false);
    await expect.poll(motions, soon).toEqual([true, false]);
    const first = told.find((event) => event.type === 'device.motion');
    expect(Math.abs((first?.type === 'device.motion' ? first.atUtcMs : 0) - before)).toBeLessThan(3_000);
  },
);

test('renews a subscription that the camera cuts short, and one whose end it does not name', async () => {
  const device = await listening({ maxSubscriptionMs: 5_500 });
  await expect.poll(() => callsOf(device, 'Renew'), soon).toBeGreaterThan(0);
  expect(callsOf(device, 'CreatePullPointSubscription')).toBe(1);
  const other = await cameraFor();
  other.faults.hasNoTerminationTime = true;
  listenTo(other);
  await expect.poll(() => other.subscriptions(), soon).toBe(1);
  other.setMotion(true);
  await expect.poll(motions, soon).toContain(true);
}, 60_000);

test('takes back what it said of motion when the camera goes away, and subscribes anew when it is back', async () => {
  const device = await listening();
  device.setMotion(true);
  await expect.poll(motions, soon).toEqual([true]);
  device.reboot(300);
  await expect
    .poll(() => told.some((event) => event.type === 'device.listening' && !event.isListening), soon)
    .toBe(true);
  // The subscription begins with how things are.
  await expect.poll(motions, soon).toEqual([true, false, true]);
});

test('survives answers that are no answers', async () => {
  const device = await listening();
  device.faults.garbage = '<garbage';
  device.setMotion(true);
  await expect.poll(isListening, soon).toBe(false);
  device.clearFaults();
  await expect.poll(isListening, soon).toBe(true);
}, 60_000);

test('keeps to its bounds whatever a device says of its rules, its clock and the life of a subscription', async () => {
  const beganUtcMs = Date.now();
  const pulled: number[] = [];
  const answers: MotionNotice[][] = [
    Array.from({ length: 5_000 }, (_, index) => ({
      source: `${String(index)} ${'x'.repeat(100_000)}`,
      isMotion: true,
      deviceUtcMs: Number.MAX_VALUE,
    })),
    [{ source: 'y', isMotion: false, deviceUtcMs: Number.NaN }],
    // Only the first 400 characters were kept, so that these are the same.
    Array.from({ length: 5_000 }, (_, index) => ({
      source: `${String(index)} ${'x'.repeat(400)}`,
      isMotion: false,
      deviceUtcMs: Number.NaN,
    })),
  ];
  const ended = Promise.withResolvers<void>();
  const events: DeviceEvents = {
    leftMs: Number.NaN,
    pull: async (waitMs, signal) => {
      pulled.push(waitMs);
      const notices = answers.shift();
      if (notices) return notices;
      ended.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
    },
    renew: async () => undefined,
    notifyAll: async () => undefined,
    close: async () => undefined,
  };
  const device = { clockOffsetMs: 9e15, openEvents: async () => events } as unknown as OpenDevice;
  const camera = { cameraId: randomUUID(), host: '10.0.0.9', port: 80, credentials: account };
  const onvif = { open: async () => device, isThere: async () => true };
  const subscription = new MotionSubscription({ onvif, camera, clock: systemClock, emit: (event) => told.push(event) });
  running.push(subscription);
  subscription.start();
  await ended.promise;
  expect(motions()).toEqual([true, false]);
  const [motion] = told.filter((event) => event.type === 'device.motion');
  expect(motion?.atUtcMs).toBeGreaterThanOrEqual(beganUtcMs);
  expect(motion?.atUtcMs).toBeLessThanOrEqual(Date.now());
  expect(pulled.every((waitMs) => waitMs >= 1_000 && waitMs <= 4_000)).toBe(true);
});
