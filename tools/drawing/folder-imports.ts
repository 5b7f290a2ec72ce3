import { dirname, join } from 'node:path';
import { sourcePattern, testPattern, type Tree } from '../arch/tree.ts';

/** Who imports whom among the folders of one program: names in drawing order, and how many imports each cell stands for. */
export interface FolderImports {
  /** Whoever imports stands before what it imports, where there is such an order. */
  folders: string[];
  /** `from to` → number of imports. */
  counts: Map<string, number>;
}

const specifiers = /(?:from |import\()'(\.[^']+)'/g;
/** Rooms whose folders are drawn one by one; the others are drawn whole. */
const opened = new Set(['features', 'capabilities']);

function folderOf(program: string, path: string): string | undefined {
  if (!path.startsWith(`${program}/src/`)) return undefined;
  const [room, folder, file] = path.slice(program.length + 5).split('/') as [string, string?, string?];
  if (folder === undefined) return undefined;
  return opened.has(room) && file !== undefined ? folder : room;
}

/** Imports of product files among the folders of a program, tests left out. `program`: as `apps/edge`. */
export function folderImports(tree: Tree, program: string): FolderImports {
  const counts = new Map<string, number>();
  const folders = new Set<string>();
  for (const path of tree.files(sourcePattern)) {
    const from = folderOf(program, path);
    if (from === undefined || testPattern.test(path)) continue;
    folders.add(from);
    for (const [, specifier] of tree.read(path).matchAll(specifiers)) {
      const to = folderOf(program, join(dirname(path), specifier!));
      if (to === undefined || to === from) continue;
      folders.add(to);
      counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  return { folders: inOrder([...folders].sort(), counts), counts };
}

/** Takes, again and again, the folder that the fewest of those left import. */
function inOrder(names: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const left = new Set(names);
  const order: string[] = [];
  while (left.size > 0) {
    const importers = (name: string): number =>
      [...left].reduce((sum, from) => sum + (from === name ? 0 : (counts.get(`${from} ${name}`) ?? 0)), 0);
    const next = [...left].reduce((best, name) => (importers(name) < importers(best) ? name : best));
    order.push(next);
    left.delete(next);
  }
  return order;
}
