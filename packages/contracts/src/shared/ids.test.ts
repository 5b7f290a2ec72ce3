import { expect, it } from 'vitest';
import { alertsCalls } from '../alerts/alerts.api.ts';
import { postedEvent } from '../event-tags/event-tag.ts';
import { personInput } from '../people/person.ts';
import { vehicleInput } from '../vehicles/vehicle.ts';
import { lastName, name } from './ids.ts';

const id = '01a2106a-0b06-753d-9982-eb4ce3495d61';

it.each(['\u202E', '\u202E\u202C', ' \u2066 \u2069 ', '\u200F', ''])('takes %j for no name', (text) => {
  expect(name.safeParse(text).success).toBe(false);
});

it.each(['\u202E', '\u200F', '\u3164', ' \n\t ', 'a\u0007b', ''])('takes %j for no comment and no tag', (text) => {
  expect(alertsCalls.comment.body?.safeParse({ text }).success).toBe(false);
  expect(postedEvent.shape.tag.safeParse(text).success).toBe(false);
});

it('keeps the lines of a comment, and leaves out of it and of a posted event what turns the order of signs around', () => {
  const text = '\u202EA fox.\r\n\tIt left. \u05E9\u05DC\u05D5\u05DD';
  expect(alertsCalls.comment.body?.parse({ text })).toMatchObject({ text: text.slice(1) });
  const posted = { id, tag: 'Be\u202Ell', cameraId: id, fields: { by: '\u2066Noa' } };
  expect(postedEvent.parse(posted)).toMatchObject({ tag: 'Bell', fields: { by: 'Noa' } });
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
