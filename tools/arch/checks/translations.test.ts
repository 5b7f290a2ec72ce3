import { expect, test } from 'vitest';
import { catalogueOf } from '../catalogues.ts';
import { fixtureTree } from '../fixture-tree.ts';
import { translations } from './translations.ts';

/** A catalogue as its files, one for each noun. */
const files = (language: string, texts: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([noun, inner]) => [catalogueOf(language, noun), JSON.stringify(inner, null, 2)]),
  );

const found = async (english: object, hebrew: object, source: string) => {
  using tree = fixtureTree({
    ...files('en', english),
    ...files('he', hebrew),
    'apps/web/src/features/cameras/page.tsx': source,
    'tools/config/untranslated-words.json': '["RTSP"]',
  });
  return (await translations.run(tree)).map((finding) => `${finding.at} ${finding.say}`);
};

const english = { cameras: { list: { title: 'Cameras' } } };
const hebrew = { cameras: { list: { title: 'מצלמות' } } };
const use = `export const Page = () => <p>{t('cameras.list.title')}</p>;\n`;

test('I18N-001 refuses a text that one language lacks', async () => {
  expect(await found(english, {}, use)).toEqual([
    expect.stringContaining('he/cameras.json cameras.list.title is missing'),
  ]);
  expect(await found({}, hebrew, '')).toContainEqual(
    expect.stringContaining('en/cameras.json cameras.list.title is missing'),
  );
});

test('refuses a key that has no text', async () => {
  expect(await found(english, hebrew, `${use}export const b = t('cameras.list.gone');\n`)).toEqual([
    expect.stringContaining("page.tsx:2 t('cameras.list.gone')"),
  ]);
});

test('refuses a text that nothing uses', async () => {
  expect(await found(english, hebrew, '')).toEqual([
    expect.stringContaining('en/cameras.json:3 cameras.list.title is used nowhere'),
  ]);
});

test('refuses a composed key that no text can match', async () => {
  expect(await found(english, hebrew, `${use}export const b = t(\`walls.\${name}\`);\n`)).toEqual([
    expect.stringContaining('No text begins with walls.'),
  ]);
});

test('I18N-008 refuses English in the Hebrew catalogue, and Hebrew in the English one', async () => {
  expect(await found(english, { cameras: { list: { title: 'Cameras' } } }, use)).toEqual([
    expect.stringContaining('is not translated: "Cameras"'),
  ]);
  expect(await found(hebrew, hebrew, use)).toEqual([expect.stringContaining('is Hebrew in the English catalogue')]);
});

test('refuses plural forms that a language needs and lacks', async () => {
  const counted = `export const b = t('a.b.count', { count });\n`;
  const twoForms = { a: { b: { count_one: '{{count}} camera', count_other: '{{count}} cameras' } } };
  const hebrewForms = { a: { b: { count_one: 'מצלמה אחת', count_other: '{{count}} מצלמות' } } };
  expect(await found(twoForms, hebrewForms, counted)).toEqual([expect.stringContaining('a.b.count_two is missing')]);
});

test('accepts the code of a failure that ends as a plural does', async () => {
  const use = `export const b = t(\`errors.\${code}\`);\n`;
  expect(await found({ errors: { too_many: 'Too many' } }, { errors: { too_many: 'יותר מדי' } }, use)).toEqual([]);
});

test('accepts names of languages, addresses and paths as they are', async () => {
  const both = { shell: { language: { en: 'English', he: 'עברית' } } };
  expect(await found(both, both, 'export const b = t(`shell.language.${code}`);\n')).toEqual([]);
  const path = (text: string) => ({ a: { b: { c: text } } });
  expect(
    await found(
      path('See docs/guides/run.md or DATABASE_URL'),
      path('ראו docs/guides/run.md או a@b.org'),
      `export const b = t('a.b.c');\n`,
    ),
  ).toEqual([]);
});

test('accepts equal catalogues, composed keys, keys in variables, placeholders and technical names', async () => {
  const both = (text: string) => ({ errors: { gone: text }, cameras: { state: { online: text } } });
  const source = `const key = 'cameras.state.online';\nexport const b = [t(key), t(\`errors.\${code}\`)];\n`;
  expect(
    await found(both('Use {{name}} over RTSP <1>now</1>'), both('השתמשו ב-{{name}} דרך RTSP <1>עכשיו</1>'), source),
  ).toEqual([]);
});
