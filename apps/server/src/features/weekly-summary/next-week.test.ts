import { describe, expect, it } from 'vitest';
import { nextWeekly } from './next-week.ts';
import { nextDue } from './weekly-summary.service.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const berlin = (weekday: number, hour: number) => ({ weekday, hour, timeZone: 'Europe/Berlin' });

describe('the next time in the week', () => {
  it('is never now', () => {
    const at = Date.parse('2026-11-22T07:00:00Z');
    expect(iso(nextWeekly(berlin(0, 8), at))).toBe('2026-11-29T07:00:00.000Z');
    expect(iso(nextWeekly(berlin(0, 8), at - 1))).toBe('2026-11-22T07:00:00.000Z');
  });

  it('keeps the hour that clocks show when they are put forward and back', () => {
    expect(iso(nextWeekly(berlin(0, 8), Date.parse('2026-03-22T12:00:00Z')))).toBe('2026-03-29T06:00:00.000Z');
    expect(iso(nextWeekly(berlin(0, 8), Date.parse('2026-10-18T12:00:00Z')))).toBe('2026-10-25T07:00:00.000Z');
  });

  it('comes once where the hour does not exist, and once where it comes twice', () => {
    const jumped = nextWeekly(berlin(0, 2), Date.parse('2026-03-28T12:00:00Z'));
    expect(iso(jumped)).toBe('2026-03-29T01:00:00.000Z');
    expect(iso(nextWeekly(berlin(0, 2), jumped))).toBe('2026-04-05T00:00:00.000Z');
    const doubled = nextWeekly(berlin(0, 2), Date.parse('2026-10-24T12:00:00Z'));
    expect(iso(doubled)).toBe('2026-10-25T00:00:00.000Z');
    expect(iso(nextWeekly(berlin(0, 2), doubled))).toBe('2026-11-01T01:00:00.000Z');
  });

  it('is not in the week of the mail before, whatever day is set', () => {
    const sent = new Date('2026-11-22T07:00:00Z');
    expect(iso(nextDue(berlin(3, 8), sent, sent.getTime() + 60_000).getTime())).toBe('2026-12-02T07:00:00.000Z');
    expect(iso(nextDue(berlin(0, 8), sent, sent.getTime() + 60_000).getTime())).toBe('2026-11-29T07:00:00.000Z');
  });

  it('knows zones that are a day ahead', () => {
    expect(
      iso(nextWeekly({ weekday: 1, hour: 0, timeZone: 'Pacific/Kiritimati' }, Date.parse('2026-11-22T09:00:00Z'))),
    ).toBe('2026-11-22T10:00:00.000Z');
  });
});
