import i18next from 'i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseDates } from './date-choices.ts';
import { readTyped, typedDirection, typedText } from './typed-time.ts';

const system = { dateFormat: 'system', timeFormat: 'system', firstDayOfWeek: 'system' } as const;
afterEach(async () => {
  await chooseDates(system);
  if (i18next.isInitialized) await i18next.changeLanguage('en');
});

describe('fields of time', () => {
  test.each(['system', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'] as const)(
    'read what they show with days as %s, and with 12 hours as with 24',
    async (dateFormat) => {
      for (const timeFormat of ['24h', '12h'] as const) {
        await chooseDates({ ...system, dateFormat, timeFormat });
        for (const day of ['2026-11-02', '2026-02-28', '2024-02-29', '2026-12-31']) {
          expect(readTyped(typedText(day, 'day'), 'day')).toBe(day);
          for (const clock of ['00:00', '00:30', '09:05', '12:00', '23:59', '14:05:30']) {
            expect(readTyped(typedText(clock, 'clock'), 'clock')).toBe(clock);
            expect(readTyped(typedText(`${day}T${clock}`, 'moment'), 'moment')).toBe(`${day}T${clock}`);
          }
        }
      }
    },
  );

  test('read in Hebrew what they show there, on every day of a year, and months by their whole and short names', async () => {
    await i18next.init({ lng: 'he', resources: {} });
    for (const timeFormat of ['24h', '12h'] as const) {
      await chooseDates({ ...system, timeFormat });
      for (let day = 0; day < 366; day += 1) {
        const value = `${new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)}T21:05`;
        expect(readTyped(typedText(value, 'moment'), 'moment')).toBe(value);
      }
    }
    for (const text of ['22 בנובמבר 2026', '22 נובמבר 2026', '22 בנוב׳ 2026', "22 נוב' 2026"])
      expect(readTyped(text, 'day')).toBe('2026-11-22');
  });

  test('run in Hebrew as they are read: from right to left with the name of a month, from left to right in numbers', async () => {
    await i18next.init({ lng: 'he', resources: {} });
    const [moment, clock] = ['2026-11-22T14:05', '14:05'];
    expect(typedDirection(typedText(moment, 'moment'), typedText(moment, 'moment'))).toBe('rtl');
    // Also while only the day has been typed, and when there is nothing but the sample.
    for (const typed of ['', '22']) expect(typedDirection(typed, typedText(moment, 'moment'))).toBe('rtl');
    expect(typedDirection(clock, typedText(clock, 'clock'))).toBe('ltr');
    await chooseDates({ ...system, timeFormat: '12h' });
    // A mark keeps the clock together: without it PM stands before the hours.
    expect(typedText(moment, 'moment')).toBe('22 בנוב׳ 2026, \u200E2:05 PM');
    expect(typedDirection(typedText(clock, 'clock'), typedText(clock, 'clock'))).toBe('ltr');
    await chooseDates({ ...system, dateFormat: 'DD/MM/YYYY' });
    expect(typedDirection(typedText(moment, 'moment'), typedText(moment, 'moment'))).toBe('ltr');
    expect(typedDirection('22 בנובמבר', typedText(moment, 'moment'))).toBe('rtl');
  });

  test('show a day and a time as everything else on the screen', async () => {
    expect(typedText('2026-11-22T14:05', 'moment')).toBe('22 Nov 2026, 14:05');
    await chooseDates({ ...system, dateFormat: 'MM/DD/YYYY', timeFormat: '12h' });
    expect(typedText('2026-11-22T00:05', 'moment')).toBe('11/22/2026, 12:05 AM');
    expect(typedText('', 'day')).toBe('');
  });

  test('take the plain writing whatever was chosen', async () => {
    await chooseDates({ ...system, dateFormat: 'MM/DD/YYYY', timeFormat: '12h' });
    expect(readTyped('2026-11-22', 'day')).toBe('2026-11-22');
    expect(readTyped('2026-11-22T14:05', 'moment')).toBe('2026-11-22T14:05');
    expect(readTyped(' 2026-11-22  14:05:30 ', 'moment')).toBe('2026-11-22T14:05:30');
    expect(readTyped('9 pm', 'clock')).toBe('21:00');
    expect(readTyped('9.05', 'clock')).toBe('09:05');
    expect(readTyped('', 'moment')).toBe('');
  });

  test.each([
    ['2026-02-30', 'day'],
    ['31/04/2026', 'day'],
    ['22', 'day'],
    ['22 Foo 2026', 'day'],
    ['24:00', 'clock'],
    ['12:60', 'clock'],
    ['13:00 pm', 'clock'],
    ['14', 'clock'],
    ['2026-02-30 10:00', 'moment'],
    ['2026-02-28', 'moment'],
  ] as const)('refuse %s as a %s', (text, kind) => {
    expect(readTyped(text, kind)).toBeNull();
  });
});
