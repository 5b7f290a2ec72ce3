import { describe, expect, test } from 'vitest';
import type { Silence, Suspect, WatchdogSigns } from './watchdog-policy.ts';
import { chooseKill, isOverdue, silenceAfter, silenceAtStart, usualLimits } from './watchdog-policy.ts';

const idle = { waitedMs: 0, isHeldUp: false };
const quiet: WatchdogSigns = { sinceCheckMs: 1_000, isHeard: false, hasWritten: false, time: idle };
const heard: WatchdogSigns = { ...quiet, isHeard: true };

function after(looks: readonly WatchdogSigns[], begin: Silence = silenceAtStart): Silence {
  return looks.reduce(silenceAfter, begin);
}

const times = (count: number, signs: WatchdogSigns): WatchdogSigns[] => Array.from({ length: count }, () => signs);
const isEnded = (looks: readonly WatchdogSigns[]): boolean =>
  isOverdue({ silence: after(looks), knowsTime: looks.at(-1)?.time !== null, recordsFootage: true }, usualLimits);

describe('a process is ended', () => {
  test.each<[string, WatchdogSigns[]]>([
    ['that spoke and then slept without a word', [heard, ...times(10, quiet)]],
    [
      'that spins: it has all the time it wants',
      [heard, ...times(10, { ...quiet, time: { waitedMs: 20, isHeldUp: false } }), quiet],
    ],
    [
      'that spins on a machine that is busy, once it had as much time itself',
      [heard, ...times(50, { ...quiet, time: { waitedMs: 750, isHeldUp: false } })],
    ],
    ['that never said a word', times(30, quiet)],
    [
      'that is silent after the watchdog itself was late',
      [heard, { ...quiet, sinceCheckMs: 60_000 }, ...times(10, quiet)],
    ],
    ['that nothing but wall time is known of, later', [heard, ...times(30, { ...quiet, time: null })]],
  ])('%s', (_, looks) => {
    expect(isEnded(looks.slice(0, Math.floor(looks.length / 2)))).toBe(false);
    expect(isEnded(looks)).toBe(true);
  });
});

describe('a process is not ended', () => {
  test.each<[string, WatchdogSigns[]]>([
    ['while it speaks', times(600, heard)],
    ['while it writes footage, though no word of it comes', [heard, ...times(600, { ...quiet, hasWritten: true })]],
    ['that reads its program for half a minute on a slow machine', times(29, quiet)],
    [
      'that is started on a machine with a load of 17: it had a ninth of the time',
      times(180, { ...quiet, time: { waitedMs: 889, isHeldUp: false } }),
    ],
    [
      'that waits for its turn at this moment',
      [heard, ...times(60, { ...quiet, time: { waitedMs: 0, isHeldUp: true } })],
    ],
    [
      'whose long wait is told only when it is over',
      [heard, ...times(9, quiet), { ...quiet, time: { waitedMs: 9_500, isHeldUp: false } }, ...times(8, quiet)],
    ],
    ['that waits for its disk', [heard, ...times(60, { ...quiet, time: { waitedMs: 0, isHeldUp: true } })]],
    [
      'because the watchdog slept for 42 s',
      [heard, ...times(5, quiet), { ...quiet, sinceCheckMs: 42_000 }, ...times(4, quiet)],
    ],
    ['because the watchdog is late again and again', [heard, ...times(100, { ...quiet, sinceCheckMs: 3_000 })]],
    ['for five seconds of silence', [heard, ...times(9, quiet)]],
    ['for ten seconds where only wall time is known', [heard, ...times(29, { ...quiet, time: null })]],
  ])('%s', (_, looks) => {
    for (let count = 1; count <= looks.length; count += 1) expect(isEnded(looks.slice(0, count))).toBe(false);
  });
});

describe('who is ended', () => {
  const suspect = (silentMs: number, rest: Partial<Suspect> = {}): Suspect => ({
    silence: { hasSpoken: true, silentMs },
    knowsTime: true,
    recordsFootage: false,
    ...rest,
  });
  const long = usualLimits.betweenKillsMs;

  test('nobody who is not overdue', () => {
    expect(
      chooseKill([suspect(0), suspect(9_999), suspect(29_999, { knowsTime: false })], long, usualLimits),
    ).toBeNull();
  });

  test('one at a time: the longest silent first, and nobody soon after another', () => {
    const all = [suspect(11_000), suspect(13_000), suspect(12_000)];
    expect(chooseKill(all, long, usualLimits)).toBe(all[1]);
    expect(chooseKill(all, long - 1, usualLimits)).toBeNull();
  });

  test('the recorder last', () => {
    const all = [suspect(90_000, { recordsFootage: true }), suspect(10_000)];
    expect(chooseKill(all, long, usualLimits)).toBe(all[1]);
    expect(chooseKill(all.slice(0, 1), long, usualLimits)).toBe(all[0]);
  });
});
