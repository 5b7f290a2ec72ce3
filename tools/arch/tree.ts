import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const notOurs = new Set(['node_modules', 'dist', '.git', '.data', 'test-results']);
/** What test runs leave at the root; in the product it is a word like any other. */
const leftAtRoot = new Set(['coverage']);

/** The files of a checkout, read once. Paths are relative to the root with forward slashes. */
export interface Tree {
  root: string;
  /** Every file that is ours, sorted; `pattern` narrows by path. */
  files: (pattern?: RegExp) => string[];
  has: (path: string) => boolean;
  read: (path: string) => string;
}

const walk = (root: string, below: string): string[] =>
  readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name) || entry.isSymbolicLink()) return [];
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (leftAtRoot.has(path)) return [];
    if (entry.isDirectory()) return walk(root, path);
    return entry.isFile() ? [path] : [];
  });

export const openTree = (root: string): Tree => {
  const all = walk(root, '').sort();
  const texts = new Map<string, string>();
  return {
    root,
    files: (pattern) => (pattern === undefined ? all : all.filter((path) => pattern.test(path))),
    has: (path) => existsSync(join(root, path)),
    read: (path) => {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const text = readFileSync(join(root, path), 'utf8');
      texts.set(path, text);
      return text;
    },
  };
};

/** Source written by us in TypeScript, declarations left out. */
export const sourcePattern = /^(apps|packages|simulators|tools|e2e|bench)\/.*(?<!\.d)\.(ts|tsx)$/;

/** Tests and what only tests load: beside what it tests, or in the `testing` folder of a program or package. */
export const testPattern =
  /(\.(test|spec|suite|fixture)\.tsx?$|\/test-[^/]+\.tsx?$|^e2e\/|^bench\/|^packages\/testing\/|^(apps|packages)\/[^/]+\/testing\/)/;
