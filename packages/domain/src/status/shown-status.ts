import type { ShownStatus, StatusState } from '@sightline/contracts/status/status';

/** A status as it follows from what is known, before it is calmed. */
export type DerivedStatus = Omit<ShownStatus, 'isFlapping'>;

/** Good again only after this long without a break. */
export const steadyMs = 15_000;

/** That many changes between good and bad within `flapWindowMs` are one flapping; it ends after as long without any. */
export const flapChanges = 4;
export const flapWindowMs = 600_000;

/** Good for less than this between two times bad was none: a core that starts again says of its cameras what it knew last, then that it connects. */
export const glitchMs = 5_000;

/** What must be remembered of one thing between two looks at it. Times in UTC ms by the server's clock. */
export interface StatusMemory {
  shown: DerivedStatus;
  /** What was derived last, and since when that has been so. */
  seenState: StatusState;
  seenSinceUtcMs: number;
  /** Whether the last verdict was bad; `notConnected` is none. */
  isBad: boolean;
  /** When the verdict changed, the last few times, oldest first. */
  changesUtcMs: readonly number[];
  flappingSinceUtcMs: number | null;
}

/** How a look at one thing ended. */
export interface StatusStep {
  memory: StatusMemory;
  /** True when it is one for the history: another state is shown now, unless it flaps, or it began or ceased to flap. */
  isChanged: boolean;
  /** When to look again although nothing happened; null for never. */
  dueUtcMs: number | null;
}

const rank: Record<StatusState, number> = { online: 0, notConnected: 1, notRecording: 2, unhealthy: 3, offline: 4 };

/** Memory of a thing of which nothing was ever known. */
export const firstMemory = (nowUtcMs: number): StatusMemory => ({
  shown: { state: 'notConnected', part: null, cause: null, sinceUtcMs: nowUtcMs },
  seenState: 'notConnected',
  seenSinceUtcMs: nowUtcMs,
  isBad: false,
  changesUtcMs: [],
  flappingSinceUtcMs: null,
});

const isBadState = (state: StatusState, before: boolean): boolean =>
  state === 'notConnected' ? before : state !== 'online';

/** The last turns with this one, or without the one that it makes undone. */
function turns(before: readonly number[], isBad: boolean, nowUtcMs: number): readonly number[] {
  const last = before.at(-1);
  const isGlitch = isBad && before.length > 1 && last !== undefined && nowUtcMs - last < glitchMs;
  return isGlitch ? before.slice(0, -1) : [...before, nowUtcMs].slice(-flapChanges);
}

/** What was derived, remembered, with the verdict and whether it flaps. */
function look(before: StatusMemory, { state }: DerivedStatus, nowUtcMs: number): StatusMemory {
  const isBad = isBadState(state, before.isBad);
  const isTurn = isBad !== before.isBad;
  const changesUtcMs = isTurn ? turns(before.changesUtcMs, isBad, nowUtcMs) : before.changesUtcMs;
  const wasWithin = (changeUtcMs: number | undefined): boolean =>
    changeUtcMs !== undefined && nowUtcMs - changeUtcMs < flapWindowMs;
  const begins = isTurn && changesUtcMs.length === flapChanges && wasWithin(changesUtcMs[0]);
  const isQuiet = !wasWithin(changesUtcMs.at(-1));
  const flapping = isQuiet ? null : before.flappingSinceUtcMs;
  return {
    shown: before.shown,
    seenState: state,
    seenSinceUtcMs: state === before.seenState ? before.seenSinceUtcMs : nowUtcMs,
    isBad,
    changesUtcMs,
    flappingSinceUtcMs: flapping ?? (begins ? nowUtcMs : null),
  };
}

/** What was remembered by a clock that was set back since then began now at the latest: else nothing would be good again before that time comes. */
function notAhead(before: StatusMemory, nowUtcMs: number): StatusMemory {
  const { seenSinceUtcMs, changesUtcMs, flappingSinceUtcMs } = before;
  if (Math.max(seenSinceUtcMs, changesUtcMs.at(-1) ?? 0, flappingSinceUtcMs ?? 0) <= nowUtcMs) return before;
  return {
    ...before,
    seenSinceUtcMs: Math.min(seenSinceUtcMs, nowUtcMs),
    changesUtcMs: changesUtcMs.map((changeUtcMs) => Math.min(changeUtcMs, nowUtcMs)),
    flappingSinceUtcMs: flappingSinceUtcMs === null ? null : Math.min(flappingSinceUtcMs, nowUtcMs),
  };
}

/** What to show now. Since when is told by the core's own words, but never before what was shown until now. */
function show(seen: StatusMemory, derived: DerivedStatus, nowUtcMs: number): DerivedStatus {
  const { shown } = seen;
  const { state, part, cause } = derived;
  if (state === shown.state) return { state, part, cause, sinceUtcMs: shown.sinceUtcMs };
  if (rank[state] > rank[shown.state] || shown.state === 'notConnected')
    return { state, part, cause, sinceUtcMs: Math.min(nowUtcMs, Math.max(derived.sinceUtcMs, shown.sinceUtcMs)) };
  const isSteady = nowUtcMs - seen.seenSinceUtcMs >= steadyMs;
  return isSteady ? { state, part, cause, sinceUtcMs: seen.seenSinceUtcMs } : shown;
}

function dueOf({ shown, seenState, seenSinceUtcMs, changesUtcMs, flappingSinceUtcMs }: StatusMemory): number | null {
  const steadyAtUtcMs = shown.state === seenState ? null : seenSinceUtcMs + steadyMs;
  return (
    steadyAtUtcMs ?? (flappingSinceUtcMs === null ? null : (changesUtcMs.at(-1) ?? flappingSinceUtcMs) + flapWindowMs)
  );
}

/**
 * Looks at one thing: worse is shown at once, better only after it held for `steadyMs`, also while it flaps, which is said
 * beside it: nothing is shown as bad that has long been good. What was never connected, or is connected again after somebody changed it, is shown as it is.
 */
export function nextStatus(before: StatusMemory, derived: DerivedStatus, nowUtcMs: number): StatusStep {
  const seen = look(notAhead(before, nowUtcMs), derived, nowUtcMs);
  const memory = { ...seen, shown: show(seen, derived, nowUtcMs) };
  const wasFlapping = before.flappingSinceUtcMs !== null;
  const isFlapping = memory.flappingSinceUtcMs !== null;
  return {
    memory,
    isChanged: wasFlapping !== isFlapping || (!isFlapping && memory.shown.state !== before.shown.state),
    dueUtcMs: dueOf(memory),
  };
}

/** Shows what was derived as it is: for what is made of statuses that are calm already. */
export function plainStatus(before: StatusMemory, derived: DerivedStatus, nowUtcMs: number): StatusStep {
  const isChanged = derived.state !== before.shown.state;
  const sinceUtcMs = isChanged ? nowUtcMs : before.shown.sinceUtcMs;
  const seen = { seenState: derived.state, seenSinceUtcMs: sinceUtcMs };
  return { memory: { ...before, ...seen, shown: { ...derived, sinceUtcMs } }, isChanged, dueUtcMs: null };
}
