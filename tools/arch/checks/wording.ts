import { flatCatalogue, languages, placeOfKey } from '../catalogues.ts';
import type { Check, Finding } from '../check.ts';
import type { Tree } from '../tree.ts';
import { englishRules } from '../wording/english-rules.ts';
import { hebrewRules } from '../wording/hebrew-rules.ts';

const rules = { en: englishRules, he: hebrewRules };

/** `{ "he.cameras.list.title": "why it stands as it does" }` */
const exceptionsPath = 'tools/config/wording-exceptions.json';

const exceptionsIn = (tree: Tree): Map<string, string> =>
  new Map(
    tree.has(exceptionsPath) ? Object.entries(JSON.parse(tree.read(exceptionsPath)) as Record<string, string>) : [],
  );

/** Texts read as the voice of the product asks for: no word-by-word grammar, no second word for one thing. */
export const wording: Check = {
  name: 'wording',
  run: (tree) => {
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
  },
};
