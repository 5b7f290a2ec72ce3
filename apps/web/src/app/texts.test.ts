import { errorCatalogue } from '@sightline/contracts/shared/errors';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declarations } from './features.ts';
import { sharedCatalogues } from '../platform/i18n/shared-catalogues.ts';
import { textsIn } from './texts.ts';

type Nested = { [key: string]: string | Nested };

const flatten = (texts: Nested, above = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[above + key, value] as const] : [...flatten(value, `${above}${key}.`)],
    ),
  );

const english = await textsIn('en');
const hebrew = await textsIn('he');
const en = flatten(english);
const he = flatten(hebrew);
const plural = /_(zero|one|two|few|many|other)$/;
const baseOf = (key: string): string => key.replace(plural, '');
const basesOf = (texts: Map<string, string>): string[] => [...new Set([...texts.keys()].map(baseOf))].sort();
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

test('every file of texts is declared by a feature or shared, in both languages', () => {
  const nounOf = (file: string): string =>
    file.replace('.json', '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  for (const [language, texts] of Object.entries({ en: english, he: hebrew })) {
    const files = readdirSync(new URL(`../platform/i18n/locales/${language}/`, import.meta.url));
    expect(Object.keys(texts).sort()).toEqual(files.map(nounOf).sort());
  }
});

test('what a noun says in lists of others stands there, and no key is said twice', async () => {
  const own = declarations.flatMap(({ texts = {} }) => Object.values(texts));
  const files = await Promise.all(own.map(async ({ en: read }) => (await read()).default as Nested));
  const said = files.flatMap(({ elsewhere }) => (typeof elsewhere === 'object' ? [...flatten(elsewhere)] : []));
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter(([key, text]) => en.get(key) !== text)).toEqual([]);
  const shared = (await sharedCatalogues.en()).texts as Nested;
  expect(en.size).toBe([shared, ...files].reduce((count, texts) => count + flatten(texts).size, 0));
});

test('I18N-001 I18N-008 both languages have the same texts', () => {
  expect(basesOf(he)).toEqual(basesOf(en));
});

test('no text is empty', () => {
  expect([...en, ...he].filter(([, text]) => text.trim() === '')).toEqual([]);
});

test('I18N-008 every failure of the catalogue is said in both languages, and nothing else', () => {
  const codes = Object.keys(errorCatalogue).sort();
  for (const texts of [english, hebrew]) expect(Object.keys(texts.errors).sort()).toEqual(codes);
});

test('every counted text has all forms that its language needs', () => {
  for (const { texts, forms } of [
    { texts: en, forms: new Intl.PluralRules('en').resolvedOptions().pluralCategories },
    { texts: he, forms: new Intl.PluralRules('he').resolvedOptions().pluralCategories },
  ]) {
    // A code of the catalogue may end as a plural does.
    const counted = new Set(
      [...texts.keys()].filter((key) => plural.test(key) && !key.startsWith('errors.')).map(baseOf),
    );
    const missing = [...counted]
      .flatMap((base) => forms.map((form) => `${base}_${form}`))
      .filter((key) => !texts.has(key));
    expect(missing).toEqual([]);
  }
});

test('a Hebrew text names no value that the English one does not name', () => {
  const wrong = [...he].filter(([key, text]) => {
    const said = placeholders(en.get(key) ?? en.get(`${baseOf(key)}_other`) ?? '');
    return placeholders(text).some((name) => !said.includes(name));
  });
  expect(wrong).toEqual([]);
});

test('Hebrew is written in Hebrew letters, names of languages and products aside', () => {
  const latin = [...he].filter(
    ([key, text]) =>
      !/\p{Script=Hebrew}/u.test(text) &&
      !key.startsWith('common.language') &&
      key !== 'common.app.name' &&
      !key.startsWith('authProviders.kind.') &&
      /\p{L}{4,}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')),
  );
  expect(latin).toEqual([]);
});
