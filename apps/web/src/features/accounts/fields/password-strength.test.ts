import { passwordLength as contractLength } from '@sightline/contracts/accounts/credentials';
import { expect, it } from 'vitest';
import { passwordLength, passwordStrength } from './password-strength.ts';

it('never praises what the server refuses', () => {
  expect(passwordLength).toBe(contractLength);
  expect(passwordStrength('')).toBe('empty');
  expect(passwordStrength('Xk4#pQ!9')).toBe('short');
});

it('does not take repetitions, runs of keys and usual words for length', () => {
  for (const password of ['aaaaaaaaaaaaaaaa', '1234567890', 'qwertyuiop12', 'password1234', 'abcabcabcabcabc'])
    expect(passwordStrength(password)).toBe('easy');
  expect(passwordStrength('xp password q')).toBe('weak');
});

it('counts nothing of what a guesser knows', () => {
  expect(passwordStrength('dana.levi2026', ['dana.levi@example.org', 'Dana Levi'])).toBe('easy');
  expect(passwordStrength('dana.levi2026')).not.toBe('easy');
});

it('prefers length to odd characters', () => {
  expect(passwordStrength('correct horse battery')).toBe('strong');
  expect(passwordStrength('tR4in%blue')).not.toBe('strong');
});
