import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOrMakeMasterKey } from './master-key.ts';
import { createSealedBox } from './sealed-box.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('sealed box', () => {
  it('does not open a value that was changed, cut short or moved to another row', () => {
    const box = createSealedBox(readOrMakeMasterKey(folder, { mayMake: true }));
    const sealed = box.seal('pässword', 'camera:1');
    const changed = Buffer.from(sealed);
    changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
    expect(() => box.open(changed, 'camera:1')).toThrow();
    expect(() => box.open(sealed.subarray(0, 70), 'camera:1')).toThrow();
    expect(() => box.open(sealed, 'camera:2')).toThrow();
    expect(box.open(sealed, 'camera:1')).toBe('pässword');
  });

  it('never writes the same value twice in the same way', () => {
    const box = createSealedBox(readOrMakeMasterKey(folder, { mayMake: true }));
    expect(box.seal('a', 'x').equals(box.seal('a', 'x'))).toBe(false);
  });
});

describe('master key', () => {
  it('refuses a damaged file instead of making a new key', () => {
    writeFileSync(join(folder, 'master.key'), 'short');
    expect(() => readOrMakeMasterKey(folder, { mayMake: true })).toThrow(/damaged/);
  });

  it('stays the same and is readable by its owner alone', () => {
    const key = readOrMakeMasterKey(folder, { mayMake: true });
    expect(readOrMakeMasterKey(folder, { mayMake: true }).equals(key)).toBe(true);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
  });
});
