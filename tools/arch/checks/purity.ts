import type { Check, Finding } from '../check.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import { testPattern } from '../tree.ts';

/** Names that bring the outside world in. What is pure gets times, randomness and bytes as parameters. */
const outside = new Set([
  'Buffer',
  'process',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'crypto',
  'window',
  'document',
  'console',
]);

const nameOf = (node: unknown): string | undefined => {
  const found = node as SyntaxNode | undefined;
  return found?.type === 'Identifier' ? (found.value as string) : undefined;
};

/** What a node takes from outside, or undefined. */
const impurityOf = (node: SyntaxNode): string | undefined => {
  if (node.type === 'MemberExpression') {
    const object = nameOf(node.object);
    const property = nameOf(node.property);
    if (object !== undefined && outside.has(object)) return object;
    if ((object === 'Date' && property === 'now') || (object === 'Math' && property === 'random'))
      return `${object}.${property}`;
  }
  if (
    node.type === 'NewExpression' &&
    nameOf(node.callee) === 'Date' &&
    (node.arguments as unknown[] | null)?.length === 0
  )
    return 'new Date()';
  if (node.type === 'CallExpression') {
    const callee = nameOf(node.callee);
    if (callee !== undefined && outside.has(callee)) return callee;
  }
  return undefined;
};

/** Contracts, domain and media are the same everywhere and always: no clock, no chance, no platform. */
export const purity: Check = {
  name: 'purity',
  run: (tree) =>
    tree
      .files(/^packages\/(contracts|domain|media)\/src\/.*\.ts$/)
      .filter((path) => !testPattern.test(path))
      .flatMap((path) => {
        const syntax = syntaxOf(tree, path);
        const findings: Finding[] = [];
        const declared = new Set<string>();
        visitNodes(syntax.module, (node) => {
          if (node.type === 'Parameter' || node.type === 'VariableDeclarator')
            declared.add(nameOf(node.pat ?? node.id) ?? '');
          if (node.type === 'ArrowFunctionExpression')
            for (const parameter of node.params as SyntaxNode[]) declared.add(nameOf(parameter) ?? '');
        });
        visitNodes(syntax.module, (node) => {
          const what = impurityOf(node);
          if (what !== undefined && !declared.has(what))
            findings.push({
              at: `${path}:${syntax.lineOf(node)}`,
              say: `${what} makes this impure. Take the value as a parameter.`,
            });
        });
        return findings;
      }),
};
