import { describe, expect, it } from 'vitest';
import { cellBytes, cellsFromHex, cellsToHex, countCells, packCells } from './motion-cells.ts';
import {
  emptyHour,
  headBytes,
  hourBytes,
  hourMs,
  isHour,
  levelOfSecond,
  mendMinutes,
  minuteRange,
  noteSecond,
  readMinute,
  secondRange,
} from './motion-hour.ts';
import { createMotionLevels } from './motion-levels.ts';
import { createMotionSearch, type MotionQuery } from './motion-search.ts';

const none = new Uint8Array(cellBytes);
const hour = 500_000;
const start = hour * hourMs;

/** The cell in a row and column. */
function cell(row: number, column: number): Uint8Array {
  const values = new Uint8Array(144);
  values[row * 16 + column] = 255;
  return packCells(values, 1);
}

const ask = (rest: Partial<MotionQuery>): MotionQuery => ({
  fromUtcMs: start,
  toUtcMs: start + hourMs,
  cells: none,
  minLevel: 1,
  quietMs: 3000,
  limit: 100,
  ...rest,
});

function search(
  hours: Map<number, Uint8Array>,
  query: MotionQuery,
): ReturnType<ReturnType<typeof createMotionSearch>['result']> & { read: number } {
  const one = createMotionSearch(query);
  let read = 0;
  for (const [number, bytes] of [...hours].toSorted((a, b) => b[0] - a[0])) {
    if (!one.needs(bytes.subarray(0, headBytes))) one.skip(bytes.subarray(0, headBytes), number);
    else {
      read++;
      if (one.add(bytes, number)) break;
    }
  }
  return { ...one.result(), read };
}

describe('the motion index', () => {
  it('reads a torn second, a torn minute and what lies beyond a cut file as unknown', () => {
    const bytes = emptyHour(hour);
    for (let second = 100; second < 110; second++) noteSecond(bytes, second, { level: 80, cells: cell(3, 4) });
    bytes[secondRange(105).from + 3]! ^= 0x10;
    expect([104, 105, 106, 99].map((second) => levelOfSecond(bytes, second))).toEqual([80, null, 80, null]);
    bytes[minuteRange(1).from + 2] = 7;
    expect(readMinute(bytes, 1).isKnown).toBe(false);
    expect(levelOfSecond(bytes.subarray(0, secondRange(106).to - 1), 106)).toBeNull();
    mendMinutes(bytes);
    expect(readMinute(bytes, 1)).toMatchObject({ isKnown: true, knownSeconds: 9, level: 80 });
  });

  it('refuses the file of another hour, of another format and an empty one', () => {
    const bytes = emptyHour(hour);
    expect(isHour(bytes, hour)).toBe(true);
    expect(isHour(bytes, hour + 1)).toBe(false);
    expect(isHour(new Uint8Array(hourBytes), 0)).toBe(false);
    expect(isHour(bytes.subarray(0, 100), hour)).toBe(false);
    bytes[8] = 2;
    expect(isHour(bytes, hour)).toBe(false);
  });

  it('takes only 36 hex digits for cells, the top left one in the highest bit', () => {
    expect(cellsFromHex('8'.repeat(35))).toBeNull();
    expect(cellsFromHex('g'.repeat(36))).toBeNull();
    expect(cellsToHex(cell(0, 0))).toBe(`8${'0'.repeat(35)}`);
    expect(cellsToHex(cell(8, 15))).toBe(`${'0'.repeat(35)}1`);
    expect(cellsFromHex(cellsToHex(cell(4, 7)))).toEqual(cell(4, 7));
    expect(countCells(packCells(new Uint8Array(144).fill(9), 9))).toBe(144);
  });

  it('adds up what several pictures say of one second', () => {
    const bytes = emptyHour(hour);
    noteSecond(bytes, 59, { level: 10, cells: cell(0, 0) });
    noteSecond(bytes, 59, { level: 300.4, cells: cell(8, 15) });
    noteSecond(bytes, 59, { level: 0, cells: none });
    expect(levelOfSecond(bytes, 59)).toBe(255);
    expect(readMinute(bytes, 0)).toMatchObject({ knownSeconds: 1, level: 255 });
    expect(search(new Map([[hour, bytes]]), ask({ cells: cell(8, 15) })).items).toHaveLength(1);
  });

  it('knows the difference between quiet and unknown', () => {
    const bytes = emptyHour(hour);
    for (let second = 0; second < 60; second++) noteSecond(bytes, second, { level: 0, cells: none });
    // Minutes that were never written may lag behind their seconds, so these are looked at.
    expect(search(new Map([[hour, bytes]]), ask({}))).toEqual({
      items: [],
      knownMs: 60_000,
      nextToUtcMs: null,
      read: 1,
    });
    const whole = emptyHour(hour);
    for (let second = 0; second < 3600; second++)
      noteSecond(whole, second, { level: second === 7 ? 90 : 0, cells: second === 7 ? cell(0, 0) : none });
    expect(search(new Map([[hour, whole]]), ask({ cells: cell(5, 5) }))).toEqual({
      items: [],
      knownMs: hourMs,
      nextToUtcMs: null,
      read: 0,
    });
    const half = ask({ fromUtcMs: start + 30_500, toUtcMs: start + 2 * hourMs });
    expect(search(new Map([[hour, bytes]]), half).knownMs).toBe(29_500);
  });

  it('finds runs newest first over the edge of an hour, with peak and share, and joins what is closer than asked', () => {
    const hours = new Map([
      [hour, emptyHour(hour)],
      [hour + 1, emptyHour(hour + 1)],
    ]);
    const both = cell(2, 2).map((byte, index) => byte | cell(2, 3)[index]!);
    for (const second of [3595, 3596, 3599]) noteSecond(hours.get(hour)!, second, { level: 50, cells: cell(2, 2) });
    noteSecond(hours.get(hour + 1)!, 1, { level: 90, cells: both });
    noteSecond(hours.get(hour + 1)!, 4, { level: 40, cells: cell(7, 7) });
    noteSecond(hours.get(hour + 1)!, 10, { level: 20, cells: cell(2, 3) });
    const range = { toUtcMs: start + 2 * hourMs, cells: both };
    const found = search(hours, ask(range));
    expect(found.items).toEqual([
      { fromUtcMs: start + 3_610_000, toUtcMs: start + 3_611_000, peakLevel: 20, cellShare: 0.5 },
      { fromUtcMs: start + 3_595_000, toUtcMs: start + 3_602_000, peakLevel: 90, cellShare: 1 },
    ]);
    expect(search(hours, ask({ ...range, quietMs: 1000 })).items).toHaveLength(4);
    expect(search(hours, ask({ ...range, minLevel: 60 })).items).toHaveLength(1);
    expect(search(hours, ask({ ...range, cells: none })).items).toHaveLength(2);
  });

  it('gives pages that together say the same as one answer, and cuts runs at the range', () => {
    const bytes = emptyHour(hour);
    let known = 0;
    for (let second = 0; second < 3600; second += (second % 7) + 1) {
      noteSecond(bytes, second, { level: second % 3 === 0 ? 100 : 0, cells: second % 3 === 0 ? cell(1, 1) : none });
      known += 1000;
    }
    const hours = new Map([[hour, bytes]]);
    const all = search(hours, ask({ limit: 10_000 }));
    expect(all.items.length).toBeGreaterThan(100);
    expect(all.knownMs).toBe(known);
    const paged = [];
    let pagedMs = 0;
    for (let toUtcMs: number | null = start + hourMs; toUtcMs !== null;) {
      const page: ReturnType<typeof search> = search(hours, ask({ limit: 37, toUtcMs }));
      paged.push(...page.items);
      pagedMs += page.knownMs;
      toUtcMs = page.nextToUtcMs;
    }
    expect(paged).toEqual(all.items);
    expect(pagedMs).toBe(known);
    const inside = all.items.at(-1)!;
    expect(
      search(hours, ask({ fromUtcMs: inside.fromUtcMs + 300, toUtcMs: inside.fromUtcMs + 700 })).items,
    ).toMatchObject([{ fromUtcMs: inside.fromUtcMs + 300, toUtcMs: inside.fromUtcMs + 700 }]);
  });

  it('fills the buckets of a timeline with the highest level, null where nothing is known', () => {
    const bytes = emptyHour(hour);
    for (let second = 0; second < 1200; second++)
      noteSecond(bytes, second, { level: second === 601 ? 200 : second < 300 ? 0 : 5, cells: none });
    const fine = createMotionLevels({ fromUtcMs: start + 600_000, toUtcMs: start + 1_205_000, bucketMs: 1500 });
    fine.add(bytes, hour);
    expect(fine.needsSeconds).toBe(true);
    expect(fine.levels().slice(0, 4)).toEqual([200, 200, 5, 5]);
    expect(fine.levels().at(-1)).toBeNull();
    const wide = createMotionLevels({ fromUtcMs: start - 600_000, toUtcMs: start + hourMs, bucketMs: 600_000 });
    wide.add(bytes.subarray(0, headBytes), hour);
    expect(wide.needsSeconds).toBe(false);
    expect(wide.levels()).toEqual([null, 5, 200, null, null, null, null]);
  });
});
