import { expect, it } from 'vitest';
import { resetsAround } from './entrance-day.ts';

const berlin = 'Europe/Berlin';
const at = (text: string): number => Date.parse(text);

it('never resets at a time that is still to come', () => {
  const around = resetsAround('04:00', berlin, at('2026-06-01T01:59:59Z'));
  expect(around).toEqual({ lastUtcMs: at('2026-05-31T02:00:00Z'), nextUtcMs: at('2026-06-01T02:00:00Z') });
  expect(resetsAround('04:00', berlin, at('2026-06-01T02:00:00Z')).lastUtcMs).toBe(at('2026-06-01T02:00:00Z'));
});

it('goes by the clocks of the site on the days on which they are set', () => {
  // 25 hours: clocks go back on the 25th at 03:00.
  const back = resetsAround('00:00', berlin, at('2026-10-25T12:00:00Z'));
  expect(back).toEqual({ lastUtcMs: at('2026-10-24T22:00:00Z'), nextUtcMs: at('2026-10-25T23:00:00Z') });
  // 02:30 does not occur on the 29th of March: it is half an hour after the change.
  const jumped = resetsAround('02:30', berlin, at('2026-03-29T12:00:00Z'));
  expect(jumped.lastUtcMs).toBe(at('2026-03-29T01:30:00Z'));
  // It occurs twice on the 25th of October: the first counts, once.
  expect(resetsAround('02:30', berlin, at('2026-10-25T01:45:00Z')).lastUtcMs).toBe(at('2026-10-25T00:30:00Z'));
});

it('knows zones that are not whole hours ahead, and a day that is another one than ours', () => {
  const kathmandu = resetsAround('00:00', 'Asia/Kathmandu', at('2026-06-01T18:14:00Z'));
  expect(kathmandu).toEqual({ lastUtcMs: at('2026-05-31T18:15:00Z'), nextUtcMs: at('2026-06-01T18:15:00Z') });
});
