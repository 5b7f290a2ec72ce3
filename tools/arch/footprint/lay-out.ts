import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Tree } from '../tree.ts';
import { applyEdits, readFixture } from './fixture.ts';

/** A checkout with the feature in it, in a folder of its own. Remove it with `[Symbol.dispose]` (`using`). */
export interface LaidOut extends Disposable {
  root: string;
  /** Files of the feature, and those that it changes. */
  touched: readonly string[];
}

/** Copies the checkout and lays the feature over it. Packages that were installed are linked, those of the checkout itself are its own. */
export function layOut(tree: Tree): LaidOut {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'sightline-footprint-'));
  // The database of tests runs under another account, which must be able to reach its folder.
  chmodSync(root, 0o755);
  const { files, edits } = readFixture(tree);
  const { texts, refused } = applyEdits(tree, edits);
  if (refused.length > 0) throw new Error(refused.map(({ file, why }) => `${file}: ${why}`).join('\n'));
  for (const path of tree.files()) copy(tree, path, root);
  for (const [path, text] of [...files, ...texts]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  linkPackages(tree.root, root);
  return {
    root,
    touched: [...files.keys(), ...texts.keys()],
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

function copy(tree: Tree, path: string, root: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  copyFileSync(join(tree.root, path), join(root, path));
}

const own = '@sightline';
const isCache = (name: string): boolean => name.startsWith('.') && name !== '.bin';

function linkPackages(from: string, root: string): void {
  linkAll(join(from, 'node_modules'), join(root, 'node_modules'), (name) => name !== own && !isCache(name));
  mkdirSync(join(root, 'node_modules', own), { recursive: true });
  // They lead to the packages beside them, hence in the copy to those of the copy.
  for (const name of readdirSync(join(from, 'node_modules', own)))
    symlinkSync(readlinkSync(join(from, 'node_modules', own, name)), join(root, 'node_modules', own, name));
  for (const room of ['apps', 'packages'])
    for (const name of readdirSync(join(root, room))) {
      const installed = join(from, room, name, 'node_modules');
      if (existsSync(installed)) linkAll(installed, join(root, room, name, 'node_modules'), () => true);
    }
}

function linkAll(from: string, to: string, isMeant: (name: string) => boolean): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter(isMeant)) symlinkSync(join(from, name), join(to, name));
}
