import { catalogueOf, flatCatalogue, languages } from '../catalogues.ts';
import type { Check } from '../check.ts';
import { errorsPath, errorTexts } from '../contract.ts';
import { testPattern, type Tree } from '../tree.ts';

const areasPattern = /^packages\/contracts\/src\/shared\/errors\/.*-errors\.ts$/;

/** Where each code is written: in the catalogue itself, or in the file of its area. */
const placesOfCodes = (tree: Tree): Map<string, string[]> => {
  const places = new Map<string, string[]>();
  for (const path of tree.files(areasPattern).concat(tree.has(errorsPath) ? [errorsPath] : []))
    for (const [index, line] of tree.read(path).split('\n').entries()) {
      const code = /^ {2}([a-z0-9_]+):/.exec(line)?.[1];
      if (code !== undefined) places.set(code, [...(places.get(code) ?? []), `${path}:${index + 1}`]);
    }
  return places;
};

/** The screen says of the server what the server cannot say of itself. */
const saidByScreens = new Set(['unavailable']);

/** What programs read in an answer is what people read on the screen, but for values that only screens fill in. */
const isOtherText = (code: string, text: string | undefined, shown: string | undefined): boolean =>
  text !== undefined && shown !== undefined && text !== shown && !shown.includes('{{') && !saidByScreens.has(code);

/** Every failure can be read in every language, the same everywhere, and has been seen by a test. */
export const errors: Check = {
  name: 'errors',
  run: async (tree) => {
    const tests = tree
      .files(testPattern)
      .map((path) => tree.read(path))
      .join('\n');
    const texts = languages.map((language) => ({ language, keys: flatCatalogue(tree, language) }));
    const places = placesOfCodes(tree);
    const english = texts.find(({ language }) => language === 'en')?.keys;
    return [...(await errorTexts(tree))].flatMap(([code, text]) => {
      const [at = errorsPath, ...more] = places.get(code) ?? [];
      const twice = more.map((place) => `${code} stands here and at ${place}. One of them is never used; remove it.`);
      const untranslated = texts
        .filter(({ keys }) => !keys.has(`errors.${code}`))
        .map(
          ({ language }) =>
            `${code} has no text. Add errors.${code} to ${catalogueOf(language, 'errors')}, or below "elsewhere" to the texts of its noun.`,
        );
      const unproved = new RegExp(`\\b${code}\\b`).test(tests)
        ? []
        : [`no test mentions ${code}. Prove when it occurs, or remove it.`];
      const drifted = isOtherText(code, text, english?.get(`errors.${code}`))
        ? [`${code} reads otherwise in ${catalogueOf('en', 'errors')}. Write the same text in both.`]
        : [];
      return [...untranslated, ...drifted, ...unproved, ...twice].map((say) => ({ at, say }));
    });
  },
};
