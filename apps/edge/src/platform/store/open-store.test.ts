import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explained, openStore } from './open-store.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-store-'));
  path = join(folder, 'core.sqlite');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('refuses a file that is no database with a clear code, and leaves it as it was', () => {
  const garbage = Buffer.alloc(20_000, 'not a database ');
  writeFileSync(path, garbage);
  expect(() => openStore(path)).toThrow(expect.objectContaining({ code: 'store_damaged' }));
  expect(readFileSync(path)).toEqual(garbage);
});

test('refuses a database whose end was cut off', () => {
  openStore(path).close();
  truncateSync(path, 5_000);
  const before = readFileSync(path);
  expect(() => openStore(path)).toThrow(expect.objectContaining({ code: 'store_damaged' }));
  expect(readFileSync(path)).toEqual(before);
});

test.each([
  ['SQLITE_IOERR_READ', 'store_damaged'],
  ['SQLITE_IOERR_SHORT_READ', 'store_damaged'],
  ['SQLITE_CORRUPT_VTAB', 'store_damaged'],
  ['SQLITE_IOERR_WRITE', 'disk_full'],
  ['SQLITE_FULL', 'disk_full'],
])('tells a disk that cannot be read from one that takes nothing: %s is %s', (said, code) => {
  const refuse = (): never => {
    throw Object.assign(new Error('refused'), { code: said });
  };
  expect(() => explained(path, refuse)).toThrow(expect.objectContaining({ code }));
});

test('makes a database where there is none', () => {
  openStore(path).close();
  const store = openStore(path);
  expect(store.prepare('select count(*) as n from segments').get()).toEqual({ n: 0 });
  store.close();
});
