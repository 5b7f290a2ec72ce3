import type { Check } from '../check.ts';
import { syntaxOf, type Syntax, type SyntaxNode } from '../syntax.ts';
import { testPattern, type Tree } from '../tree.ts';

const rooms =
  /^(packages\/(contracts|domain|media)\/src\/.*\.ts|apps\/server\/src\/.*\.(public|service)\.ts|apps\/edge\/src\/drivers\/[^/]+\.ts)$/;

/** What needs no second sentence: inferred types, closed lists of words, quantities with their unit in the name, calls (each has its summary), shapes that describe their members. */
const selfEvident = [
  /^export type \w+(<[^=]*>)? = (z\.(infer|input|output)<|\(typeof |keyof typeof )/,
  /^export const \w+ = z\.enum\(\[[^\n]*\]\);?$/,
  /^export const \w+(Ms|Bytes|Days|Seconds|Kbps|Hz|90k) = [\d_ *]+;?$/,
  /^export const \w+Calls = \{/,
  /^export interface [^{]*\{[\s\S]*\/\*\*/,
];

const speaksForItself = (text: string): boolean => selfEvident.some((pattern) => pattern.test(text));

const exportedName = (node: SyntaxNode): string => {
  const declared = node.declaration as SyntaxNode | undefined;
  const first = (declared?.declarations as { id: { value: string } }[] | undefined)?.[0];
  return (
    first?.id.value ??
    (declared?.identifier as { value: string } | undefined)?.value ??
    (declared?.id as { value: string } | undefined)?.value ??
    'export'
  );
};

const isDocumented = (text: string, start: number): boolean =>
  /\*\/\s*$/.test(text.slice(0, start)) && /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.test(text.slice(0, start));

const undocumented = (tree: Tree, path: string, syntax: Syntax): SyntaxNode[] => {
  const text = tree.read(path);
  return (syntax.module.body as SyntaxNode[]).filter((node) => {
    if (node.type !== 'ExportDeclaration') return false;
    const start = syntax.startOf(node);
    return !isDocumented(text, start) && !speaksForItself(text.slice(start, syntax.endOf(node)));
  });
};

/** Whoever uses a public export reads what it means without opening its body: units, ranges, errors. */
export const docstrings: Check = {
  name: 'docstrings',
  run: (tree) =>
    tree
      .files(rooms)
      .filter((path) => !testPattern.test(path))
      .flatMap((path) => {
        const syntax = syntaxOf(tree, path);
        return undocumented(tree, path, syntax).map((node) => ({
          at: `${path}:${syntax.lineOf(node)}`,
          say: `${exportedName(node)} has no docstring. Say its effect, units, ranges and error codes.`,
        }));
      }),
};
