import { expect, test } from 'vitest';
import { readTyped } from '../../platform/i18n/typed-time.ts';
import { leaving, standingText, typing, type Typed } from './typed-time-text.ts';

/** Types a text sign by sign, as a person does. */
function type(text: string, from: { typed: Typed | null; value: string }): { typed: Typed; value: string } {
  let state = typing('', null, from);
  for (let length = 1; length <= text.length; length += 1) {
    const part = text.slice(0, length);
    state = typing(part, readTyped(part, 'clock'), state);
  }
  return state;
}

test('a text that is no time leaves the value of before, not what half of it was read as', () => {
  expect(type('14:07', { typed: null, value: '09:00' }).value).toBe('14:07');
  expect(type('14:75', { typed: null, value: '09:00' }).value).toBe('09:00');
});

test('a wrong text stays to be mended until the value is set elsewhere', () => {
  const wrong = type('14:75', { typed: null, value: '09:00' });
  const left = leaving(wrong.typed, { value: '09:00', isWrong: true });
  expect(standingText(left, '09:00')).toBe('14:75');
  // A button beside the field chose another one.
  expect(standingText(left, '12:00')).toBeNull();
  expect(typing('8', null, { typed: left, value: '12:00' }).value).toBe('12:00');
  expect(leaving(wrong.typed, { value: '09:00', isWrong: false })).toBeNull();
});

test('while a field is in use its text stands, whatever is made of its value', () => {
  const { typed } = typing('14:05:3', '14:05:03', { typed: null, value: '09:00' });
  expect(standingText(typed, '14:05')).toBe('14:05:3');
});
