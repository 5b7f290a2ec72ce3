import { startOfDayNamed } from '@sightline/domain/time/zone-time';
import { dateChoices } from './date-choices.ts';
import { formatTime } from './format-time.ts';
import { currentLanguage } from './i18n.ts';
import { localeOf } from './language.ts';

/** What a field of time holds: `2026-11-22`, `14:05` (or `14:05:30`), or both with `T` between. Empty for nothing. */
export type TimeFieldKind = 'day' | 'clock' | 'moment';

const two = (value: number): string => String(value).padStart(2, '0');

/** Marks of direction and unusual spaces, which are for reading. */
const plain = (text: string): string =>
  text.replaceAll(/[\u200E\u200F\u2066-\u2069]/g, '').replaceAll(/[\u00A0\u202F]/g, ' ');

const dayText = (day: string): string => {
  const utcMs = startOfDayNamed(day, 'UTC');
  return utcMs === null ? day : plain(formatTime(utcMs, 'UTC', 'day'));
};

function clockText(clock: string): string {
  const [hours = '', ...rest] = clock.split(':');
  if (dateChoices().timeFormat !== '12h') return clock;
  const hour = Number(hours);
  return `${String(hour % 12 === 0 ? 12 : hour % 12)}:${rest.join(':')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** What a field shows of its value, as the person has dates and times written. */
export function typedText(value: string, kind: TimeFieldKind): string {
  if (value === '') return '';
  if (kind === 'day') return dayText(value);
  if (kind === 'clock') return clockText(value);
  const [day = '', clock = ''] = value.split('T');
  return `${dayText(day)}, ${clockBeside(dayText(day), clockText(clock))}`;
}

/** Letters that run from right to left. */
const isRightToLeft = (text: string): boolean => /\p{Script=Hebrew}/u.test(text);

const leftToRightMark = '\u200E';

/** Behind a Hebrew day the clock goes on as it is read alone: AM and PM would else come before the hours. */
const clockBeside = (day: string, clock: string): string =>
  isRightToLeft(day) && /\p{Script=Latin}/u.test(clock) ? `${leftToRightMark}${clock}` : clock;

/**
 * Direction in which a field shows what stands in it. It is the one of its sample, so that it does not turn around between a day and its
 * month: Hebrew months make it run from right to left, days in numbers and clocks are read from left to right in Hebrew, too.
 */
export const typedDirection = (text: string, sample: string): 'ltr' | 'rtl' =>
  isRightToLeft(sample) || isRightToLeft(text) ? 'rtl' : 'ltr';

const monthNames = (): string[][] =>
  (['long', 'short'] as const).map((month) =>
    Array.from({ length: 12 }, (_none, index) =>
      new Intl.DateTimeFormat(localeOf(currentLanguage()), { month, timeZone: 'UTC' })
        .format(Date.UTC(2026, index, 15))
        .toLowerCase(),
    ),
  );

const bare = (word: string): string => word.replaceAll(/[.׳']/g, '').toLowerCase();

/** The month that a word names, 1 to 12; in Hebrew also with the letter that joins it to its day. */
function monthNamed(word: string): number | null {
  const wanted = new Set([bare(word), bare(word).replace(/^ב/, '')]);
  for (const names of monthNames()) {
    const index = names.findIndex(
      (name) => wanted.has(bare(name)) || (bare(word).length >= 3 && bare(name).startsWith(bare(word))),
    );
    if (index >= 0) return index + 1;
  }
  return null;
}

function dayParts(text: string): [year: number, month: number, day: number] | null {
  const numbers = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/.exec(text);
  if (numbers) {
    const [first = 0, second = 0, third = 0] = numbers.slice(1).map(Number);
    if ((numbers[1] ?? '').length === 4) return [first, second, third];
    return dateChoices().dateFormat === 'MM/DD/YYYY' ? [third, first, second] : [third, second, first];
  }
  const named = /^(\d{1,2}) (\S+?),? (\d{4})$/.exec(text);
  const month = named === null ? null : monthNamed(named[2] ?? '');
  return named === null || month === null ? null : [Number(named[3]), month, Number(named[1])];
}

function readDay(text: string): string | null {
  const parts = dayParts(text);
  if (parts === null || parts[0] < 1000) return null;
  const day = `${String(parts[0])}-${two(parts[1])}-${two(parts[2])}`;
  return startOfDayNamed(day, 'UTC') === null ? null : day;
}

function readClock(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.](\d{1,2})(?:[:.](\d{1,2}))?)? ?([ap])?\.?(?:m\.?)?$/i.exec(text);
  if (!found || (found[2] === undefined && found[4] === undefined)) return null;
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map((part) => Number(part ?? 0));
  const half = found[4]?.toLowerCase();
  if (minute > 59 || second > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return null;
  const full = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return `${two(full)}:${two(minute)}${found[3] === undefined ? '' : `:${two(second)}`}`;
}

/** Reads what a person typed: as it is shown, and always as `2026-11-22` and `14:05`. Null when it is no day or time. */
export function readTyped(typed: string, kind: TimeFieldKind): string | null {
  const text = plain(typed).trim().replaceAll(/\s+/g, ' ');
  if (text === '') return '';
  if (kind === 'day') return readDay(text);
  if (kind === 'clock') return readClock(text);
  const [, before = '', after = ''] = /^(.*?\d)(?:T|, ?| )(\d{1,2}[:.]\d.*|\d{1,2} ?[ap]\.?m\.?)$/i.exec(text) ?? [];
  const [day, clock] = [readDay(before.trim()), readClock(after.trim())];
  return day === null || clock === null ? null : `${day}T${clock}`;
}
