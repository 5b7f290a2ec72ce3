import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ledgerAfter, readLedger, unforgiven, writeLedger } from './unsteady-ledger.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-ledger-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file that passes only the second time is forgiven twice, and not a third time in a row', () => {
  const run = { ran: ['a.test.ts', 'b.test.ts'], unsteady: ['a.test.ts'] };
  const twice = ledgerAfter(ledgerAfter({}, run), run);
  expect(unforgiven(twice)).toEqual([]);
  expect(unforgiven(ledgerAfter(twice, run))).toEqual(['a.test.ts']);
});

test('a steady run is a new beginning, and a run without the file says nothing of it', () => {
  const before = { 'a.test.ts': 2, 'b.test.ts': 2 };
  expect(ledgerAfter(before, { ran: ['a.test.ts'], unsteady: [] })).toEqual({ 'b.test.ts': 2 });
});

test('is kept between runs, and is empty before the first', () => {
  const path = join(folder, 'unsteady.json');
  expect(readLedger(path)).toEqual({});
  writeLedger(path, { 'a.test.ts': 2 });
  expect(readLedger(path)).toEqual({ 'a.test.ts': 2 });
});

test('a ledger that was broken forgives nothing', () => {
  const path = join(folder, 'unsteady.json');
  writeFileSync(path, '{"a.test.ts":"never"}');
  expect(() => readLedger(path)).toThrow('no number of times of a.test.ts');
});
