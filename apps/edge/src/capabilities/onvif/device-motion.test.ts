import { beforeEach, expect, test } from 'vitest';
import type { Activity } from './device-motion.ts';
import { DeviceMotion } from './device-motion.ts';

const cameraId = 'camera-1';
const beginUtcMs = 1_800_000_000_000;
let nowMs = 0;
let assessed: Activity[] = [];
let motion: DeviceMotion;
let isHeard = true;

beforeEach(() => {
  nowMs = 0;
  assessed = [];
  const clock = { nowUtcMs: () => beginUtcMs + nowMs, monotonicMs: () => nowMs };
  motion = new DeviceMotion({ clock, noteActivity: (activity) => assessed.push(activity) });
  motion.setCameras([cameraId]);
  isHeard = true;
});

/** Time passes; the camera answers twice a second. */
function pass(ms: number): void {
  for (const end = nowMs + ms; nowMs < end;) {
    nowMs += 500;
    if (isHeard) motion.receive({ type: 'device.heard', cameraId, untilUtcMs: beginUtcMs + nowMs - 1_000 });
  }
}

const listening = (isListening: boolean) =>
  motion.receive({ type: 'device.listening', cameraId, isListening, cause: null });
const moving = (isMotion: boolean) =>
  motion.receive({ type: 'device.motion', cameraId, atUtcMs: beginUtcMs + nowMs, isMotion });
const seen = (more: Partial<Activity> = {}): Activity => ({
  cameraId,
  fromUtcMs: beginUtcMs + nowMs - 500,
  untilUtcMs: beginUtcMs + nowMs,
  isActive: false,
  cause: null,
  ...more,
});

test('says nothing of cameras that are not heard, and leaves what the analysis says as it is', () => {
  pass(5_000);
  expect(assessed).toEqual([]);
  const blind = seen({ cause: 'analysis_overloaded' });
  expect(motion.replace(blind)).toBe(blind);
  listening(true);
  listening(false);
  expect(motion.replace(blind)).toBe(blind);
  pass(5_000);
  expect(assessed).toEqual([]);
});

test('says nothing of cameras of which not motion is wanted', () => {
  motion.setCameras([]);
  listening(true);
  moving(true);
  pass(5_000);
  const blind = seen({ cause: 'analysis_overloaded' });
  expect(motion.replace(blind)).toBe(blind);
  expect(assessed).toEqual([]);
});

test('lets the analysis have the word while it judges', () => {
  listening(true);
  moving(true);
  for (let round = 0; round < 10; round++) {
    const activity = seen();
    expect(motion.replace(activity)).toBe(activity);
    pass(500);
  }
  expect(assessed).toEqual([]);
});

test('takes over where the analysis stopped judging, without a hole', () => {
  listening(true);
  const last = seen();
  motion.replace(last);
  pass(2_000);
  expect(motion.replace(seen({ cause: 'analysis_suspended' }))).toBeNull();
  moving(true);
  pass(1_000);
  moving(false);
  pass(3_000);
  expect(assessed[0]!.fromUtcMs).toBe(last.untilUtcMs);
  for (const [index, activity] of assessed.slice(1).entries())
    expect(activity.fromUtcMs).toBe(assessed[index]!.untilUtcMs);
  expect(assessed.every(({ cause }) => cause === null)).toBe(true);
  const active = assessed.filter(({ isActive }) => isActive);
  expect(
    active.some(({ fromUtcMs, untilUtcMs }) => fromUtcMs <= beginUtcMs + 2_500 && untilUtcMs >= beginUtcMs + 2_500),
  ).toBe(true);
  expect(assessed.at(-1)!.isActive).toBe(false);
});

test('leaves open what a camera has not told yet', () => {
  listening(true);
  pass(3_000);
  const before = assessed.length;
  isHeard = false;
  pass(10_000);
  expect(assessed).toHaveLength(before);
});

test('forgets motion of a camera that is no longer heard', () => {
  listening(true);
  moving(true);
  listening(false);
  pass(2_000);
  listening(true);
  pass(3_000);
  expect(assessed.map(({ isActive }) => isActive)).not.toContain(true);
});

test('judges alone where no analysis ever spoke', () => {
  listening(true);
  pass(3_000);
  expect(assessed.length).toBeGreaterThan(3);
  expect(assessed.every(({ isActive }) => !isActive)).toBe(true);
});

test('motion that began and ended before what was judged already, by the clock of the device, still counts once', () => {
  listening(true);
  pass(5_000);
  assessed = [];
  const late = beginUtcMs + nowMs - 4_000;
  motion.receive({ type: 'device.motion', cameraId, atUtcMs: late, isMotion: true });
  motion.receive({ type: 'device.motion', cameraId, atUtcMs: late + 500, isMotion: false });
  pass(1_500);
  expect(assessed.map(({ isActive }) => isActive)).toEqual([true, false, false]);
});
