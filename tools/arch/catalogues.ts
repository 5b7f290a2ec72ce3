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

/** A catalogue with its nesting flattened: `cameras.list.title` to text. */
export const flatCatalogue = (tree: Tree, language: string): Map<string, string> => {
  const flat = new Map<string, string>();
  const add = (prefix: string, value: unknown): void => {
    if (typeof value === 'string') flat.set(prefix, value);
    else for (const [key, inner] of Object.entries(value as object)) add(`${prefix}.${key}`, inner);
  };
  for (const path of tree.files().filter((file) => file.startsWith(folderOf(language))))
    add(nounOf(path), JSON.parse(tree.read(path)));
  return flat;
};

/** Where a flat key is defined, as `file:line`, found by walking its parts downwards. */
export const placeOfKey = (tree: Tree, language: string, key: string): string => {
  const [noun = '', ...parts] = key.split('.');
  const path = catalogueOf(language, noun);
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
