import { expect, it } from 'vitest';
import { confusedKey, plateKey } from './plate-key.ts';

it.each([
  ['71-284-09', '7128409'],
  [' ab 12 cd ', 'ab12cd'],
  ['АВ 12', 'ab12'],
  ['ΑΒ·12', 'ab12'],
  ['ＡＢ１２', 'ab12'],
  ['أ ١٢٣', 'ا123'],
  ['۱۲۳', '123'],
  ['ÖÄ-7', 'oa7'],
  ['מ 12-345', 'מ12345'],
])('compares %s as %s', (plate, key) => {
  expect(plateKey(plate)).toBe(key);
});

it('takes what differs for different', () => {
  expect(plateKey('AB12')).not.toBe(plateKey('AB13'));
  expect(plateKey('A0')).not.toBe(plateKey('AO'));
});

it('folds signs that are mistaken for each other, and no others', () => {
  expect(confusedKey('o0b8i1')).toBe(confusedKey('00881l'));
  expect(confusedKey('ab12')).not.toBe(confusedKey('ab13'));
  expect(confusedKey('מ5')).toBe('מ5');
});
