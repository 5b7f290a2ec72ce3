import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openTree, type Tree } from './tree.ts';

/** A small checkout in a temporary folder, for proving that a check fires. Remove it with `[Symbol.dispose]` (`using`). */
export const fixtureTree = (files: Record<string, string>, links: Record<string, string> = {}): Tree & Disposable => {
  const root = mkdtempSync(join(tmpdir(), 'sightline-arch-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(target.startsWith('/') ? target : join(root, target), join(root, path));
  }
  return { ...openTree(root), [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
};
