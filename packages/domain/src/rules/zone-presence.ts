/** Where one subject stands with one zone. Times are UTC ms. */
export interface ZonePresence {
  /** Null while outside. */
  enteredAtUtcMs: number | null;
  /** It was inside when it was seen first: it is there, and has not entered. */
  startedInside: boolean;
  /** First look that saw it on the other side, how many did in a row, and whether any saw it clearly there; null without doubt. */
  doubt: { sinceUtcMs: number; looks: number; isClear: boolean } | null;
  looks: number;
}

/** A side counts after two looks and this long; the change is dated back to the first of them. */
const looksToCount = 2;
const hysteresis = { enterMs: 150, leaveMs: 1200 };

/** Nothing is known yet of a subject and a zone. */
export const startPresence = (): ZonePresence => ({
  enteredAtUtcMs: null,
  startedInside: false,
  doubt: null,
  looks: 0,
});

/** What one sight changed. */
export type PresenceChange = { kind: 'entered' | 'left'; atUtcMs: number } | null;

/** On which side of the border a subject is seen, and whether so far from it that no trembling brings it there. */
export interface Stand {
  isInside: boolean;
  isClear: () => boolean;
}

/** Takes note of where a subject stands now. */
export function visit(presence: ZonePresence, { isInside, isClear }: Stand, atUtcMs: number): PresenceChange {
  presence.looks += 1;
  if (isInside === (presence.enteredAtUtcMs !== null)) {
    presence.doubt = null;
    return null;
  }
  const doubt = presence.doubt ?? { sinceUtcMs: atUtcMs, looks: 0, isClear: false };
  doubt.looks += 1;
  doubt.isClear ||= isClear();
  presence.doubt = doubt;
  const least = isInside ? hysteresis.enterMs : hysteresis.leaveMs;
  if (!doubt.isClear || doubt.looks < looksToCount || atUtcMs - doubt.sinceUtcMs < least) return null;
  presence.doubt = null;
  // Every look so far saw it inside.
  if (isInside) presence.startedInside = presence.looks === doubt.looks;
  presence.enteredAtUtcMs = isInside ? doubt.sinceUtcMs : null;
  return { kind: isInside ? 'entered' : 'left', atUtcMs: doubt.sinceUtcMs };
}

/** It is gone, and with it out of the zone. */
export function leave(presence: ZonePresence, atUtcMs: number): PresenceChange {
  presence.doubt = null;
  if (presence.enteredAtUtcMs === null) return null;
  const leftAtUtcMs = Math.max(presence.enteredAtUtcMs, atUtcMs);
  presence.enteredAtUtcMs = null;
  return { kind: 'left', atUtcMs: leftAtUtcMs };
}
