import type { Check } from '../check.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import { testPattern } from '../tree.ts';

/** Calls that make a test prove less than it says, with what to do instead. */
const refused: Record<string, string> = {
  'vi.mock': 'Replaces a module. Use the real part, or pass a port in.',
  'vi.doMock': 'Replaces a module. Use the real part, or pass a port in.',
  'page.waitForTimeout': 'Waits for a fixed time. Wait for the condition.',
  'test.skip': 'Is never run. Repair it, or use skipIf with the reason in the title.',
  'it.skip': 'Is never run. Repair it, or use skipIf with the reason in the title.',
  'describe.skip': 'Is never run. Repair it, or use skipIf with the reason in the title.',
};

const calledName = (node: SyntaxNode): string => {
  const callee = node.callee as SyntaxNode | undefined;
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return '';
  const [object, property] = [callee.object, callee.property].map((part) => (part as SyntaxNode).value as string | undefined);
  return `${object ?? ''}.${property ?? ''}`;
};

/** Tests run against the real parts, all of them, and do not bet on time. */
export const tests: Check = {
  name: 'tests',
  run: (tree) =>
    tree
      .files(/\.(test|spec|suite)\.tsx?$/)
      .filter((path) => testPattern.test(path) && /\.(mock|doMock|skip|waitForTimeout)\(/.test(tree.read(path)))
      .flatMap((path) => {
        const syntax = syntaxOf(tree, path);
        const found: { at: string; say: string }[] = [];
        visitNodes(syntax.module, (node, parents) => {
          const name = calledName(node);
          const say = refused[name];
          const isConditional = name.endsWith('.skip') && parents.some((parent) => /^(If|Conditional)/.test(parent.type));
          if (say !== undefined && !isConditional) found.push({ at: `${path}:${syntax.lineOf(node)}`, say });
        });
        return found;
      }),
};
