import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { valueFormatter } from './value-formatter.ts';
import { textsIn } from '../../app/texts.ts';

const english = await textsIn('en');
const hebrew = await textsIn('he');

test('I18N-008 ten thousand rows of a file and ten thousand cameras of a site are counted with separators, and a port is not', async () => {
  for (const [lng, translation] of [
    ['en', english],
    ['he', hebrew],
  ] as const) {
    const instance = createInstance();
    await instance
      .use(valueFormatter)
      .init({ lng, resources: { [lng]: { translation } }, interpolation: { escapeValue: false, alwaysFormat: true } });
    expect(instance.t('cameraOnboarding.file.rows', { count: 10_000 })).toContain('10,000');
    expect(instance.t('cameras.home.count', { count: 12_345 })).toContain('12,345');
    expect(instance.t('cameraOnboarding.scan.pickOne', { host: 10_000 })).toContain('10000');
  }
});

const filled = (lng: 'en' | 'he', text: string, values: Record<string, unknown>): string => {
  const instance = createInstance();
  void instance.use(valueFormatter).init({
    lng,
    initAsync: false,
    resources: { [lng]: { translation: { text } } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  });
  const say = instance.t as unknown as (key: string, values: object) => string;
  return say('text', values);
};

test('I18N-001 isolates a value inside a Hebrew text, so that a Latin name turns nothing around it', () => {
  const text = 'המצלמה {{name}} מנותקת';
  expect(filled('he', text, { name: 'Gate (2)' })).toBe('המצלמה \u2068Gate (2)\u2069 מנותקת');
  expect(filled('he', text, { name: 'שער 2' })).toBe('המצלמה שער 2 מנותקת');
  expect(filled('he', text, { name: '\u206609:38 IST\u2069' })).toBe('המצלמה \u206609:38 IST\u2069 מנותקת');
  expect(filled('he', '{{level}} עד {{count}}', { level: -3, count: 1200 })).toBe('\u2068-3\u2069 עד 1,200');
  expect(filled('he', text, { name: 'Gate', isolated: false })).toBe('המצלמה Gate מנותקת');
  expect(filled('en', 'Camera {{name}} is offline', { name: 'שער' })).toBe('Camera שער is offline');
});
