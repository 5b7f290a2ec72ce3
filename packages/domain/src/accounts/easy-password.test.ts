import { expect, it } from 'vitest';
import { isEasyPassword } from './easy-password.ts';

it.each([
  'password1234',
  'Password123!',
  'P@ssw0rd2024',
  'passwordpassword',
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'Qwerty12345!',
  '1qaz2wsx3edc',
  'iloveyou123',
  'Summer2026!!',
  'administrator',
  'welcome12345',
  'letmein1234',
  'sightline2026',
  'abcabcabcabc',
  'zzzzzzzzzzzz',
  '            ',
  'Football-1999',
  'Password!23',
  'password12!@',
  'password@12',
  'adminadmin12',
  'q1w2e3r4t5',
  '1122334455',
  'Jerusalem1234',
])('what is guessed first is too easy: %s', (password) => expect(isEasyPassword(password)).toBe(true));

it.each([
  'correct horse battery',
  'a long password',
  'another password',
  'Xk4#pQ!9vw',
  'tr0ub4dor&3x',
  'blue kettle walks',
  'q7vn2k9xw4',
])('what nobody else would type is taken: %s', (password) => expect(isEasyPassword(password)).toBe(false));

it('counts what a guesser knows of the owner as one word', () => {
  expect(isEasyPassword('dana.levi.2026')).toBe(false);
  expect(isEasyPassword('dana.levi.2026', ['dana.levi@harbour.example'])).toBe(true);
  expect(isEasyPassword('harbour12345', ['dana.levi@harbour.example'])).toBe(true);
  expect(isEasyPassword('dana.levi@harbour.example', ['dana.levi@harbour.example'])).toBe(true);
});

it('is quick with the longest that is taken', () => {
  expect(isEasyPassword('é@1 password '.repeat(15))).toBe(false);
  expect(isEasyPassword('x'.repeat(200))).toBe(true);
});
