import { startOfDay } from '@sightline/domain/time/zone-time';

/** How long a device is muted. `forGood` switches its notifications off. */
export type MuteChoice = 'hour' | 'eightHours' | 'tomorrow' | 'forGood';

const hourMs = 3_600_000;

/** What is sent for a choice: until when the device is muted, or that it is switched off. */
export const muteUpdate = (
  choice: MuteChoice,
  nowUtcMs: number,
  timeZone: string,
): { enabled: false } | { mutedUntil: number } => {
  switch (choice) {
    case 'hour':
      return { mutedUntil: nowUtcMs + hourMs };
    case 'eightHours':
      return { mutedUntil: nowUtcMs + 8 * hourMs };
    case 'tomorrow':
      return { mutedUntil: startOfDay(nowUtcMs, timeZone, 1) };
    case 'forGood':
      return { enabled: false };
  }
};
