import { dirname, join } from 'node:path';
import type { Finding } from '../check.ts';
import type { Tree } from '../tree.ts';

const sheetImport = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;

/** Names that a sheet gives, wherever in a selector. */
const classesIn = (sheet: string): Set<string> =>
  new Set([...sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!));

/** Classes that a component names and its sheet does not have: nothing complains in the browser, the look is only gone. */
export const unknownClasses = (tree: Tree, path: string): Finding[] => {
  const whole = tree.read(path);
  // Paths of imports hold words with dots, too.
  const text = whole.replaceAll(/from '[^']*'/g, '');
  return [...whole.matchAll(sheetImport)].flatMap(([, local, specifier]): Finding[] => {
    const sheet = join(dirname(path), specifier!);
    if (!tree.has(sheet)) return [{ at: path, say: `there is no sheet ${sheet}.` }];
    const known = classesIn(tree.read(sheet));
    const named = [...text.matchAll(new RegExp(`(?<![\\w.'$])${local!}\\.(\\w+)`, 'g'))];
    return named
      .filter(([, name]) => !known.has(name!))
      .map((match) => ({
        at: `${path}:${text.slice(0, match.index).split('\n').length}`,
        say: `${sheet} has no class ${match[1]!}: name one that it has, or take the name away.`,
      }));
  });
};
