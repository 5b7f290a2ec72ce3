import type { OnvifAction } from '@sightline/contracts/cameras/camera-onvif';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeadMoves } from './head-moves.ts';

const left = { pan: -1, tilt: 0, zoom: 0 };
const up = { pan: 0, tilt: 1, zoom: 0 };

/** A device that answers when it is told to. */
const slowDevice = () => {
  const sent: OnvifAction[] = [];
  const open: (() => void)[] = [];
  const send = (action: OnvifAction) => {
    sent.push(action);
    return new Promise<void>((resolve) => open.push(resolve));
  };
  const answer = async (): Promise<void> => {
    open.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { kinds: () => sent.map(({ kind }) => kind), sent, send, answer, onTheWay: () => open.length };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one move is on its way at a time, however long the button is held and however slow the device is', async () => {
  const device = slowDevice();
  const moves = createHeadMoves(device.send);
  moves.hold(left);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(device.kinds()).toEqual(['move']);
  await device.answer();
  await vi.advanceTimersByTimeAsync(1_200);
  expect(device.kinds()).toEqual(['move', 'move']);
  expect(device.onTheWay()).toBe(1);
  moves.stop();
});

test('a stop goes right behind the move that is on its way, and drops those that wait', async () => {
  const device = slowDevice();
  const moves = createHeadMoves(device.send);
  moves.hold(left);
  moves.hold(up);
  moves.stop();
  await device.answer();
  expect(device.kinds()).toEqual(['move', 'stop']);
  await device.answer();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(device.kinds()).toEqual(['move', 'stop']);
});

test('another direction takes the place of the one that waits', async () => {
  const device = slowDevice();
  const moves = createHeadMoves(device.send);
  moves.nudge(left);
  moves.nudge(left);
  moves.nudge(up);
  await device.answer();
  expect(device.sent.map((action) => action.kind === 'move' && [action.pan, action.tilt])).toEqual([
    [-0.5, 0],
    [0, 0.5],
  ]);
});

test('nothing is stopped that was not held, nor twice', async () => {
  const device = slowDevice();
  const moves = createHeadMoves(device.send);
  moves.stop();
  moves.nudge(left);
  await device.answer();
  moves.stop();
  moves.hold(left);
  await device.answer();
  moves.stop();
  moves.stop();
  await device.answer();
  expect(device.kinds()).toEqual(['move', 'move', 'stop']);
});
