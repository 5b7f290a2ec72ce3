import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from './open-store.ts';
import { openStore } from './open-store.ts';
import { Outbox } from './outbox.ts';

let folder: string;
let store: Store;
let outbox: Outbox;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  store = openStore(join(folder, 'core.sqlite'));
  outbox = new Outbox(store);
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const notice = (detail: string) => ({ kind: 'coreNotice', code: 'disk_slow', detail }) as const;

test('gives sequences that rise by one and answers records in order', () => {
  expect([1, 2, 3].map((n) => outbox.append(n, notice(String(n))))).toEqual([1, 2, 3]);
  expect(outbox.after(1, 10).map((record) => record.sequence)).toEqual([2, 3]);
});

test('never gives a sequence twice, also after everything was acknowledged and the process restarted', () => {
  outbox.append(1, notice('a'));
  outbox.append(2, notice('b'));
  outbox.acknowledge(2);
  store.close();
  store = openStore(join(folder, 'core.sqlite'));
  outbox = new Outbox(store);
  expect(outbox.append(3, notice('c'))).toBe(3);
});

test('takes the record back when the transaction of its change fails', () => {
  const change = store.transaction(() => {
    outbox.append(1, notice('a'));
    throw new Error('the change failed');
  });
  expect(change).toThrow('the change failed');
  expect(outbox.depth()).toBe(0);
  expect(outbox.append(2, notice('b'))).toBe(1);
});

test('renumbers what was not delivered when a new epoch begins', () => {
  for (const detail of ['a', 'b', 'c']) outbox.append(1, notice(detail));
  outbox.acknowledge(1);
  outbox.restart();
  expect(outbox.after(0, 10).map((record) => [record.sequence, (record.body as { detail: string }).detail])).toEqual([
    [1, 'b'],
    [2, 'c'],
  ]);
  expect(outbox.append(1, notice('d'))).toBe(3);
});

test('refuses a database that a newer version wrote', () => {
  store.pragma('user_version = 999');
  store.close();
  expect(() => openStore(join(folder, 'core.sqlite'))).toThrow(expect.objectContaining({ code: 'store_newer' }));
  store = openStore(join(folder, 'other.sqlite'));
});
