import type { LoadedUnit } from './loaded-media.ts';

interface Loopable {
  units: LoadedUnit[];
  clockRate: number;
  duration: number;
}

/** Unit number `n` of an endless repetition: which unit it is, and its times on the endless time line. */
export interface LoopedUnit {
  unit: LoadedUnit;
  /** Milliseconds of media from the first repetition's start to the moment the unit is due (its dts). */
  dueMs: number;
  /** Presentation time in RTP clock ticks, without 32-bit wrap; repetitions join without a step. */
  pts: number;
}

export function unitAt(track: Loopable, n: number): LoopedUnit {
  const round = Math.floor(n / track.units.length);
  const unit = track.units[n - round * track.units.length]!;
  const base = round * track.duration;
  return { unit, dueMs: ((base + unit.dts) * 1000) / track.clockRate, pts: base + unit.pts };
}

/** Number of the first unit that is due at `ms` or later. */
export function firstUnitFrom(track: Loopable, ms: number): number {
  const ticks = (Math.max(0, ms) * track.clockRate) / 1000;
  const round = Math.floor(ticks / track.duration);
  const inside = ticks - round * track.duration;
  let low = 0;
  let high = track.units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (track.units[middle]!.dts < inside) low = middle + 1;
    else high = middle;
  }
  return round * track.units.length + low;
}
