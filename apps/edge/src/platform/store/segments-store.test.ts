import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from './open-store.ts';
import { openStore } from './open-store.ts';
import { SegmentsStore } from './segments-store.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';

const startMs = 1_800_000_000_000;
let folder: string;
let store: Store;
let segments: SegmentsStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'segments-'));
  store = openStore(join(folder, 'core.sqlite'));
  segments = new SegmentsStore(store);
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

/** A file from second to second. */
function put(from: number, to: number): string {
  const path = `s/${String(from)}.mp4`;
  const times = { startUtcMs: startMs + from * 1_000, endUtcMs: startMs + to * 1_000 };
  segments.put(testSegment({ streamId: 's', path, ...times }));
  return path;
}

const at = (second: number): number => startMs + second * 1_000;

test('finds the footage that was written after the clock of the machine was set back into an older file', () => {
  put(-120, -60);
  const before = put(0, 20);
  const after = put(-10, 50);
  const next = put(50, 110);
  expect(segments.lastStartedBefore('s', at(30))?.path).toBe(after);
  expect(segments.overlapping('s', at(25), at(60)).map((row) => row.path)).toEqual([after, next]);
  expect(segments.overlapping('s', at(10), at(15)).map((row) => row.path)).toEqual([after, before]);
});

test('answers the last file before a hole when none holds the instant', () => {
  put(0, 60);
  const last = put(60, 90);
  expect(segments.lastStartedBefore('s', at(100))?.path).toBe(last);
  expect(segments.lastStartedBefore('s', at(4_000))?.path).toBe(last);
  expect(segments.lastStartedBefore('s', at(-1))).toBeNull();
  expect(segments.overlapping('s', at(100), at(200))).toEqual([]);
});

test('finds a file that goes on for longer than files should', () => {
  const long = put(0, 1_500);
  expect(segments.lastStartedBefore('s', at(1_400))?.path).toBe(long);
  expect(segments.overlapping('s', at(1_400), at(1_450)).map((row) => row.path)).toEqual([long]);
});
