import { randomUUID } from 'node:crypto';
import { onvifState } from '@sightline/contracts/cameras/camera-onvif';
import type { OnvifAction } from '@sightline/contracts/cameras/camera-onvif';
import type { OnvifDevice } from '@sightline/simulators/onvif/onvif-device-api';
import { afterEach, expect, test } from 'vitest';
import { accessTo, account, cameraFor, testDriver } from '../../../testing/drivers/onvif/onvif-driver.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { DeviceService } from './device-service.ts';
import type { DeviceWorkerEvent } from './device-worker-messages.ts';

/** Patience on a busy machine. */
const soon = { timeout: 15_000 };

let service: DeviceService | null = null;
let told: DeviceWorkerEvent[] = [];

afterEach(async () => {
  await service?.stop();
  service = null;
  told = [];
});

function serve(
  device: OnvifDevice,
  credentials = account,
): { cameraId: string; act: (action: OnvifAction) => Promise<{ preset: string | null }> } {
  const cameraId = randomUUID();
  service = new DeviceService({
    onvif: testDriver(5_000),
    discover: async () => undefined,
    hosts: () => [],
    neighbours: async () => new Map(),
    allows: () => true,
    addressesOf: async () => [],
    clock: systemClock,
    emit: (event) => void (event.type === 'device.heard' || told.push(event)),
    waits: { firstMs: 50, limitMs: 100, pullMs: 1_000 },
  });
  service.configure([{ cameraId, ...accessTo(device, credentials) }]);
  return { cameraId, act: (action) => service!.act({ cameraId, action }) };
}

const move = { kind: 'move', pan: 0.5, tilt: 0, zoom: 0, timeoutMs: 300 } as const;
const listens = () => told.some((event) => event.type === 'device.listening' && event.isListening);

test('refuses cameras without an ONVIF address, and wrong passwords', async () => {
  const device = await cameraFor();
  const { act, cameraId } = serve(device, { ...account, password: 'wrong' });
  await expect(service!.state({ cameraId: randomUUID() })).rejects.toMatchObject({ code: 'onvif_absent' });
  await expect(act(move)).rejects.toMatchObject({ code: 'camera_credentials_refused' });
  service!.configure([]);
  await expect(service!.state({ cameraId })).rejects.toMatchObject({ code: 'onvif_absent' });
});

test('says what a camera cannot do', async () => {
  const device = await cameraFor({ hasPtz: false, hasImaging: false });
  const { act, cameraId } = serve(device);
  for (const action of [
    move,
    { kind: 'stop' },
    { kind: 'savePreset', name: 'x' },
    { kind: 'setImaging', brightness: 1 },
  ] satisfies OnvifAction[])
    await expect(act(action)).rejects.toMatchObject({ code: 'onvif_unsupported' });
  expect(await service!.state({ cameraId })).toMatchObject({
    presets: [],
    imaging: null,
    isMoving: null,
    hasHead: false,
  });
});

test('hands on what the camera refuses', async () => {
  const { act } = serve(await cameraFor());
  await expect(act({ kind: 'goToPreset', preset: '99' })).rejects.toMatchObject({
    code: 'onvif_refused',
    data: { said: expect.stringContaining('preset') },
  });
});

test('moves the head and stops it in time, though the camera would not', async () => {
  const device = await cameraFor();
  const { act } = serve(device);
  await act(move);
  expect(device.ptz).toMatchObject({ pan: 0.5, tilt: 0, isMoving: true });
  await expect.poll(() => device.ptz.isMoving, soon).toBe(false);
  await act({ ...move, timeoutMs: 10_000 });
  await act({ kind: 'stop' });
  expect(device.ptz.isMoving).toBe(false);
  await act({ ...move, pan: 0, timeoutMs: 10_000 });
  expect(device.ptz.isMoving).toBe(false);
});

test('keeps presets as texts, goes to them and removes them', async () => {
  const device = await cameraFor();
  const { act, cameraId } = serve(device);
  const { preset } = await act({ kind: 'savePreset', name: 'Gate <2> & "door"' });
  const state = await service!.state({ cameraId });
  expect(onvifState.parse(state)).toEqual(state);
  expect(state.presets).toEqual([
    { token: '1', name: 'Entrance' },
    { token: preset, name: 'Gate <2> & "door"' },
  ]);
  await act({ kind: 'goToPreset', preset: preset! });
  expect(device.ptz.atPreset).toBe(preset);
  await act({ kind: 'removePreset', preset: preset! });
  expect((await service!.state({ cameraId })).presets).toHaveLength(1);
});

test('reads and sets the picture in shares of the camera’s own ranges', async () => {
  const device = await cameraFor();
  const { act, cameraId } = serve(device);
  expect((await service!.state({ cameraId })).imaging).toEqual({
    brightness: 0.5,
    contrast: 0.5,
    saturation: 0.5,
    sharpness: 0.5,
    irCut: 'auto',
  });
  await act({ kind: 'setImaging', brightness: 1, sharpness: 0.2, irCut: 'off' });
  expect(device.imaging).toEqual({ brightness: 100, contrast: 50, saturation: 50, sharpness: 2, irCut: 'OFF' });
});

test('sets a clock that is two hours ahead', async () => {
  const device = await cameraFor({ auth: 'token', clockOffsetMs: 7_200_000 });
  const { act, cameraId } = serve(device);
  expect((await service!.state({ cameraId })).clockOffsetMs).toBeGreaterThan(7_100_000);
  await act({ kind: 'setClock' });
  expect(Math.abs(device.clockOffsetMs())).toBeLessThan(1_500);
  expect(Math.abs((await service!.state({ cameraId })).clockOffsetMs!)).toBeLessThan(1_500);
});

test('asks four questions once for one move after the other', async () => {
  const device = await cameraFor({ hasEvents: false });
  const { act } = serve(device);
  await act(move);
  const before = device.calls.length;
  await act(move);
  await act({ kind: 'stop' });
  expect(
    device.calls
      .slice(before)
      .map(({ name }) => name)
      .filter((name) => name !== 'GetSystemDateAndTime' && name !== 'GetServices'),
  ).toEqual(['ContinuousMove', 'Stop']);
});

test('restarts a camera and hears its motion again afterwards', async () => {
  const device = await cameraFor();
  const { act, cameraId } = serve(device);
  await expect.poll(listens, soon).toBe(true);
  expect(await service!.state({ cameraId })).toMatchObject({
    hasHead: true,
    events: { isListening: true, cause: null },
  });
  await act({ kind: 'reboot' });
  expect(device.reboots()).toBe(1);
  await expect.poll(() => told.at(-1), soon).toMatchObject({ type: 'device.listening', cameraId, isListening: false });
  await expect.poll(() => told.at(-1), soon).toMatchObject({ isListening: true });
  device.setMotion(true);
  await expect.poll(() => told.at(-1), soon).toMatchObject({ type: 'device.motion', cameraId, isMotion: true });
});

test('stops listening to a camera that is no longer wanted, and tells the camera', async () => {
  const device = await cameraFor();
  serve(device);
  await expect.poll(listens, soon).toBe(true);
  service!.configure([]);
  expect(told.at(-1)).toMatchObject({ type: 'device.listening', isListening: false });
  await expect.poll(() => device.subscriptions(), soon).toBe(0);
  expect(device.calls.map(({ name }) => name)).toContain('Unsubscribe');
});
