import { expect, test } from 'vitest';
import { forecastLevel } from './forecast-level.ts';

test('what is not known is no warning; room for less than is wanted is one, and days are never rounded up', () => {
  expect(forecastLevel({ fitsDays: null, retentionDays: 30 })).toBeNull();
  expect(forecastLevel({ fitsDays: 29.99, retentionDays: 30 })).toEqual({ level: 'warn', days: 29 });
  expect(forecastLevel({ fitsDays: 30, retentionDays: 30 })).toEqual({ level: 'ok', days: 30 });
});
