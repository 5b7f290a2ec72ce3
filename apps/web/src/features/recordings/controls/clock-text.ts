import { dateChoices } from '../../../platform/i18n/date-choices.ts';

/** A time of day as the jump field holds it; `millisecond` of the second. */
interface ClockTime {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/** Reads `14:05`, `14:05:30` or `14:05:30.4` (also `9:5`), and `2:05 PM`; null when it is no time of day. */
export function parseClock(text: string): ClockTime | null {
  const match = /^\s*(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,](\d{1,3}))?)?(?:\s*([ap])\.?m\.?)?\s*$/i.exec(text);
  if (!match) return null;
  const [typed = 0, minute = 0, second = 0] = match.slice(1, 4).map((part) => Number(part ?? 0));
  const half = match[5]?.toLowerCase();
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0);
  const millisecond = Number((match[4] ?? '').padEnd(3, '0'));
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second, millisecond } : null;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `14:05:30`, and `14:05:30.4` within a second: the tenth at or before the instant. `2:05:30 PM` for whoever has times written so. */
export function clockText({ hour, minute, second }: Omit<ClockTime, 'millisecond'>, millisecond = 0): string {
  const tenth = Math.floor(millisecond / 100);
  const rest = `${two(minute)}:${two(second)}${tenth > 0 ? `.${tenth}` : ''}`;
  if (dateChoices().timeFormat !== '12h') return `${two(hour)}:${rest}`;
  return `${String(hour % 12 === 0 ? 12 : hour % 12)}:${rest} ${hour < 12 ? 'AM' : 'PM'}`;
}
