import { expect, test } from 'vitest';
import { firstPreferences, preferencesOf } from './operator-preferences.ts';

test('ROUTE-046 begins with preferences that work, and does not trip over broken ones', () => {
  expect(firstPreferences).toMatchObject({
    states: ['offline', 'notRecording', 'unhealthy'],
    showsCores: true,
    showsNotices: true,
  });
  for (const broken of [null, '', '{', 'null', '7', '[]', '{"states":"offline","hasTone":1}'])
    expect(preferencesOf(broken)).toEqual(firstPreferences);
  expect(preferencesOf('{"states":["unhealthy","burning"],"hasTone":true}')).toEqual({
    ...firstPreferences,
    states: ['unhealthy'],
    hasTone: true,
  });
});
