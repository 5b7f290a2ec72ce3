import { appliedSettings } from '@sightline/domain/accounts/applied-settings';
import { expect, it } from 'vitest';
import { newChoices } from './new-choices.ts';

it('I18N-004 leaves language and theme to the browser where the person never chose', () => {
  expect(newChoices({}, appliedSettings({}))).toEqual({});
});

it('I18N-004 I18N-005 shows what was chosen, also where it is what everybody has at first', () => {
  expect(newChoices({}, appliedSettings({ lang: 'en', theme: 'system' }))).toEqual({ lang: 'en', theme: 'system' });
  expect(newChoices({}, appliedSettings({ lang: 'en' }))).toEqual({ lang: 'en' });
});

it('I18N-004 applies a choice once, and again when another one is made elsewhere', () => {
  expect(newChoices({ lang: 'en', theme: 'dark' }, appliedSettings({ lang: 'en', theme: 'dark' }))).toEqual({});
  expect(newChoices({ lang: 'en', theme: 'dark' }, appliedSettings({ lang: 'he', theme: 'dark' }))).toEqual({
    lang: 'he',
  });
});
