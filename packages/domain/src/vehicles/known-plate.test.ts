import { expect, it } from 'vitest';
import { plateKey } from './plate-key.ts';
import { vehicleAmong } from './known-plate.ts';

const known = (...plates: string[]) => plates.map((plate) => ({ vehicleId: plate, key: plateKey(plate) }));

it.each([
  ['a neighbour of the fleet', '51943208', known('51943207')],
  ['one that lost a sign', '5194320', known('51943207')],
  ['one of two that differ in confusable signs alone', 'B017I5', known('B0-1715', '80-17-15')],
  ['a plate in other letters', '12345', known('מ 12345')],
  ['nothing that is known', 'AB12CD', []],
  ['nothing that was read', '', known('0')],
])('takes no vehicle for %s', (_what, text, vehicles) => {
  expect(vehicleAmong({ text, score: 0.9 }, vehicles)).toBeNull();
});

it('takes the vehicle whose plate was read, however it is written, with the score of the reading', () => {
  expect(vehicleAmong({ text: 'AB12CD', score: 0.9 }, known('АВ 12 CD'))).toEqual({
    vehicleId: 'АВ 12 CD',
    score: 0.9,
  });
  // Written so it is the one, although another differs in a confusable sign alone.
  expect(vehicleAmong({ text: 'B01715', score: 0.9 }, known('80-17-15', 'B0-17-15'))?.vehicleId).toBe('B0-17-15');
});

it('takes the only one that differs in confusable signs alone, less sure for each of them', () => {
  expect(vehicleAmong({ text: '8017I5', score: 0.9 }, known('B0-1715'))).toEqual({
    vehicleId: 'B0-1715',
    score: (0.9 * 4) / 6,
  });
});
