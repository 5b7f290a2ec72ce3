import type { AccessUnit } from '@sightline/media/units/access-unit';

/** Units of one stream that wait for the decoder, from a keyframe on. Bounded: what is too much is lost up to a keyframe. */
export interface UnitBacklog {
  /** Takes the next unit; answers how many were lost by it. */
  add(unit: AccessUnit): number;
  /** The next unit that was not decoded, or null. */
  next(): AccessUnit | null;
  /** Marks `next` as decoded. It stays as long as its group may be wanted again. */
  advance(): void;
  /** The current group is decoded from its keyframe again. */
  rewind(): void;
  /** Leaves out what waits before the newest keyframe; answers how many units that were. */
  skipToNewestKey(): number;
  /** Leaves out everything that waits; goes on with the next keyframe. */
  skipAll(): number;
  /** Media time between the oldest waiting and the newest unit, ms. */
  lagMs(): number;
  waiting(): number;
  clear(): void;
}

const maxUnits = 900;
const maxBytes = 12 * 1024 * 1024;

/** Makes the backlog of one stream. */
export function createUnitBacklog(): UnitBacklog {
  let units: AccessUnit[] = [];
  let position = 0;
  let bytes = 0;
  const dropBefore = (index: number): void => {
    for (const unit of units.splice(0, index)) bytes -= unit.data.length;
    position = Math.max(0, position - index);
  };
  const clear = (): number => {
    const waiting = units.length - position;
    units = [];
    position = 0;
    bytes = 0;
    return waiting;
  };
  return {
    add(unit) {
      if (units.length === 0 && !unit.key) return 1;
      // What was decoded of older groups will not be asked for again.
      if (unit.key && position > 0) dropBefore(position === units.length ? position : newestKey(units, position));
      units.push(unit);
      bytes += unit.data.length;
      return units.length > maxUnits || bytes > maxBytes ? clear() : 0;
    },
    next: () => units[position] ?? null,
    advance() {
      position = Math.min(units.length, position + 1);
    },
    rewind() {
      position = newestKey(units, position);
    },
    skipToNewestKey() {
      const index = newestKey(units, units.length);
      if (index <= position) return 0;
      const lost = index - position;
      dropBefore(index);
      position = 0;
      return lost;
    },
    skipAll: clear,
    lagMs() {
      const next = units[position];
      return next === undefined ? 0 : (units.at(-1)!.dts90k - next.dts90k) / 90;
    },
    waiting: () => units.length - position,
    clear,
  };
}

/** The last keyframe before `end`; the oldest unit always is one. */
function newestKey(units: readonly AccessUnit[], end: number): number {
  for (let index = Math.min(end, units.length) - 1; index > 0; index--) if (units[index]!.key) return index;
  return 0;
}
