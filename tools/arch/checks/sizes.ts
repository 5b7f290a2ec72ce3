import { dirname } from 'node:path';
import type { Check, Finding } from '../check.ts';
import { sourcePattern, testPattern, type Tree } from '../tree.ts';

const exceptionsPath = 'tools/config/size-exceptions.json';
const fileLimit = 400;
const testLimit = 600;
/** Product files that stand in one folder; their tests stand beside them and do not count. */
const folderLimit = 25;
const stylePattern = /^apps\/.*\.(css|sql)$/;

/** Files that nobody writes or reads from top to bottom, by path, with why their length does not matter. */
const generated: Readonly<Record<string, string>> = {
  'apps/server/src/platform/database/rows.generated.ts':
    'one entry for every table, written from the migrated database; tools/rows/rows.test.ts refuses any other text',
};

interface Exceptions {
  /** Lines of a file that is longer than allowed, by path. */
  lines: Record<string, number>;
  /** How many times a file switches a lint rule off, by path. */
  disabledRules: Record<string, number>;
  /** Product files of a folder that holds more than allowed, by path. */
  folders: Record<string, number>;
}

const readExceptions = (tree: Tree): Exceptions => {
  const empty: Exceptions = { lines: {}, disabledRules: {}, folders: {} };
  return tree.has(exceptionsPath)
    ? { ...empty, ...(JSON.parse(tree.read(exceptionsPath)) as Partial<Exceptions>) }
    : empty;
};

const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const countDisabledRules = (text: string): number => text.match(/(\/\/|\/\*)\s*(oxlint|eslint)-disable/g)?.length ?? 0;

/** An exception may only shrink: it must equal what is there, so that every improvement is kept. */
const ratchet = (kind: keyof Exceptions, actual: Map<string, number>, exceptions: Exceptions): Finding[] =>
  Object.entries(exceptions[kind]).flatMap(([path, allowed]) => {
    const is = actual.get(path) ?? 0;
    if (is >= allowed) return [];
    const say = is === 0 ? `remove its line from "${kind}"` : `lower its number in "${kind}" from ${allowed} to ${is}`;
    return [{ at: exceptionsPath, say: `${path} got better: ${say}.` }];
  });

const isProduct = (path: string): boolean =>
  (sourcePattern.test(path) && !testPattern.test(path)) || /^apps\/.*\.css$/.test(path);

/** Folders that hold more than can be taken in at a glance, with how many product files stand in them. */
function fullFolders(tree: Tree): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of tree.files().filter(isProduct)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > folderLimit));
}

const overfull = (full: Map<string, number>, exceptions: Exceptions): Finding[] =>
  [...full].flatMap(([at, count]) => {
    const allowed = exceptions.folders[at] ?? folderLimit;
    return count > allowed ? [{ at, say: `${count} files, at most ${allowed}. Divide the folder by topic.` }] : [];
  });

/** Files stay short and folders small; whoever must exceed it is listed with a number that can only fall. */
export const sizes: Check = {
  name: 'sizes',
  run: (tree) => {
    const exceptions = readExceptions(tree);
    const tooLong = new Map<string, number>();
    const disabled = new Map<string, number>();
    const findings: Finding[] = [];
    for (const path of tree.files().filter((file) => sourcePattern.test(file) || stylePattern.test(file))) {
      const text = tree.read(path);
      const lines = path in generated ? 0 : countLines(text);
      const limit = testPattern.test(path) ? testLimit : fileLimit;
      if (lines > limit) tooLong.set(path, lines);
      if (lines > Math.max(limit, exceptions.lines[path] ?? 0)) {
        findings.push({
          at: path,
          say: `${lines} lines, at most ${exceptions.lines[path] ?? limit}. Split it by topic.`,
        });
      }
      const off = countDisabledRules(text);
      if (off > 0) disabled.set(path, off);
      if (off > (exceptions.disabledRules[path] ?? 0)) {
        findings.push({
          at: path,
          say: `${off} lint rules switched off, ${exceptions.disabledRules[path] ?? 0} allowed. Repair the code instead.`,
        });
      }
    }
    const full = fullFolders(tree);
    return [
      ...findings,
      ...overfull(full, exceptions),
      ...ratchet('lines', tooLong, exceptions),
      ...ratchet('disabledRules', disabled, exceptions),
      ...ratchet('folders', full, exceptions),
    ];
  },
};
