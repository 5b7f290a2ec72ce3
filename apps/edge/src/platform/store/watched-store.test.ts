import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from './open-store.ts';
import { watchStore } from './watched-store.ts';

let folder: string;
let mounted: string[];
let damaged: number;
let full: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-damage-'));
  [mounted, damaged, full] = [[], 0, 0];
});
afterEach(() => {
  for (const path of mounted) execFileSync('umount', [path]);
  rmSync(folder, { recursive: true });
});

function smallDisk(name: string, size: string): string | null {
  const path = join(folder, name);
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return null;
  }
  mounted.push(path);
  return path;
}

function watched(path: string): Store {
  const store = openStore(path);
  watchStore(store, { onDamaged: () => damaged++, onFull: () => full++ });
  return store;
}

test('hears that the disk is full also where the end of a transaction is what meets it (needs the right to mount a tmpfs)', (context) => {
  const disk = smallDisk('disk', '8m');
  if (disk === null) return context.skip();
  const store = watched(join(disk, 'core.sqlite'));
  const insert = store.prepare('insert into meta (key, value) values (?, hex(randomblob(20000)))');
  const file = openSync(join(disk, 'filler'), 'w');
  expect(() => {
    for (;;) writeSync(file, Buffer.alloc(4096));
  }).toThrow('ENOSPC');
  closeSync(file);
  for (const way of ['deferred', 'immediate', 'exclusive'] as const) {
    const before = full;
    expect(() => store.transaction((key: string) => insert.run(key))[way](way)).toThrow('full');
    expect(full).toBe(before + 1);
  }
  const before = full;
  expect(() => store.transaction((key: string) => insert.run(key))('plain')).toThrow('full');
  expect(full).toBe(before + 1);
  // Whoever makes room when he hears it goes on.
  rmSync(join(disk, 'filler'));
  expect(store.transaction((key: string) => insert.run(key).changes)('plain')).toBe(1);
  store.close();
});

test('hears of a damaged page whatever meets it, once', () => {
  const path = join(folder, 'core.sqlite');
  const before = openStore(path);
  const rows =
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 400) select hex(randomblob(500)) as a from n';
  before.exec(`create table many as ${rows}`);
  before.pragma('wal_checkpoint(TRUNCATE)');
  before.close();
  const file = openSync(path, 'r+');
  const { size } = statSync(path);
  writeSync(file, Buffer.alloc(size / 2, 0xff), 0, size / 2, size / 2);
  closeSync(file);
  const store = watched(path);
  expect(() => store.exec('create table others as select * from many')).toThrow('malformed');
  expect(damaged).toBe(1);
  expect(() => store.prepare('select * from many').all()).toThrow('malformed');
  expect(damaged).toBe(1);
  store.close();
  // Read row by row the page is met long after the statement was begun.
  const other = watched(path);
  expect(() => [...other.prepare('select * from many').iterate()]).toThrow('malformed');
  expect(damaged).toBe(2);
  const begun = other.prepare('select 1 as one union all select 2').iterate();
  expect(begun.next().value).toEqual({ one: 1 });
  begun.return?.();
  // One that is left before its end holds nothing back.
  other.exec('create table after_all (a)');
  other.close();
});
