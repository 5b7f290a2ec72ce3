import { dirname, join } from 'node:path';
import type { Check, Finding } from '../check.ts';
import { sourcePattern, testPattern, type Tree } from '../tree.ts';

/** Rooms whose folders are read one by one. */
const rooms = [
  'apps/server/src/features',
  'apps/server/src/platform',
  'apps/edge/src/capabilities',
  'apps/edge/src/platform',
  'apps/web/src/features',
  'apps/web/src/platform',
  'packages/contracts/src',
  'packages/domain/src',
  'packages/media/src',
];

const specifiers = /(?:from |import\()'(\.[^']+)'/g;

/** Which folder of a room imports from which, with the first file that does. */
function importsBetween(tree: Tree, room: string): Map<string, string> {
  const found = new Map<string, string>();
  const folderOf = (path: string): string | undefined =>
    path.startsWith(`${room}/`) && path.slice(room.length + 1).includes('/')
      ? path.slice(room.length + 1).split('/')[0]
      : undefined;
  for (const path of tree.files(sourcePattern)) {
    const from = folderOf(path);
    if (from === undefined || testPattern.test(path)) continue;
    for (const [, specifier] of tree.read(path).matchAll(specifiers)) {
      const to = folderOf(join(dirname(path), specifier!));
      if (to !== undefined && to !== from && !found.has(`${from} ${to}`)) found.set(`${from} ${to}`, path);
    }
  }
  return found;
}

/** Two folders that import each other are one folder with two names: neither can be read or moved alone. */
export const pairs: Check = {
  name: 'pairs',
  run: (tree) =>
    rooms.flatMap((room) => {
      const known = importsBetween(tree, room);
      return [...known].flatMap(([edge, at]): Finding[] => {
        const [from, to] = edge.split(' ') as [string, string];
        const back = known.get(`${to} ${from}`);
        if (from > to || back === undefined) return [];
        return [{ at, say: `${from} and ${to} import each other (also ${back}): move what both need below them.` }];
      });
    }),
};
