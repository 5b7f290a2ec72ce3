import type { Check, Finding } from '../check.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import { testPattern, type Tree } from '../tree.ts';

const wordsPath = 'tools/config/untranslated-words.json';

/** Props and fields that people read. */
const spoken =
  /^(aria-label|aria-description|aria-roledescription|aria-valuetext|title|placeholder|label|description|alt|message|error|ariaLabel|nothingFoundMessage|closeButtonLabel)$/;

/** Values of a program, as in `{ error: 'core_offline' }`, are no sentences. */
const isWord = /^[a-z0-9][\w.:/-]*$/;

/** A word of at least two letters that is neither a product or technical name nor a key of the catalogue. */
const isSpoken = (text: string, allowed: Set<string>): boolean => {
  if (/^[a-z][\w-]*(\.[\w-]+)+$/i.test(text.trim())) return false;
  return (text.replace(/\b[a-z]+:\/\/\S+/g, '').match(/\p{L}[\p{L}\d.'-]+/gu) ?? []).some(
    (word) => !allowed.has(word) && !allowed.has(word.replace(/[.'-]+$/, '')),
  );
};

/** Strings that an expression can turn into: itself, both sides of a condition, the parts of a template. */
const stringsOf = (node: SyntaxNode | null | undefined): string[] => {
  if (!node) return [];
  if (node.type === 'StringLiteral') return [node.value as string];
  if (node.type === 'TemplateLiteral') return (node.quasis as { cooked: string }[]).map((part) => part.cooked);
  if (node.type === 'ConditionalExpression')
    return [...stringsOf(node.consequent as SyntaxNode), ...stringsOf(node.alternate as SyntaxNode)];
  if (node.type === 'BinaryExpression' && ['&&', '||', '??', '+'].includes(node.operator as string)) {
    return [
      ...(node.operator === '&&' ? [] : stringsOf(node.left as SyntaxNode)),
      ...stringsOf(node.right as SyntaxNode),
    ];
  }
  if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesisExpression')
    return stringsOf(node.expression as SyntaxNode);
  return [];
};

const nameOf = (node: SyntaxNode): string => {
  const name = (node.name ?? node.key) as SyntaxNode | undefined;
  return (name?.value as string | undefined) ?? '';
};

/** `{ code, message }` is the body of a failure: screens translate the code and never show the message. */
const isFailure = (object: SyntaxNode | undefined): boolean =>
  ((object?.properties ?? []) as SyntaxNode[]).some((property) => nameOf(property) === 'code');

/** What a node makes people read. */
const spokenBy = (node: SyntaxNode, parents: SyntaxNode[]): string[] => {
  if (node.type === 'JSXText') return [node.value as string];
  if (node.type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(parents.at(-1)?.type ?? ''))
    return stringsOf(node);
  if (node.type === 'JSXAttribute' && spoken.test(nameOf(node))) return stringsOf(node.value as SyntaxNode);
  if (node.type === 'KeyValueProperty' && spoken.test(nameOf(node)) && !isFailure(parents.at(-1)))
    return stringsOf(node.value as SyntaxNode).filter((text) => !isWord.test(text));
  return [];
};

const fileFindings = (tree: Tree, path: string, allowed: Set<string>): Finding[] => {
  const syntax = syntaxOf(tree, path);
  const findings: Finding[] = [];
  visitNodes(syntax.module, (node, parents) => {
    for (const text of spokenBy(node, parents)) {
      if (!isSpoken(text, allowed)) continue;
      findings.push({
        at: `${path}:${syntax.lineOf(node)}`,
        say: `"${text.trim().slice(0, 60)}" is not translated. Put it into the catalogues and use t('...').`,
      });
    }
  });
  return findings;
};

/** People read their own language: no text stands in a component. */
export const literals: Check = {
  name: 'literals',
  run: (tree) => {
    const allowed = new Set(tree.has(wordsPath) ? (JSON.parse(tree.read(wordsPath)) as string[]) : []);
    return tree
      .files(/^apps\/web\/src\/.*\.tsx?$/)
      .filter((path) => !testPattern.test(path))
      .flatMap((path) => fileFindings(tree, path, allowed));
  },
};
