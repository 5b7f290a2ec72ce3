import { expect, it } from 'vitest';
import { durationIn } from './duration.ts';

it.each([
  [0, '1 sec'],
  [12.4, '12 secs'],
  [95, '1 min 35 secs'],
  [3600, '1 hr'],
  [90_061, '1 day 1 hr'],
])('says %d seconds by their two largest parts', (seconds, said) => {
  expect(durationIn('en', seconds)).toBe(said);
});

it('speaks Hebrew', () => {
  expect(durationIn('he', 95)).toBe('1 דק׳ 35 שנ׳');
});
