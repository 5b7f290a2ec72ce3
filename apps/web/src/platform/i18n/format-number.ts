import type { Page } from '@sightline/contracts/shared/paging';
import { currentLanguage } from './i18n.ts';
import { localeOf } from './language.ts';
import { leftToRight } from './left-to-right.ts';
import { numberFormatter } from './number-formatter.ts';

const formatter = (options?: Intl.NumberFormatOptions): Intl.NumberFormat =>
  numberFormatter(localeOf(currentLanguage()), options);

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
] as const;

/** A length of time in its two largest units: `2 hr 12 min`, `41 min`, `8 sec`. */
export const formatDuration = (ms: number): string => {
  // British English counts abbreviations ("mins"); the look writes "41 min".
  const locale = currentLanguage() === 'he' ? 'he-IL' : 'en-US';
  const parts: string[] = [];
  let rest = Math.max(0, ms);
  for (const { unit, ms: size } of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (unit === 'second' && parts.length === 0))
      parts.push(numberFormatter(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count));
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
};

/** A limit as it was given, in seconds: a short one with its parts of a second, which `formatDuration` leaves out. */
export const formatLimit = (seconds: number): string => {
  if (Number.isInteger(seconds) || seconds >= 60) return formatDuration(seconds * 1000);
  const locale = currentLanguage() === 'he' ? 'he-IL' : 'en-US';
  const style = { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return numberFormatter(locale, style).format(seconds);
};

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A length of time as a player shows it: `0:44`, `4:10`, `1:02:09`. Left to right in every language. */
export const clockLength = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

/** Bytes in decimal units, as disks are sold: `1.5 TB`. */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
  const value = bytes / 1000 ** power;
  const digits = power > 0 && value < 10 ? 1 : 0;
  return leftToRight(`${formatter({ maximumFractionDigits: digits }).format(value)} ${byteUnits[power]}`);
};

/** Counts with the separators of the language. */
export const formatCount = (count: number): string => formatter().format(count);

/** How many there are of a list: `812`, or `10,000+` where counting stopped. */
export const formatTotal = ({ value, relation }: Page<unknown>['total']): string =>
  relation === 'exact' ? formatCount(value) : leftToRight(`${formatCount(value)}+`);

/** A share of 0..1 as percent. Something is never said to be nothing: `<1%`. */
export const formatShare = (share: number): string => {
  const percent = formatter({ style: 'percent', maximumFractionDigits: 0 });
  return share > 0 && share < 0.005 ? leftToRight(`<${percent.format(0.01)}`) : percent.format(share);
};

/** A share of 0..1 as percent with a decimal, rounded down: what is not whole is never said to be. `99.2%` */
export const formatShareExactly = (share: number): string =>
  formatter({ style: 'percent', maximumFractionDigits: 1 }).format(Math.floor(share * 1000) / 1000);
