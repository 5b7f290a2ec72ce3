import type { AccessUnit } from '@sightline/media/units/access-unit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { LiveHiding } from './live-hiding.ts';

const hidesPeople: CameraPrivacy = { areas: [], objects: ['person'], isLookedFor: true, how: 'pixelate' };
const hourMs = 3_600_000;
let handedOn: number[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  handedOn = [];
});
afterEach(() => void vi.useRealTimers());

const take = (hiding: LiveHiding, pts90k: number): void =>
  hiding.take({ kind: 'video', pts90k, arrivalMs: Date.now() } as AccessUnit, (unit) => handedOn.push(unit.pts90k));

test.each([hourMs, -hourMs])(
  'LIVE-002 a clock that is set by %i ms holds no picture back, and none is shown before it was looked at',
  async (offMs) => {
    const hiding = new LiveHiding(hidesPeople);
    take(hiding, 1);
    await vi.advanceTimersByTimeAsync(100);
    vi.setSystemTime(Date.now() + offMs);
    await vi.advanceTimersByTimeAsync(30);
    take(hiding, 2);
    await vi.advanceTimersByTimeAsync(1_300);
    expect(handedOn).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(handedOn).toEqual([1]);
    await vi.advanceTimersByTimeAsync(150);
    expect(handedOn).toEqual([1, 2]);
  },
);
