import type { Check, Finding } from '../check.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import type { Tree } from '../tree.ts';
import { unknownClasses } from './sheet-classes.ts';

const replacement =
  'Hebrew mirrors the page: use the logical property (inline-start, inline-end), or say why with /* physical: picture */.';

const declaration =
  /^\s*(?:(left|right)|(margin|padding|border|inset)-(left|right)(-[a-z-]+)?|border-(top|bottom)-(left|right)-radius|scroll-(margin|padding)-(left|right))\s*:/;
const value = /^\s*(text-align|float|clear)\s*:\s*(left|right)\b/;

/**
 * Physical by nature: pictures, timelines and charts run left to right in every language.
 * The comment covers the rest of the block it stands in, or the block that follows it.
 */
const cssFindings = (tree: Tree, path: string): Finding[] => {
  const findings: Finding[] = [];
  const exempt: boolean[] = [false];
  let nextBlock = false;
  tree
    .read(path)
    .split('\n')
    .forEach((line, index) => {
      if (line.includes('/* physical:')) {
        if (exempt.length === 1) nextBlock = true;
        else exempt[exempt.length - 1] = true;
      }
      for (const part of line.split(/(?<=[{;}])/)) {
        const bare = part.replace(/^.*\{\s*/, '');
        if (!exempt.at(-1) && (declaration.test(bare) || value.test(bare)))
          findings.push({ at: `${path}:${index + 1}`, say: replacement });
        if (part.includes('{')) {
          exempt.push(nextBlock || (exempt.at(-1) ?? false));
          nextBlock = false;
        }
        if (part.includes('}') && exempt.length > 1) exempt.pop();
      }
    });
  return findings;
};

const physicalKeys =
  /^(left|right|(margin|padding|border)(Left|Right)([A-Z]\w*)?|border(Top|Bottom)(Left|Right)Radius|ml|mr|pl|pr)$/;

const keyOf = (node: SyntaxNode): string | undefined => {
  const key = (node.key ?? node.name) as SyntaxNode | undefined;
  return key?.type === 'Identifier' || key?.type === 'StringLiteral' ? (key.value as string) : undefined;
};

const isStyleAttribute = (node: SyntaxNode): boolean =>
  node.type === 'JSXAttribute' && ['style', 'styles', 'sx'].includes(keyOf(node) ?? '');

/** Style props of components: `style={{ left: 4 }}`, and the shorthand props `ml`, `pr` of the component library. */
const componentFindings = (tree: Tree, path: string): Finding[] => {
  const syntax = syntaxOf(tree, path);
  const lines = tree.read(path).split('\n');
  const findings: Finding[] = [];
  visitNodes(syntax.module, (node, parents) => {
    const key = keyOf(node);
    if (key === undefined || !physicalKeys.test(key)) return;
    const inStyle = node.type === 'KeyValueProperty' && parents.some(isStyleAttribute);
    const isShorthand = node.type === 'JSXAttribute' && /^[mp][lr]$/.test(key);
    if (!inStyle && !isShorthand) return;
    const line = syntax.lineOf(inStyle ? (node.key as SyntaxNode) : node);
    const said = lines.slice(Math.max(0, line - 3), line).some((text) => text.includes('physical:'));
    if (!said) findings.push({ at: `${path}:${line}`, say: replacement });
  });
  return findings;
};

/** The page must read from the right in Hebrew without a second style sheet, and find every class in its sheet. */
export const css: Check = {
  name: 'css',
  run: (tree) => [
    ...tree.files(/^apps\/web\/.*\.css$/).flatMap((path) => cssFindings(tree, path)),
    ...tree
      .files(/^apps\/web\/src\/.*\.tsx$/)
      .filter((path) => !path.endsWith('.test.tsx'))
      .flatMap((path) => [...componentFindings(tree, path), ...unknownClasses(tree, path)]),
    ...tree.files(/^apps\/web\/src\/.*(?<!\.test)\.ts$/).flatMap((path) => unknownClasses(tree, path)),
  ],
};
