import type { Check } from '../check.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import { testPattern } from '../tree.ts';

/** Where the clock of the machine is put right. */
const source = 'apps/edge/src/platform/clock.ts';
/** What of the global tells no time of its own. */
const timeless = new Set(['parse', 'UTC', 'prototype']);

const nameOf = (node: unknown): string | undefined => {
  const found = node as SyntaxNode | undefined;
  return found?.type === 'Identifier' ? (found.value as string) : undefined;
};

/** Uses of `Date` that tell no time of their own: a given instant, what parses one, and a type. */
function givenTimes(node: SyntaxNode): unknown[] {
  if (node.type === 'NewExpression' && ((node.arguments as unknown[] | null)?.length ?? 0) > 0) return [node.callee];
  if (node.type === 'MemberExpression' && timeless.has(nameOf(node.property) ?? '')) return [node.object];
  if (node.type === 'BinaryExpression' && node.operator === 'instanceof') return [node.right];
  if (node.type === 'TsTypeReference') return [node.typeName];
  return [];
}

/** A core has one clock, which its server puts right: whoever asks the machine instead files, compares or shows a wrong time. */
export const clock: Check = {
  name: 'clock',
  run: (tree) =>
    tree
      .files(/^apps\/edge\/src\/.*\.ts$/)
      .filter((path) => path !== source && !testPattern.test(path))
      .filter((path) => /\bDate\b|\btimeOrigin\b/.test(tree.read(path)))
      .flatMap((path) => {
        const syntax = syntaxOf(tree, path);
        const given = new Set<unknown>();
        const lines: number[] = [];
        visitNodes(syntax.module, (node) => {
          for (const use of givenTimes(node)) given.add(use);
        });
        visitNodes(syntax.module, (node) => {
          if (!given.has(node) && ['Date', 'timeOrigin'].includes(nameOf(node) ?? '')) lines.push(syntax.lineOf(node));
        });
        return [...new Set(lines)].map((line) => ({
          at: `${path}:${line}`,
          say: 'This is the clock of the machine, which may be wrong. Take nowUtcMs of platform/clock.ts, or machineClock for what is compared with other times of the machine.',
        }));
      }),
};
