import { expect, it } from 'vitest';
import { appliedSettings } from './applied-settings.ts';

it('I18N-004 says of nobody that they chose what they never chose', () => {
  expect(appliedSettings({})).toMatchObject({ lang: 'en', theme: 'system', chosen: [] });
  expect(appliedSettings({ autoLogout: 5 }).chosen).toEqual([]);
});

it('I18N-004 I18N-005 tells the choice of a default apart from no choice', () => {
  expect(appliedSettings({ lang: 'en' })).toMatchObject({ lang: 'en', chosen: ['lang'] });
  expect(appliedSettings({ lang: 'he', theme: 'system' })).toMatchObject({
    lang: 'he',
    theme: 'system',
    chosen: ['lang', 'theme'],
  });
});
