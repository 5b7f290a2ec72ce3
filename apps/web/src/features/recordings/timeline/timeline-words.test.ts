import { afterEach, expect, test } from 'vitest';
import { chooseDates } from '../../../platform/i18n/date-choices.ts';
import { tickLabel } from './timeline-words.ts';

afterEach(() => chooseDates({ dateFormat: 'system', timeFormat: 'system', firstDayOfWeek: 'system' }));

const utcMs = Date.UTC(2026, 10, 20, 12, 31, 52);
const labels = () =>
  (['second', 'minute', 'day', 'month'] as const).map((format) =>
    tickLabel({ utcMs, format, isLabelled: true }, 'Asia/Jerusalem'),
  );

test('ACCT-003 ticks are written as every other time, for people who chose twelve hours too', async () => {
  expect(labels()).toEqual(['14:31:52', '14:31', '20 Nov', 'Nov 2026']);
  await chooseDates({ dateFormat: 'MM/DD/YYYY', timeFormat: '12h', firstDayOfWeek: 'system' });
  expect(labels()).toEqual(['2:31:52 PM', '2:31 PM', '11/20', 'Nov 2026']);
});
