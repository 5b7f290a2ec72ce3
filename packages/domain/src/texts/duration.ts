const locales = { en: 'en-GB', he: 'he-IL' } as const;
const units = ['day', 'hour', 'minute', 'second'] as const;

/** The two largest parts of a duration in seconds, at least one second: `3 hrs 20 mins`. */
export function durationIn(lang: 'en' | 'he', seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const parts = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
  const first = parts.findIndex((part) => part > 0);
  return units
    .map((unit, at) => ({ unit, part: parts[at] ?? 0 }))
    .slice(first, first + 2)
    .filter(({ part }) => part > 0)
    .map(({ unit, part }) =>
      new Intl.NumberFormat(locales[lang], { style: 'unit', unit, unitDisplay: 'short' }).format(part),
    )
    .join(' ');
}
