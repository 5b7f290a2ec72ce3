import type { StorageForecast } from '@sightline/contracts/recordings/storage';
import type { StatusLevel } from '../../../ui/status/status-glyph.tsx';

/** How the room of a camera fits what is wanted of it, in whole days; null: nothing is known yet. */
export function forecastLevel({
  fitsDays,
  retentionDays,
}: Pick<StorageForecast, 'fitsDays' | 'retentionDays'>): { level: StatusLevel; days: number } | null {
  if (fitsDays === null) return null;
  return { level: fitsDays >= retentionDays ? 'ok' : 'warn', days: Math.floor(fitsDays) };
}
