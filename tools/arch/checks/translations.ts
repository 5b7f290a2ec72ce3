import { catalogueOf, flatCatalogue, isPlural, languages, placeOfKey, withoutPlural } from '../catalogues.ts';
import type { Check, Finding } from '../check.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import type { Tree } from '../tree.ts';

const wordsPath = 'tools/config/untranslated-words.json';

interface Uses {
  /** Keys given to `t`, with their place. */
  asked: { key: string; at: string }[];
  /** Every string in the web's source: a key may travel through a variable before it meets `t`. */
  strings: Set<string>;
  /** Constant beginnings of template strings given to `t`: `errors.` of `errors.${code}`. */
  prefixes: { prefix: string; at: string }[];
}

const isTranslate = (node: SyntaxNode): boolean => {
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as SyntaxNode;
  if (callee.type === 'Identifier') return callee.value === 't';
  return callee.type === 'MemberExpression' && (callee.property as SyntaxNode).value === 't';
};

const templateStart = (node: SyntaxNode): string => ((node.quasis as { cooked: string }[])[0]?.cooked ?? '').toString();

const collectArgument = (node: SyntaxNode, at: string, uses: Uses): void => {
  if (node.type === 'StringLiteral') uses.asked.push({ key: node.value as string, at });
  if (node.type === 'TemplateLiteral') uses.prefixes.push({ prefix: templateStart(node), at });
  if (node.type === 'ConditionalExpression') {
    collectArgument(node.consequent as SyntaxNode, at, uses);
    collectArgument(node.alternate as SyntaxNode, at, uses);
  }
};

const collectUses = (tree: Tree): Uses => {
  const uses: Uses = { asked: [], strings: new Set(), prefixes: [] };
  for (const path of tree.files(/^apps\/web\/src\/.*\.tsx?$/).filter((file) => !/\.test\.tsx?$/.test(file))) {
    const syntax = syntaxOf(tree, path);
    visitNodes(syntax.module, (node) => {
      if (node.type === 'StringLiteral') uses.strings.add(node.value as string);
      if (node.type === 'TemplateLiteral' && /^[a-z]\w*\./.test(templateStart(node)))
        uses.prefixes.push({ prefix: templateStart(node), at: '' });
      const first = isTranslate(node) ? (node.arguments as { expression: SyntaxNode }[])[0] : undefined;
      if (first) collectArgument(first.expression, `${path}:${syntax.lineOf(node)}`, uses);
      if (node.type === 'JSXAttribute' && (node.name as SyntaxNode).value === 'i18nKey') {
        collectArgument(node.value as SyntaxNode, `${path}:${syntax.lineOf(node)}`, uses);
      }
    });
  }
  return uses;
};

/** Both languages know the same texts; plural forms differ as the languages do. */
const equalKeys = (tree: Tree): Finding[] => {
  const bases = new Map(languages.map((language) => [language, flatCatalogue(tree, language)]));
  const all = new Set([...bases.values()].flatMap((keys) => [...keys.keys()].map(withoutPlural)));
  const plural = new Set([...bases.values()].flatMap((keys) => [...keys.keys()].filter(isPlural).map(withoutPlural)));
  return [...all].flatMap((base) =>
    languages.flatMap((language) => {
      const forms = plural.has(base)
        ? new Intl.PluralRules(language).resolvedOptions().pluralCategories.map((form) => `${base}_${form}`)
        : [base];
      return forms
        .filter((key) => bases.get(language)?.has(key) !== true)
        .map((key) => ({
          at: catalogueOf(language, key.split('.')[0] ?? ''),
          say: `${key} is missing. Translate it.`,
        }));
    }),
  );
};

const usedKeys = (tree: Tree, uses: Uses): Finding[] => {
  const known = new Set([...flatCatalogue(tree, languages[0]).keys()].flatMap((key) => [key, withoutPlural(key)]));
  const missing = uses.asked
    .filter(({ key }) => !known.has(key))
    .map(({ key, at }) => ({
      at,
      say: `t('${key}') has no text in ${catalogueOf(languages[0], key.split('.')[0] ?? '')}.`,
    }));
  const empty = uses.prefixes
    .filter(({ prefix, at }) => at !== '' && ![...known].some((key) => key.startsWith(prefix)))
    .map(({ prefix, at }) => ({ at, say: `No text begins with ${prefix}.` }));
  const prefixes = uses.prefixes.map(({ prefix }) => prefix).filter((prefix) => prefix.includes('.'));
  const isUsed = (key: string): boolean =>
    uses.strings.has(withoutPlural(key)) || uses.strings.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
  const unused = [...flatCatalogue(tree, languages[0]).keys()]
    .filter((key) => !isUsed(key))
    .map((key) => ({
      at: placeOfKey(tree, languages[0], key),
      say: `${key} is used nowhere. Remove it from both catalogues.`,
    }));
  return [...missing, ...empty, ...unused];
};

/** What is left of a text without its placeholders, tags and addresses. */
const words = (text: string): string =>
  text.replace(
    /\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\)|\b\w+:\/\/\S+|\S+@\S+|--\w[\w-]*|\.\/\w+( \w+)?|\b\w+\/[\w./-]+/g,
    ' ',
  );

/** A language is named in itself, so that whoever cannot read the page finds his own. */
const namesLanguage = (key: string): boolean => /(^|\.)languages?\./.test(key);

const foreignWords = (tree: Tree): Finding[] => {
  const allowed = new Set(tree.has(wordsPath) ? (JSON.parse(tree.read(wordsPath)) as string[]) : []);
  const english = [...flatCatalogue(tree, 'he')]
    .filter(([key]) => !namesLanguage(key))
    .flatMap(([key, text]) => {
      const foreign = (words(text).match(/[A-Za-z][\w.+-]*[A-Za-z0-9]/g) ?? []).filter((word) => !allowed.has(word));
      return foreign.map((word) => ({
        at: placeOfKey(tree, 'he', key),
        say: `${key} is not translated: "${word}". Product and technical names are listed in ${wordsPath}.`,
      }));
    });
  const hebrew = [...flatCatalogue(tree, 'en')]
    .filter(([, text]) => /[\u0590-\u05ff]/.test(text))
    .filter(([key]) => !namesLanguage(key))
    .map(([key]) => ({ at: placeOfKey(tree, 'en', key), say: `${key} is Hebrew in the English catalogue.` }));
  return [...english, ...hebrew];
};

/** Every text exists in both languages, is used, and is really translated. */
export const translations: Check = {
  name: 'translations',
  run: (tree) => [...equalKeys(tree), ...usedKeys(tree, collectUses(tree)), ...foreignWords(tree)],
};
