import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GapRow, GapsStore } from '../../platform/store/gaps-store.ts';
import { openStore, type Store } from '../../platform/store/open-store.ts';
import { SegmentsStore } from '../../platform/store/segments-store.ts';
import { createGapLedger } from './gap-ledger.ts';
import { RecordJournal } from './record-journal.ts';

const streamId = uuidv7();
let folder: string;
let store: Store;
let gaps: GapsStore;
let journal: RecordJournal;
let told: GapRow[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-journal-'));
  store = openStore(join(folder, 'core.sqlite'));
  gaps = new GapsStore(store);
  told = [];
  const segments = new SegmentsStore(store);
  journal = new RecordJournal({ store, segments, gaps, onGapClosed: (gap) => told.push(gap), write: (job) => job() });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const kept = () =>
  gaps
    .overlapping(streamId, 0, 10_000)
    .map(({ startUtcMs, endUtcMs, cause, isOpen }) => [startUtcMs, endUtcMs, cause, isOpen]);

test('a gap ends where the footage begins that came after it, however far it was told to have come', () => {
  const ledger = createGapLedger(streamId, (message) => journal.receive(message));
  ledger.begin(100, 'edge_down');
  ledger.footage(100, 200);
  ledger.missing('camera_closed', 210);
  ledger.tick(900);
  expect(kept()).toEqual([[200, 900, 'camera_closed', 1]]);
  // What comes first is older than its connection.
  ledger.footage(600, 1_000);
  expect(kept()).toEqual([[200, 600, 'camera_closed', 0]]);
  expect(told.map(({ endUtcMs }) => endUtcMs)).toEqual([600]);
});

test('a gap whose cause changed ends there too, and what came after it is taken back', () => {
  const ledger = createGapLedger(streamId, (message) => journal.receive(message));
  ledger.footage(100, 200);
  ledger.missing('camera_closed', 210);
  ledger.missing('camera_unreachable', 300);
  ledger.missing('starting', 400);
  ledger.footage(280, 600);
  expect(kept()).toEqual([[200, 280, 'camera_closed', 0]]);
});

test('a gap that was told of and turns out to be none is told of again, as one that ends where it begins', () => {
  const ledger = createGapLedger(streamId, (message) => journal.receive(message));
  ledger.footage(100, 200);
  ledger.missing('camera_closed', 210);
  ledger.missing('camera_unreachable', 300);
  const [first] = told;
  expect(told.map(({ startUtcMs, endUtcMs }) => [startUtcMs, endUtcMs])).toEqual([[200, 300]]);
  // The pictures of before came after all, and those of an open gap, of which nobody was told.
  ledger.footage(200, 600);
  expect(told.slice(1)).toEqual([{ ...first, endUtcMs: 200 }]);
  expect(kept()).toEqual([]);
});
