import type { Event } from '@sightline/contracts/events/event';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { PlayerSnapshot } from '../../../features/live/engine/player-snapshot.ts';

const beforeMs = 1000;
const longestMs = 12_000;

/** What plays of an event without being asked: from just before it was seen best, at most 12 s, then again. */
export function previewRange({
  startedAtUtcMs,
  lastSeenUtcMs,
  best,
}: Pick<Event, 'startedAtUtcMs' | 'lastSeenUtcMs' | 'best'>): {
  fromUtcMs: number;
  toUtcMs: number;
} {
  const fromUtcMs = Math.max(startedAtUtcMs, best.atUtcMs - 2 * beforeMs);
  const end = Math.max(lastSeenUtcMs, best.atUtcMs) + beforeMs;
  return { fromUtcMs, toUtcMs: Math.min(fromUtcMs + longestMs, Math.max(end, fromUtcMs + 2 * beforeMs)) };
}

/** Why no footage comes, or null while it may. */
export function whyNoFootage({ mode, live, footage, lastSeek }: PlayerSnapshot): { code: ErrorCode | null } | null {
  if (mode === 'playback') {
    if (footage.phase === 'gap' || footage.phase === 'failed') return { code: footage.cause ?? 'no_footage' };
    if (lastSeek) return null;
  }
  if (live.phase === 'noPermission') return { code: 'forbidden' };
  if (live.phase === 'offline' || live.phase === 'unsupported') return { code: live.cause };
  return null;
}
