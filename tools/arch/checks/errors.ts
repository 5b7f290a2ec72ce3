import { catalogueOf, flatCatalogue, languages } from '../catalogues.ts';
import type { Check } from '../check.ts';
import { errorCodes, errorsPath } from '../contract.ts';
import { testPattern } from '../tree.ts';

/** Every failure can be read in every language, and has been seen by a test. */
export const errors: Check = {
  name: 'errors',
  run: async (tree) => {
    const tests = tree
      .files(testPattern)
      .map((path) => tree.read(path))
      .join('\n');
    const texts = languages.map((language) => ({ language, keys: flatCatalogue(tree, language) }));
    const lines = tree.has(errorsPath) ? tree.read(errorsPath).split('\n') : [];
    return (await errorCodes(tree)).flatMap((code) => {
      const at = `${errorsPath}:${lines.findIndex((line) => line.trimStart().startsWith(`${code}:`)) + 1}`;
      const untranslated = texts
        .filter(({ keys }) => !keys.has(`errors.${code}`))
        .map(({ language }) => `${code} has no text. Add errors.${code} to ${catalogueOf(language, 'errors')}.`);
      const unproved = new RegExp(`\\b${code}\\b`).test(tests) ? [] : [`no test mentions ${code}. Prove when it occurs, or remove it.`];
      return [...untranslated, ...unproved].map((say) => ({ at, say }));
    });
  },
};
