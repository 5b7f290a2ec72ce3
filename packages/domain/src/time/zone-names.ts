const formatters = new Map<string, Intl.DateTimeFormat>();

const formatter = (locale: string, timeZone: string): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZoneName: 'short', hour: '2-digit', timeZone });
  formatters.set(key, made);
  return made;
};

const fallback = 'UTC';

const nameIn = (locale: string, utcMs: number, timeZone: string): string =>
  formatter(locale, timeZone)
    .formatToParts(utcMs)
    .find((part) => part.type === 'timeZoneName')?.value ?? fallback;

/**
 * Abbreviation of a zone at an instant (`IST`, `CET`, `GMT+5:30`), always in Latin letters. Intl names only the zones of
 * its locale's region, so several regions are asked before the offset is taken.
 */
export const zoneAbbreviation = (utcMs: number, timeZone: string): string => {
  const israel = timeZone === 'Asia/Jerusalem' || timeZone === 'Asia/Tel_Aviv' || timeZone === 'Israel';
  if (israel) return nameIn('en-US', utcMs, timeZone) === 'GMT+3' ? 'IDT' : 'IST';
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA']) {
    const name = nameIn(locale, utcMs, timeZone);
    if (!name.startsWith('GMT') || name === 'GMT') return name;
  }
  return nameIn('en-US', utcMs, timeZone);
};

/** The clock of a zone for somebody who may be elsewhere: `14:05 IST`. */
export const clockOfZone = (utcMs: number, timeZone: string): string => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(utcMs);
  return `${clock} ${zoneAbbreviation(utcMs, timeZone)}`;
};
