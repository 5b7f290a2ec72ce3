import { describe, expect, it } from 'vitest';
import { hourLabel, weekdaysInOrder } from './summary-values.ts';

describe('choices of the weekly summary', () => {
  it('writes midnight and noon as people with twelve hours do', () => {
    expect([0, 1, 12, 23].map((hour) => hourLabel(hour, '12h'))).toEqual([
      '12:00 AM',
      '1:00 AM',
      '12:00 PM',
      '11:00 PM',
    ]);
    expect([0, 9, 23].map((hour) => hourLabel(hour, '24h'))).toEqual(['00:00', '09:00', '23:00']);
  });

  it('begins the week where it begins for the person', () => {
    expect(weekdaysInOrder(6)).toEqual([6, 0, 1, 2, 3, 4, 5]);
  });
});
