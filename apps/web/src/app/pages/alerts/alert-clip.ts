import type { Alert } from '@sightline/contracts/alerts/alert';

const beforeMs = 3000;

/** What plays of an alert: its clip, from three seconds before it was opened. Null where it has none. UTC ms. */
export function alertClip({
  clip,
  openedAtUtcMs,
}: Pick<Alert, 'clip' | 'openedAtUtcMs'>): { fromUtcMs: number; toUtcMs: number; startUtcMs: number } | null {
  if (clip === null || clip.toUtcMs <= clip.fromUtcMs) return null;
  // A rule may keep less than three seconds before; the footage has them all the same.
  const startUtcMs = openedAtUtcMs - beforeMs;
  return { fromUtcMs: Math.min(clip.fromUtcMs, startUtcMs), toUtcMs: clip.toUtcMs, startUtcMs };
}
