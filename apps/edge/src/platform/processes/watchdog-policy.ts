/** What one look at a supervised process shows. Times in ms, by a clock that is never set. */
export interface WatchdogSigns {
  /** Since the look before. */
  sinceCheckMs: number;
  /** It said something since then. */
  isHeard: boolean;
  /** It finished something since then that it is there for: a recorder wrote footage. */
  hasWritten: boolean;
  /** What the system says of its time since then; null where the system says nothing. */
  time: OwnTime | null;
}

/** How a process spent its time between two looks. */
export interface OwnTime {
  /** It wanted the processor and did not get it: the longest wait of its threads. */
  waitedMs: number;
  /** It waits for a disk, or for its turn, at this moment. */
  isHeldUp: boolean;
}

/** What is known of the silence of one process. */
export interface Silence {
  /** It has said something since it was started: before that it reads its program. */
  hasSpoken: boolean;
  /** Time in which it could have said something and did not. */
  silentMs: number;
}

/** Of own time: what a process that lives needs less for, by far. */
export interface WatchdogLimits {
  /** From its start to its first word. */
  startMs: number;
  silentMs: number;
  /** Wall time from one end to the next: what ails all at once is seldom each of them. */
  betweenKillsMs: number;
}

/** A process as the choice of whom to end sees it. */
export interface Suspect {
  silence: Silence;
  /** Whether its own time is known: without, wall time counts, and more of it. */
  knowsTime: boolean;
  /** Footage is lost while it is started again. */
  recordsFootage: boolean;
}

/** Each process is looked at this often. */
export const checkEveryMs = 1_000;
/** A look that comes later than this shows that whoever looks had no time itself: what was said meanwhile lies unread. */
const lateCheckMs = 2_000;
export const usualLimits: WatchdogLimits = { startMs: 30_000, silentMs: 10_000, betweenKillsMs: 15_000 };
/** Wall time says little of a process on a busy machine. */
const blindTimes = 3;

/** Of a process that was just started. */
export const silenceAtStart: Silence = { hasSpoken: false, silentMs: 0 };

/**
 * How silent a process is after one more look. Only time that it had itself counts: not what the watchdog slept through, not what it
 * waited for a processor or a disk. Whoever writes what he is there for is not silent, whatever became of his words.
 */
export function silenceAfter(before: Silence, { sinceCheckMs, isHeard, hasWritten, time }: WatchdogSigns): Silence {
  const hasSpoken = before.hasSpoken || isHeard;
  if (isHeard || hasWritten) return { hasSpoken, silentMs: 0 };
  if (sinceCheckMs > lateCheckMs) return { ...before };
  const ownMs = time === null ? sinceCheckMs : (time.isHeldUp ? 0 : sinceCheckMs) - time.waitedMs;
  // A wait is told when it is over, so it may be longer than this look: it takes back what was counted before.
  return { hasSpoken, silentMs: Math.max(0, before.silentMs + ownMs) };
}

/** Whether its silence is no accident any more. */
export function isOverdue({ silence, knowsTime }: Suspect, limits: WatchdogLimits): boolean {
  return silence.silentMs >= (silence.hasSpoken ? limits.silentMs : limits.startMs) * (knowsTime ? 1 : blindTimes);
}

/**
 * Which of all supervised processes is ended now, or null: one at a time, whoever records last, and nobody while the one before may
 * still be starting.
 */
export function chooseKill<T extends Suspect>(
  suspects: readonly T[],
  sinceKillMs: number,
  limits: WatchdogLimits,
): T | null {
  if (sinceKillMs < limits.betweenKillsMs) return null;
  const overdue = suspects.filter((suspect) => isOverdue(suspect, limits));
  return (
    overdue.toSorted(
      (a, b) => Number(a.recordsFootage) - Number(b.recordsFootage) || b.silence.silentMs - a.silence.silentMs,
    )[0] ?? null
  );
}
