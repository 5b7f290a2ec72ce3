import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GapsStore } from '../../platform/store/gaps-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { SegmentsStore } from '../../platform/store/segments-store.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import { readCoverage, readRecordedDays } from './read-coverage.ts';

const streamId = 's1';
const minute = 60_000;
let folder: string;
let store: Store;
let segments: SegmentsStore;
let gaps: GapsStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coverage-'));
  store = openStore(join(folder, 'core.sqlite'));
  segments = new SegmentsStore(store);
  gaps = new GapsStore(store);
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function segment(startUtcMs: number, endUtcMs: number | null): void {
  segments.put(testSegment({ streamId, path: `${String(startUtcMs)}.mp4`, startUtcMs, endUtcMs }));
}

const read = (fromUtcMs: number, toUtcMs: number, nowUtcMs = 100 * minute) =>
  readCoverage({ segments, gaps }, { streamId, fromUtcMs, toUtcMs, nowUtcMs });

test('joins neighbouring files and names the cause of what lies between others', () => {
  segment(0, minute);
  segment(minute + 70, 2 * minute);
  gaps.put({ streamId, startUtcMs: 2 * minute, endUtcMs: 5 * minute, cause: 'camera_stalled', isOpen: false });
  segment(5 * minute, 6 * minute);
  const coverage = read(0, 6 * minute);
  expect(coverage.recorded).toEqual([
    { fromUtcMs: 0, toUtcMs: 2 * minute },
    { fromUtcMs: 5 * minute, toUtcMs: 6 * minute },
  ]);
  expect(coverage.gaps).toEqual([{ fromUtcMs: 2 * minute, toUtcMs: 5 * minute, cause: 'camera_stalled', open: false }]);
});

test('tells of a hole that the core made itself, also of one that is no longer than the seam between two files', () => {
  segment(0, minute);
  segment(minute + 300, 2 * minute);
  gaps.put({ streamId, startUtcMs: minute, endUtcMs: minute + 300, cause: 'core_updating', isOpen: false });
  segment(2 * minute + 300, 3 * minute);
  gaps.put({ streamId, startUtcMs: 2 * minute, endUtcMs: 2 * minute + 300, cause: 'packet_loss', isOpen: false });
  const { recorded, gaps: told } = read(0, 3 * minute);
  expect(told).toEqual([{ fromUtcMs: minute, toUtcMs: minute + 300, cause: 'core_updating', open: false }]);
  expect(recorded).toEqual([
    { fromUtcMs: 0, toUtcMs: minute },
    { fromUtcMs: minute + 300, toUtcMs: 3 * minute },
  ]);
});

test('says gap_unknown for time that neither a file nor the ledger accounts for, never nothing', () => {
  segment(0, minute);
  segment(10 * minute, 11 * minute);
  expect(read(0, 11 * minute).gaps).toEqual([
    { fromUtcMs: minute, toUtcMs: 10 * minute, cause: 'gap_unknown', open: false },
  ]);
});

test('lets an open gap grow to now, and no further than now', () => {
  segment(0, minute);
  gaps.put({ streamId, startUtcMs: minute, endUtcMs: minute, cause: 'camera_unreachable', isOpen: true });
  const coverage = read(0, 200 * minute, 7 * minute);
  expect(coverage.gaps).toEqual([{ fromUtcMs: minute, toUtcMs: 7 * minute, cause: 'camera_unreachable', open: true }]);
});

test('shows the file being written up to now', () => {
  segment(0, null);
  segments.extend('0.mp4', 58_900, 10);
  expect(read(0, minute, minute).recorded).toEqual([{ fromUtcMs: 0, toUtcMs: minute }]);
});

test('does not claim footage beyond the last fragment of a file that nobody writes any more', () => {
  segment(0, null);
  segments.extend('0.mp4', 30_000, 10);
  expect(read(0, 10 * minute, 10 * minute).recorded).toEqual([{ fromUtcMs: 0, toUtcMs: 30_000 }]);
});

test('prefers footage where a gap row overlaps it, so that both never claim the same time', () => {
  segment(0, 5 * minute);
  gaps.put({ streamId, startUtcMs: 4 * minute, endUtcMs: 6 * minute, cause: 'edge_down', isOpen: false });
  expect(read(0, 6 * minute).gaps).toEqual([
    { fromUtcMs: 5 * minute, toUtcMs: 6 * minute, cause: 'edge_down', open: false },
  ]);
});

test('sums recorded time by the days it is given, whatever their length', () => {
  segment(30 * minute, 90 * minute);
  const recordedMs = readRecordedDays(
    { segments, gaps },
    { streamId, dayStarts: [0, 60 * minute, 85 * minute, 200 * minute], nowUtcMs: 300 * minute },
  );
  expect(recordedMs).toEqual([30 * minute, 25 * minute, 5 * minute]);
});
