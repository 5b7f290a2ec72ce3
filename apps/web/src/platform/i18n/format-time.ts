import type { DateSettings } from '@sightline/contracts/accounts/account';
import { dateChoices } from './date-choices.ts';
import { currentLanguage } from './i18n.ts';
import { localeOf } from './language.ts';
import { zoneAbbreviation } from '@sightline/domain/time/zone-names';
import { wallTimeOf } from '@sightline/domain/time/zone-time';
import { leftToRight } from './left-to-right.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatter = (
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale = localeOf(currentLanguage()),
): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formatters.set(key, made);
  return made;
};

/** What to show of an instant: `time` 14:31 IST, `seconds` 14:31:52 IST, `day` 20 Nov 2026, `full` day and time. */
export type TimeStyle = 'time' | 'seconds' | 'day' | 'full';

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const clock12 = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;

const dayOfFormat = (utcMs: number, timeZone: string, dateFormat: DateSettings['dateFormat']): string => {
  if (dateFormat === 'system') return formatter(timeZone, date).format(utcMs);
  return leftToRight(dayInNumbers(utcMs, timeZone, dateFormat));
};

function dayInNumbers(
  utcMs: number,
  timeZone: string,
  dateFormat: Exclude<DateSettings['dateFormat'], 'system'>,
): string {
  const { year, month, day } = wallTimeOf(utcMs, timeZone);
  const [yyyy, mm, dd] = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  return {
    'DD/MM/YYYY': `${dd}/${mm}/${yyyy}`,
    'MM/DD/YYYY': `${mm}/${dd}/${yyyy}`,
    'YYYY-MM-DD': `${yyyy}-${mm}-${dd}`,
  }[dateFormat];
}

const clockOfFormat = (utcMs: number, timeZone: string, hasSeconds: boolean): string => {
  const seconds = hasSeconds ? ({ second: '2-digit' } as const) : {};
  // AM and PM are written in Latin letters in Hebrew, too; so the clock keeps its order beside the zone.
  if (dateChoices().timeFormat === '12h')
    return formatter(timeZone, { ...clock12, ...seconds }, 'en-US')
      .format(utcMs)
      .replaceAll('\u202F', ' ');
  return formatter(timeZone, { ...clock, ...seconds }).format(utcMs);
};

/** An instant in the site's zone with the zone's abbreviation: `14:31:52 IST`. Days carry no zone. Written as the person chose. */
export const formatTime = (utcMs: number, timeZone: string, style: TimeStyle = 'time'): string => {
  const { dateFormat } = dateChoices();
  if (style === 'day') return dayOfFormat(utcMs, timeZone, dateFormat);
  const zone = zoneAbbreviation(utcMs, timeZone);
  if (style !== 'full') return `${clockOfFormat(utcMs, timeZone, style === 'seconds')} ${zone}`;
  // Clock and zone stand together as they do alone: in Hebrew the zone would else come before the clock.
  return `${dayOfFormat(utcMs, timeZone, dateFormat)}, ${leftToRight(`${clockOfFormat(utcMs, timeZone, false)} ${zone}`)}`;
};

/** The clock alone, where the zone stands beside it already: `14:31:52`, or `2:31:52 PM` as the person chose. */
export const formatClock = (utcMs: number, timeZone: string, precision: 'minute' | 'second'): string =>
  clockOfFormat(utcMs, timeZone, precision === 'second');

/** A day of a scale of time, without its year: `20 Nov`, or `20/11`, `11/20` and `11-20` as the person chose. */
export function formatDayOfYear(utcMs: number, timeZone: string): string {
  const { dateFormat } = dateChoices();
  if (dateFormat === 'system') return formatter(timeZone, { day: 'numeric', month: 'short' }).format(utcMs);
  return leftToRight(dayInNumbers(utcMs, timeZone, dateFormat).replace(/^\d{4}-|\/\d{4}$/, ''));
}

/** A month of a scale of time: `Nov 2026`. */
export const formatMonth = (utcMs: number, timeZone: string): string =>
  formatter(timeZone, { month: 'short', year: 'numeric' }).format(utcMs);

/** Whether two instants fall on the same day of a zone. */
export const isSameDay = (oneUtcMs: number, otherUtcMs: number, timeZone: string): boolean =>
  formatter(timeZone, date).format(oneUtcMs) === formatter(timeZone, date).format(otherUtcMs);

/** `14:31 IST` today, `19 Nov 2026, 14:31 IST` otherwise: for "since", inside a sentence. */
export const formatSince = (utcMs: number, nowUtcMs: number, timeZone: string): string => {
  const clockText = leftToRight(formatTime(utcMs, timeZone));
  return isSameDay(utcMs, nowUtcMs, timeZone) ? clockText : `${formatTime(utcMs, timeZone, 'day')}, ${clockText}`;
};

// A Sunday, in a zone without summer time.
const someSundayUtcMs = Date.UTC(2026, 10, 22, 12);

/** Name of a weekday, 0 = Sunday. */
export const dayName = (day: number): string =>
  formatter('UTC', { weekday: 'long' }).format(someSundayUtcMs + day * 86_400_000);
