import type { Check, Finding } from '../check.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import { sourcePattern } from '../tree.ts';

/** Two words and more in capitals, as constants were written once. */
const capitals = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/;
/** What is named by others: variables of the environment that a test sets by their name. */
const environmentName = /^SIGHTLINE_/;
const memberTypes = new Set(['ClassMethod', 'ClassProperty']);

function finding(node: SyntaxNode): string | null {
  if (memberTypes.has(node.type) && node.accessibility === 'private')
    return "Make the member private by #name; the compiler's word ends at run time.";
  if (node.type !== 'VariableDeclarator') return null;
  const name = (node.id as SyntaxNode | undefined)?.value;
  return typeof name === 'string' && capitals.test(name) && !environmentName.test(name)
    ? `Write ${name} in camel case, as all constants are.`
    : null;
}

/** One way of writing classes and constants in all programs. */
export const style: Check = {
  name: 'style',
  run: (tree) =>
    tree
      .files(sourcePattern)
      .filter((path) => /\.tsx?$/.test(path) && /\bprivate\b|[A-Z0-9]_[A-Z0-9]/.test(tree.read(path)))
      .flatMap((path) => {
        const syntax = syntaxOf(tree, path);
        const found: Finding[] = [];
        visitNodes(syntax.module, (node) => {
          const say = finding(node);
          if (say !== null) found.push({ at: `${path}:${String(syntax.lineOf(node))}`, say });
        });
        return found;
      }),
};
