import type { AccessUnit } from '@sightline/media/units/access-unit';
import { describe, expect, it } from 'vitest';
import { createUnitBacklog, type UnitBacklog } from './unit-backlog.ts';

const unit = (index: number, key: boolean, bytes = 100): AccessUnit => ({
  kind: 'video',
  data: new Uint8Array(bytes),
  key,
  pts90k: index * 6000,
  dts90k: index * 6000,
  arrivalMs: index,
  gap: false,
});

/** Adds pictures `from` to `to` with a keyframe every 30; answers how many were lost. */
function fill(backlog: UnitBacklog, from: number, to: number): number {
  let lost = 0;
  for (let index = from; index < to; index++) lost += backlog.add(unit(index, index % 30 === 0));
  return lost;
}

function drain(backlog: UnitBacklog, count = Infinity): number[] {
  const seen: number[] = [];
  for (let next = backlog.next(); next !== null && seen.length < count; next = backlog.next()) {
    seen.push(next.dts90k / 6000);
    backlog.advance();
  }
  return seen;
}

describe('the backlog of a stream', () => {
  it('begins with a keyframe', () => {
    const backlog = createUnitBacklog();
    expect(fill(backlog, 25, 32)).toBe(5);
    expect(drain(backlog)).toEqual([30, 31]);
  });

  it('keeps the current group, so that it can be decoded again', () => {
    const backlog = createUnitBacklog();
    fill(backlog, 0, 40);
    drain(backlog, 35);
    backlog.rewind();
    expect(drain(backlog)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
    fill(backlog, 40, 62);
    expect(drain(backlog, 1)).toEqual([40]);
  });

  it('lets older groups go when a new one begins, but nothing that still waits', () => {
    const backlog = createUnitBacklog();
    fill(backlog, 0, 20);
    drain(backlog, 1);
    fill(backlog, 20, 31);
    expect(backlog.waiting()).toBe(30);
    expect(backlog.skipToNewestKey()).toBe(29);
    expect(drain(backlog)).toEqual([30]);
    expect(backlog.skipToNewestKey()).toBe(0);
  });

  it('says by how much it is behind, and leaves everything out when told', () => {
    const backlog = createUnitBacklog();
    fill(backlog, 0, 46);
    expect(backlog.lagMs()).toBeCloseTo(3000);
    expect(backlog.skipAll()).toBe(46);
    expect(backlog.lagMs()).toBe(0);
    expect(fill(backlog, 46, 61)).toBe(14);
    expect(drain(backlog)).toEqual([60]);
  });

  it('is bounded in pictures and bytes: more is lost up to the next keyframe', () => {
    const backlog = createUnitBacklog();
    let lost = backlog.add(unit(0, true));
    for (let index = 1; index < 2_000; index++) lost += backlog.add(unit(index, false));
    expect(lost).toBe(2_000);
    expect(backlog.waiting()).toBe(0);
    const heavy = createUnitBacklog();
    expect(heavy.add(unit(0, true, 13 * 1024 * 1024))).toBe(1);
    expect(heavy.next()).toBeNull();
  });
});
