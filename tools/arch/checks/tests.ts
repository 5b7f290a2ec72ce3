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
  const [object, property] = [callee.object, callee.property].map(
    (part) => (part as SyntaxNode).value as string | undefined,
  );
  return `${object ?? ''}.${property ?? ''}`;
};

/** Whether the node compares what passed on a clock with a limit: `expect(performance.now() - startedMs).toBeLessThan(500)`. */
const asksForSpeed = (node: SyntaxNode): boolean => {
  const callee = node.callee as SyntaxNode | undefined;
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false;
  const property = (callee.property as SyntaxNode).value;
  const expected = callee.object as SyntaxNode;
  if ((property !== 'toBeLessThan' && property !== 'toBeLessThanOrEqual') || expected.type !== 'CallExpression')
    return false;
  const difference = (expected.arguments as { expression: SyntaxNode }[] | undefined)?.[0]?.expression;
  if (difference?.type !== 'BinaryExpression' || difference.operator !== '-') return false;
  return /^(performance|Date)\.now$/.test(calledName(difference.left as SyntaxNode));
};

const speedSays = 'Asks for a speed, which a slower machine has not. Measure it in bench/, and test what happens.';

/** Tests run against the real parts, all of them, and do not bet on time. */
export const tests: Check = {
  name: 'tests',
  run: (tree) =>
    tree
      .files(/\.(test|spec|suite)\.tsx?$/)
      .filter(
        (path) =>
          testPattern.test(path) &&
          /\.(mock|doMock|skip|waitForTimeout|toBeLessThan|toBeLessThanOrEqual)\(/.test(tree.read(path)),
      )
      .flatMap((path) => {
        const syntax = syntaxOf(tree, path);
        const found: { at: string; say: string }[] = [];
        visitNodes(syntax.module, (node, parents) => {
          const name = calledName(node);
          const say = asksForSpeed(node) ? speedSays : refused[name];
          const isConditional =
            name.endsWith('.skip') && parents.some((parent) => /^(If|Conditional)/.test(parent.type));
          if (say !== undefined && !isConditional) found.push({ at: `${path}:${syntax.lineOf(node)}`, say });
        });
        return found;
      }),
};
