import { expect, it } from 'vitest';
import { personInput } from '../people/person.ts';
import { vehicleInput } from '../vehicles/vehicle.ts';
import { lastName, name } from './ids.ts';

it.each(['\u202E', '\u202E\u202C', ' \u2066 \u2069 ', '\u200F', ''])('takes %j for no name', (text) => {
  expect(name.safeParse(text).success).toBe(false);
});

it.each([
  ['\u202Enad.exe', 'nad.exe'],
  ['\u2068Noa\u2069 Lavi', 'Noa Lavi'],
  ['\u202B שער ראשי \u202C', 'שער ראשי'],
  ['שער\u200F (צפון)', 'שער\u200F (צפון)'],
])('leaves out of %j what turns the order of signs around', (typed, kept) => {
  expect(name.parse(typed)).toBe(kept);
  expect(lastName.parse(typed)).toBe(kept);
  expect(personInput.parse({ name: typed, note: typed })).toMatchObject({ name: kept, note: kept });
  expect(vehicleInput.parse({ plate: 'a\u202E1', owner: typed })).toMatchObject({ plate: 'a1', owner: kept });
});
