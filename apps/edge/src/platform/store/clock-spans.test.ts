import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClockSpans } from './clock-spans.ts';
import { GapsStore } from './gaps-store.ts';
import { openStore, type Store } from './open-store.ts';
import { SegmentsStore } from './segments-store.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';

const minuteMs = 60_000;
const run = (upSinceUtcMs = 0, id = 'a') => ({ id, upSinceUtcMs });
let folder: string;
let store: Store;
let spans: ClockSpans;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clock-spans-'));
  store = openStore(join(folder, 'core.sqlite'));
  let drawn = 0;
  spans = new ClockSpans(store, () => ++drawn);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function write(atUtcMs: number): void {
  new SegmentsStore(store).put(
    testSegment({ streamId: 's', path: `s/${String(atUtcMs)}.mp4`, startUtcMs: atUtcMs, endUtcMs: atUtcMs + 1 }),
  );
}

const marks = (): (number | null)[] =>
  store.prepare('select clock_span from segments order by id').pluck().all() as (number | null)[];

test('what is written bears the number of a span until the clock turns out to be right', () => {
  write(1);
  spans.begin(10, run());
  write(11);
  expect(marks()).toEqual([null, 1]);
  expect(spans.resolve(20, 0, minuteMs)).toEqual([]);
  write(21);
  expect(marks()).toEqual([null, null, null]);
  expect(spans.present()).toBeNull();
});

test('a clock that was wrong leaves a span to be put right, and what comes late is told from what came before', () => {
  spans.begin(10, run());
  write(11);
  new GapsStore(store).put({ streamId: 's', startUtcMs: 12, endUtcMs: 13, cause: 'edge_down', isOpen: false });
  const wrong = { number: 1, fromUtcMs: 10, untilUtcMs: 20, byMs: 5 * minuteMs };
  expect(spans.resolve(20, 5 * minuteMs, minuteMs)).toEqual([wrong]);
  write(14);
  spans.settle();
  write(15);
  expect(marks()).toEqual([-1, 1, null]);
  expect(store.prepare('select clock_span from gaps').pluck().all()).toEqual([-1]);
  expect(new ClockSpans(store).wrong()).toEqual([wrong]);
  spans.finish(1);
  expect(marks()).toEqual([null, null, null]);
  expect(spans.wrong()).toEqual([]);
});

test('the span of a process that ended goes on while the machine runs on and nobody sets its clock', () => {
  spans.begin(10, run());
  write(11);
  spans.begin(30, run(1_000));
  expect(spans.present()).toMatchObject({ number: 1, fromUtcMs: 10 });
});

test('a clock that was set while no process ran is reckoned back by when the machine says that it started', () => {
  spans.begin(10, run());
  write(11);
  expect(spans.begin(40 + 30 * minuteMs, run(30 * minuteMs))).toBeNull();
  expect(spans.present()).toMatchObject({ number: 2 });
  expect(spans.resolve(60 + 30 * minuteMs, -10 * minuteMs, minuteMs)).toEqual([
    { number: 1, fromUtcMs: 10, untilUtcMs: 40, byMs: 20 * minuteMs },
    { number: 2, fromUtcMs: 40 + 30 * minuteMs, untilUtcMs: 60 + 30 * minuteMs, byMs: -10 * minuteMs },
  ]);
});

test('over a restart of the machine a clock that stood still says nothing of before, and what waited for it is left where it is', () => {
  spans.begin(10, run());
  write(11);
  spans.jumped(20, 30 * minuteMs);
  spans.begin(20 + 30 * minuteMs, run());
  write(21 + 30 * minuteMs);
  // Back at the time at which it was switched on once: the machine cannot have started before it wrote.
  expect(spans.begin(30, run(5, 'b'))).toEqual({ fromUtcMs: 10, untilUtcMs: 22 + 30 * minuteMs });
  // Whoever looks at them is told so for as long as they are there.
  expect(marks()).toEqual([-1, -2]);
  expect(spans.lost().map(({ number }) => number)).toEqual([1, 2]);
  expect(spans.resolve(40, 5 * minuteMs, minuteMs)).toMatchObject([{ number: 3, fromUtcMs: 30 }]);
});

test('over a restart of the machine a clock that ran on is as wrong as before, and what was written then is put right with it', () => {
  spans.begin(10, run());
  write(11);
  expect(spans.begin(5 * minuteMs, run(4 * minuteMs, 'b'))).toBeNull();
  write(5 * minuteMs + 1);
  expect(spans.resolve(6 * minuteMs, -3 * minuteMs, minuteMs)).toEqual([
    { number: 1, fromUtcMs: 10, untilUtcMs: 12, byMs: -3 * minuteMs },
    { number: 2, fromUtcMs: 5 * minuteMs, untilUtcMs: 6 * minuteMs, byMs: -3 * minuteMs },
  ]);
  expect(marks()).toEqual([-1, -2]);
});

test('a clock that was set before it was known to be wrong is reckoned back through every time that it was', () => {
  spans.begin(10, run());
  write(11);
  spans.jumped(20, 30 * minuteMs);
  spans.begin(20 + 30 * minuteMs, run());
  write(21 + 30 * minuteMs);
  spans.jumped(40 + 30 * minuteMs, -10 * minuteMs);
  spans.begin(50 + 20 * minuteMs, run());
  // Right since it was set the last time.
  expect(spans.resolve(60 + 20 * minuteMs, 0, minuteMs)).toEqual([
    { number: 1, fromUtcMs: 10, untilUtcMs: 20, byMs: 20 * minuteMs },
    { number: 2, fromUtcMs: 20 + 30 * minuteMs, untilUtcMs: 40 + 30 * minuteMs, byMs: -10 * minuteMs },
  ]);
  expect(marks()).toEqual([-1, -2]);
});
