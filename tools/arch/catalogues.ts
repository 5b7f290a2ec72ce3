import type { Tree } from './tree.ts';

export const catalogueOf = (language: string): string => `apps/web/src/platform/i18n/locales/${language}.json`;

/** Languages of the product; the first is the one the texts are written in. */
export const languages = ['en', 'he'] as const;

/** A catalogue with its nesting flattened: `cameras.list.title` to text. */
export const flatCatalogue = (tree: Tree, language: string): Map<string, string> => {
  const flat = new Map<string, string>();
  const add = (prefix: string, value: unknown): void => {
    if (typeof value === 'string') flat.set(prefix, value);
    else for (const [key, inner] of Object.entries(value as object)) add(prefix === '' ? key : `${prefix}.${key}`, inner);
  };
  const path = catalogueOf(language);
  if (tree.has(path)) add('', JSON.parse(tree.read(path)));
  return flat;
};

/** Line on which a flat key is defined, found by walking its parts downwards. */
export const lineOfKey = (tree: Tree, language: string, key: string): number => {
  const lines = tree.read(catalogueOf(language)).split('\n');
  let line = 0;
  for (const part of key.split('.')) {
    const next = lines.findIndex((text, index) => index >= line && text.includes(`"${part}"`));
    if (next === -1) break;
    line = next;
  }
  return line + 1;
};

const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** `cameras.count` for `cameras.count_one`; other keys unchanged. */
export const withoutPlural = (key: string): string => key.replace(pluralEnding, '');

export const isPlural = (key: string): boolean => pluralEnding.test(key);
