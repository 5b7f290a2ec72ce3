import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OnvifDevice } from '../../drivers/onvif/onvif-port.ts';
import { HeadStops } from './head-stops.ts';

let told: string[] = [];
/** How each thing that the head is told goes, in order; then all goes well. */
let answers: (() => Promise<void>)[] = [];
let stops = new HeadStops();

const say = (what: string): Promise<void> => {
  told.push(what);
  return (answers.shift() ?? (() => Promise.resolve()))();
};
const device = { move: () => say('move'), stopMoving: () => say('stop') } as unknown as OnvifDevice;
const camera = { cameraId: 'c1', device };
const move = (forMs = 1_000): Promise<void> =>
  stops.move(camera, 'head', { speed: { pan: 1, tilt: 0, zoom: 0 }, forMs });
const fails = (code: ErrorCode) => () => Promise.reject(new AppError(code));

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  answers = [];
  stops = new HeadStops();
});
afterEach(() => void vi.useRealTimers());

test('a head stops in time though nobody hears that it moves: the answer came late, or never', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answers = [() => promise];
  const moving = move();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['move', 'stop']);
  resolve();
  await moving;
  // Its stop may have come before the move itself.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['move', 'stop', 'stop']);
  answers = [fails('camera_timeout')];
  await expect(move()).rejects.toMatchObject({ code: 'camera_timeout' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['move', 'stop', 'stop', 'move', 'stop']);
});

test('a camera that refused to move is not asked to stop: wrong passwords lock accounts', async () => {
  answers = [fails('camera_credentials_refused')];
  await expect(move()).rejects.toMatchObject({ code: 'camera_credentials_refused' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['move']);
});

test.each(['camera_closed', 'camera_unreachable'] as const)(
  'a stop that nobody confirmed (%s) is tried again, and again',
  async (code) => {
    answers = [() => Promise.resolve(), fails(code), fails('camera_timeout')];
    await move(10_000);
    await expect(stops.stopNow(camera, 'head')).rejects.toMatchObject({ code });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual(['move', 'stop', 'stop', 'stop']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toHaveLength(4);
  },
);

test('a head that was sent elsewhere is not stopped on its way by a move whose answer came late', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answers = [() => promise];
  const moving = move();
  await stops.sendElsewhere(camera, 'head', () => say('preset'));
  resolve();
  await moving;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['move', 'preset']);
});

test('a head that moves is stopped although a further move is refused', async () => {
  await move(10_000);
  answers = [fails('onvif_refused')];
  await expect(move()).rejects.toMatchObject({ code: 'onvif_refused' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['move', 'move', 'stop']);
});

test('a head that moves and is refused to be sent elsewhere does not move on for ever', async () => {
  await move(10_000);
  answers = [fails('onvif_refused')];
  await expect(stops.sendElsewhere(camera, 'head', () => say('preset'))).rejects.toMatchObject({
    code: 'onvif_refused',
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['move', 'preset', 'stop']);
  // One that stands still is left alone.
  answers = [fails('onvif_refused')];
  await expect(stops.sendElsewhere(camera, 'head', () => say('preset'))).rejects.toMatchObject({
    code: 'onvif_refused',
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['move', 'preset', 'stop', 'preset']);
});

test('what moves is stopped when the program ends, which waits for a silent camera only so long', async () => {
  await move(10_000);
  answers = [() => new Promise(() => undefined)];
  let hasEnded = false;
  void stops.stop().then(() => (hasEnded = true));
  await vi.advanceTimersByTimeAsync(0);
  expect([told, hasEnded]).toEqual([['move', 'stop'], false]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(hasEnded).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['move', 'stop']);
});
