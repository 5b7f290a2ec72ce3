import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from './open-store.ts';
import { Outbox } from './outbox.ts';
import { hasReserve, layReserve } from './store-reserve.ts';

let folder: string;
let store: Store;
const path = (): string => join(folder, 'core.sqlite');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reserve-'));
  store = openStore(path());
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const notify = (outbox: Outbox, count: number): void => {
  for (let n = 0; n < count; n++) outbox.append(n, { kind: 'coreNotice', code: 'disk_full', detail: 'x'.repeat(400) });
};

test('without a reserve a store whose file cannot grow can tell nothing', () => {
  const outbox = new Outbox(store);
  store.pragma(`max_page_count = ${String(store.pragma('page_count', { simple: true }))}`);
  expect(() => notify(outbox, 2_000)).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }));
});

test('in its reserve a store writes thousands of records, and neither its file nor its log grows', () => {
  expect(hasReserve(store, folder)).toBe(false);
  expect(layReserve(store, folder)).toBe(true);
  expect(hasReserve(store, folder)).toBe(true);
  const outbox = new Outbox(store);
  notify(outbox, 1);
  const sizes = (): number[] => [path(), `${path()}-wal`].map((file) => statSync(file).size);
  const before = sizes();
  store.pragma(`max_page_count = ${String(store.pragma('page_count', { simple: true }))}`);
  notify(outbox, 2_000);
  expect(sizes()).toEqual(before);
  expect(outbox.depth()).toBe(2_001);
});

test('is laid again once half of it was taken', () => {
  layReserve(store, folder);
  notify(new Outbox(store), 7_000);
  expect(hasReserve(store, folder)).toBe(false);
  layReserve(store, folder);
  expect(hasReserve(store, folder)).toBe(true);
});
