import { flatCatalogue, languages, placeOfKey } from '../catalogues.ts';
import type { Check, Finding } from '../check.ts';
import { syntaxOf, visitNodes } from '../syntax.ts';
import { testPattern, type Tree } from '../tree.ts';
import { englishRules } from '../wording/english-rules.ts';
import { hebrewRules } from '../wording/hebrew-rules.ts';
import type { WordingRule } from '../wording/wording-rule.ts';

const rules = { en: englishRules, he: hebrewRules };

/** `{ "he.cameras.list.title": "why it stands as it does" }` */
const exceptionsPath = 'tools/config/wording-exceptions.json';

const exceptionsIn = (tree: Tree): Map<string, string> =>
  new Map(
    tree.has(exceptionsPath) ? Object.entries(JSON.parse(tree.read(exceptionsPath)) as Record<string, string>) : [],
  );

const inCatalogues = (tree: Tree): Finding[] => {
  const exceptions = exceptionsIn(tree);
  const used = new Set<string>();
  const findings = languages.flatMap((language): Finding[] =>
    [...flatCatalogue(tree, language)].flatMap(([key, text]) => {
      const broken = rules[language].filter(({ pattern, keys }) => pattern.test(text) && (keys?.test(key) ?? true));
      if (broken.length > 0 && exceptions.has(`${language}.${key}`)) {
        used.add(`${language}.${key}`);
        return [];
      }
      return broken.map(({ say }) => ({ at: placeOfKey(tree, language, key), say: `${key}: "${text}". ${say}` }));
    }),
  );
  const stale = [...exceptions].flatMap(([key, reason]): Finding[] => {
    if (reason.trim() === '')
      return [{ at: exceptionsPath, say: `${key} has no reason. Say why it stands as it does.` }];
    return used.has(key) ? [] : [{ at: exceptionsPath, say: `${key} breaks no rule any more. Remove it.` }];
  });
  return [...findings, ...stale];
};

const isHebrew = (text: string): boolean => /[\u05d0-\u05ea]/.test(text);

const isErrors = (path: string): boolean => /^packages\/contracts\/src\/shared\/errors\/.*-errors\.ts$/.test(path);

/** Texts that stand in code: mails and pages of the server in Hebrew, and what errors say to programs in English. */
const inCode = (tree: Tree): Finding[] =>
  tree
    .files(/^(apps\/(server|edge)|packages\/(contracts|domain))\/.*\.ts$/)
    .filter((path) => !testPattern.test(path) && (isErrors(path) || isHebrew(tree.read(path))))
    .flatMap((path) => {
      const syntax = syntaxOf(tree, path);
      const findings: Finding[] = [];
      visitNodes(syntax.module, (node) => {
        const text = node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.cooked : null;
        if (typeof text !== 'string' || !(isHebrew(text) || (isErrors(path) && text.includes(' ')))) return;
        const own: readonly WordingRule[] = isHebrew(text) ? hebrewRules : englishRules;
        for (const { say } of own.filter(({ pattern, keys }) => keys === undefined && pattern.test(text)))
          findings.push({ at: `${path}:${syntax.lineOf(node)}`, say: `"${text}". ${say}` });
      });
      return findings;
    });

/** Texts read as the voice of the product asks for: no word-by-word grammar, no second word for one thing. */
export const wording: Check = {
  name: 'wording',
  run: (tree) => [...inCatalogues(tree), ...inCode(tree)],
};
