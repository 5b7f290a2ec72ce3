import type { Count } from './entrance-counter.ts';

/** What is known of one minute of an entrance. */
export interface CountedMinute {
  /** Its beginning. */
  atUtcMs: number;
  /** Seconds of the minute at which somebody went through, in order. */
  ins: readonly number[];
  outs: readonly number[];
  watchedMs: number;
}

const minuteMs = 60_000;

const minuteOf = (utcMs: number): number => Math.floor(utcMs / minuteMs) * minuteMs;

/** The minutes of an entrance with what was counted since; what of them did not change is left out. */
export function addCount(
  known: (atUtcMs: number) => CountedMinute | undefined,
  { passages, watched }: { passages: readonly { way: 'in' | 'out'; atUtcMs: number }[]; watched: Count['watched'] },
): CountedMinute[] {
  const changed = new Map<number, CountedMinute>();
  const change = (atUtcMs: number, to: (minute: CountedMinute) => Partial<CountedMinute>): void => {
    const before = changed.get(atUtcMs) ?? known(atUtcMs) ?? { atUtcMs, ins: [], outs: [], watchedMs: 0 };
    changed.set(atUtcMs, { ...before, ...to(before) });
  };
  for (const { way, atUtcMs } of passages) {
    const minute = minuteOf(atUtcMs);
    const second = Math.floor((atUtcMs - minute) / 1000);
    const key = way === 'in' ? 'ins' : 'outs';
    change(minute, (before) => ({ [key]: [...before[key], second].toSorted((a, b) => a - b) }));
  }
  if (watched !== null)
    for (let minute = minuteOf(watched.fromUtcMs); minute < watched.toUtcMs; minute += minuteMs) {
      const ms = Math.min(watched.toUtcMs, minute + minuteMs) - Math.max(watched.fromUtcMs, minute);
      change(minute, (before) => ({ watchedMs: Math.min(minuteMs, before.watchedMs + ms) }));
    }
  return [...changed.values()];
}
