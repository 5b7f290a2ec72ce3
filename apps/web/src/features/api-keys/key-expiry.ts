import { startOfDay, startOfDayNamed } from '@sightline/domain/time/zone-time';

/** How long a key works: some usual lengths, until the end of a day, or for ever. */
export const expiryChoices = ['days30', 'days90', 'days365', 'day', 'never'] as const;

export type ExpiryChoice = (typeof expiryChoices)[number];

const days = { days30: 30, days90: 90, days365: 365 } as const;

/** The instant at which a key ends: null for never, undefined where the day is none or has passed. */
export const expiresAtOf = (
  choice: { expiry: ExpiryChoice; day: string },
  now: { utcMs: number; timeZone: string },
): number | null | undefined => {
  if (choice.expiry === 'never') return null;
  if (choice.expiry !== 'day') return now.utcMs + days[choice.expiry] * 86_400_000;
  const start = startOfDayNamed(choice.day, now.timeZone);
  if (start === null) return undefined;
  const end = startOfDay(start, now.timeZone, 1);
  return end > now.utcMs ? end : undefined;
};
