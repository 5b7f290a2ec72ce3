import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { countFormatter } from './count-formatter.ts';
import { texts as english } from './locales/en.ts';
import { texts as hebrew } from './locales/he.ts';

test('I18N-008 ten thousand rows of a file and ten thousand cameras of a site are counted with separators, and a port is not', async () => {
  for (const [lng, translation] of [
    ['en', english],
    ['he', hebrew],
  ] as const) {
    const instance = createInstance();
    await instance
      .use(countFormatter)
      .init({ lng, resources: { [lng]: { translation } }, interpolation: { escapeValue: false, alwaysFormat: true } });
    expect(instance.t('cameraOnboarding.file.rows', { count: 10_000 })).toContain('10,000');
    expect(instance.t('cameras.home.count', { count: 12_345 })).toContain('12,345');
    expect(instance.t('cameraOnboarding.scan.pickOne', { host: 10_000 })).toContain('10000');
  }
});
