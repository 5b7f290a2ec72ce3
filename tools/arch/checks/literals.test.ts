import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { literals } from './literals.ts';

const found = async (source: string, path = 'apps/web/src/features/cameras/page.tsx') => {
  using tree = fixtureTree({ [path]: source, 'tools/config/untranslated-words.json': '["Sightline", "RTSP"]' });
  return (await literals.run(tree)).map((finding) => finding.at);
};

test.each([
  '<p>Add camera</p>',
  `<p>{'Add camera'}</p>`,
  `<p>{busy ? 'Saving' : t('a.b')}</p>`,
  `<p>{failed && 'Failed'}</p>`,
  '<p>{`Since ${time}`}</p>',
  '<button aria-label="Close" />',
  `<img alt={'Picture'} />`,
  '<Input placeholder="Name" label={t("a.b")} />',
  `<b onClick={() => show({ title: 'Camera added' })} />`,
])('refuses an untranslated string: %s', async (element) => {
  expect(await found(`export const Page = () => (\n  ${element}\n);\n`)).toEqual([
    'apps/web/src/features/cameras/page.tsx:2',
  ]);
});

test.each([
  `<p>{t('cameras.list.title')}</p>`,
  '<p>: {count} / 80 — 12%</p>',
  '<p>Sightline</p>',
  '<input placeholder="rtsp://192.168.1.64:554/stream1" />',
  '<p className="big" role="status" data-testid="camera list">{name}</p>',
  `<Input label={t('cameras.form.name')} type="text" />`,
  `<Row title="cameras.list.title" />`,
])('accepts %s', async (element) => {
  expect(await found(`export const Page = () => ${element};\n`)).toEqual([]);
});

test('looks at messages in hooks, and leaves codes alone', async () => {
  expect(
    await found(
      `export const a = { message: 'It was saved.' };\nexport const b = { error: 'core_offline' };\nexport const c = { code: 'internal', message: 'no answer' };\n`,
      'apps/web/src/features/cameras/use-save.ts',
    ),
  ).toEqual(['apps/web/src/features/cameras/use-save.ts:1']);
});
