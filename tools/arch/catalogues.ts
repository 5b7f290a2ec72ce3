import type { Tree } from './tree.ts';

const folderOf = (language: string): string => `apps/web/src/platform/i18n/locales/${language}/`;

/** The file with the texts of one noun; `apiKeys` lies in `api-keys.json`. */
export const catalogueOf = (language: string, noun: string): string =>
  `${folderOf(language)}${noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;

const nounOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1, -'.json'.length)
    .replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Languages of the product; the first is the one the texts are written in. */
export const languages = ['en', 'he'] as const;

interface PlacedText {
  text: string;
  path: string;
  /** Keys that lead to it inside of its file. */
  parts: readonly string[];
}

/** In the texts of a noun: what it says on screens of others, by their whole keys (`errors`, `permissions`, `audit`). */
const elsewhere = 'elsewhere';

const placedTexts = (tree: Tree, language: string): Map<string, PlacedText> => {
  const found = new Map<string, PlacedText>();
  for (const path of tree.files().filter((file) => file.startsWith(folderOf(language)))) {
    const add = (parts: readonly string[], value: unknown): void => {
      if (typeof value !== 'string')
        for (const [key, inner] of Object.entries(value as object)) add([...parts, key], inner);
      else
        found.set((parts[0] === elsewhere ? parts.slice(1) : [nounOf(path), ...parts]).join('.'), {
          text: value,
          path,
          parts,
        });
    };
    add([], JSON.parse(tree.read(path)));
  }
  return found;
};

/** A catalogue with its nesting flattened: `cameras.list.title` to text, whichever noun's file says it. */
export const flatCatalogue = (tree: Tree, language: string): Map<string, string> =>
  new Map([...placedTexts(tree, language)].map(([key, { text }]) => [key, text]));

/** Where a flat key is defined, as `file:line`, found by walking its parts downwards. */
export const placeOfKey = (tree: Tree, language: string, key: string): string => {
  const [noun = '', ...own] = key.split('.');
  const { path, parts } = placedTexts(tree, language).get(key) ?? { path: catalogueOf(language, noun), parts: own };
  const lines = tree.read(path).split('\n');
  let line = 0;
  for (const part of parts) {
    const next = lines.findIndex((text, index) => index >= line && text.includes(`"${part}"`));
    if (next === -1) break;
    line = next;
  }
  return `${path}:${line + 1}`;
};

const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** Whether it is one form of a counted text. Codes of failures may end alike (`errors.too_many`) and are never counted. */
export const isPlural = (key: string): boolean => !key.startsWith('errors.') && pluralEnding.test(key);

/** `cameras.count` for `cameras.count_one`; other keys unchanged. */
export const withoutPlural = (key: string): string => (isPlural(key) ? key.replace(pluralEnding, '') : key);
