import { describe, expect, it } from 'vitest';
import { createAnalysisPace, type AnalysisPace } from './analysis-pace.ts';

interface Step {
  level?: number;
  wants?: boolean;
  open?: number;
  isGlobal?: boolean;
  isSettled?: boolean;
}

/** Plays pictures at 15 a second from `fromMs` on; answers the instants that were looked at. */
function play(pace: AnalysisPace, range: { fromMs: number; toMs: number }, at: (ms: number) => Step): number[] {
  const looks: number[] = [];
  for (let ms = range.fromMs; ms < range.toMs; ms += 1000 / 15) {
    if (!pace.isDue(ms)) continue;
    const { level = 0, wants = false, open = 0, isGlobal = false, isSettled = false } = at(ms);
    if (pace.take({ atUtcMs: ms, level, isGlobal, wantsInferences: wants, isSettled, openCount: open })) looks.push(ms);
  }
  return looks;
}

describe('the pace of an analysis', () => {
  it('is idle in an empty scene, and looks at it twice a minute', () => {
    const pace = createAnalysisPace();
    expect(play(pace, { fromMs: 0, toMs: 60_000 }, () => ({}))).toHaveLength(2);
    expect(pace.isActive(60_000)).toBe(false);
  });

  it('looks five times a second at what the detector follows', () => {
    const looks = play(createAnalysisPace(), { fromMs: 0, toMs: 10_000 }, () => ({ level: 60, wants: true, open: 1 }));
    expect(looks.length).toBeGreaterThanOrEqual(49);
    expect(looks.length).toBeLessThanOrEqual(54);
  });

  it('looks at once when something begins to move, and slower at motion that means nothing to the detector', () => {
    const pace = createAnalysisPace();
    play(pace, { fromMs: 0, toMs: 20_000 }, () => ({}));
    const looks = play(pace, { fromMs: 20_000, toMs: 40_000 }, () => ({ level: 30 }));
    expect(looks[0]! - 20_000).toBeLessThan(200);
    expect(looks.filter((ms) => ms < 22_000).length).toBeGreaterThanOrEqual(9);
    expect(looks.filter((ms) => ms >= 30_000).length).toBeLessThanOrEqual(27);
    const more = play(pace, { fromMs: 40_000, toMs: 42_000 }, () => ({ level: 90 }));
    expect(more.length).toBeGreaterThanOrEqual(9);
  });

  it('stays active for a second and a half after the last motion of somebody, shorter after that of nobody, and for a second after the last wish', () => {
    const pace = createAnalysisPace();
    play(pace, { fromMs: 0, toMs: 5_000 }, (ms) => ({ level: ms < 1_000 ? 40 : 0, open: 1 }));
    expect(pace.isActive(2_200)).toBe(true);
    expect(pace.isActive(2_600)).toBe(false);
    play(pace, { fromMs: 5_000, toMs: 8_000 }, (ms) => ({ level: ms < 6_000 ? 40 : 0 }));
    expect(pace.isActive(6_600)).toBe(true);
    expect(pace.isActive(6_900)).toBe(false);
    play(pace, { fromMs: 10_000, toMs: 12_000 }, (ms) => ({ wants: ms < 11_000 }));
    expect(pace.isActive(11_800)).toBe(true);
    expect(pace.isActive(12_100)).toBe(false);
  });

  it('looks again at what rests, every second or two', () => {
    const looks = play(createAnalysisPace(), { fromMs: 0, toMs: 12_000 }, () => ({ open: 1 }));
    expect(looks.length).toBeGreaterThanOrEqual(7);
    expect(looks.length).toBeLessThanOrEqual(9);
  });

  it('looks when everything changed at once, and wakes on suspicion', () => {
    const pace = createAnalysisPace();
    play(pace, { fromMs: 0, toMs: 5_000 }, () => ({}));
    expect(pace.take({ atUtcMs: 5_200, level: 0, isGlobal: true, wantsInferences: false, openCount: 0 })).toBe(true);
    expect(pace.isActive(6_600)).toBe(true);
    pace.wake(20_000);
    expect(pace.isActive(21_000)).toBe(true);
    expect(pace.isActive(21_600)).toBe(false);
    pace.reset();
    expect(pace.isActive(20_000)).toBe(false);
    expect(pace.isDue(0)).toBe(true);
  });
});

describe('few looks', () => {
  it('are enough while everything that moves is explained, until more begins to move', () => {
    const pace = createAnalysisPace();
    const at = (ms: number): Step => ({ level: ms < 8_000 ? 30 : 90, wants: true, open: 1, isSettled: true });
    const looks = play(pace, { fromMs: 0, toMs: 10_000 }, at);
    expect(looks.filter((ms) => ms >= 2_000 && ms < 8_000).length).toBeLessThanOrEqual(12);
    expect(looks.some((ms) => ms >= 8_000 && ms < 8_250)).toBe(true);
  });

  it('are enough while what nobody was seen in fades, and not when it comes back', () => {
    const pace = createAnalysisPace();
    play(pace, { fromMs: 0, toMs: 4_000 }, () => ({ level: 100, wants: true, open: 1 }));
    const trace = (ms: number): number => 100 - (ms - 4_000) / 14;
    const looks = play(pace, { fromMs: 4_000, toMs: 5_300 }, (ms) => ({ level: trace(ms) }));
    expect(looks.length).toBeLessThanOrEqual(2);
    const more = play(pace, { fromMs: 5_300, toMs: 6_000 }, () => ({ level: 100 }));
    expect(more[0]! - 5_300).toBeLessThan(200);
  });

  it('come close together when something begins, and are no more than the bound in the end', () => {
    const pace = createAnalysisPace(2);
    play(pace, { fromMs: 0, toMs: 20_000 }, () => ({}));
    const looks = play(pace, { fromMs: 20_000, toMs: 30_000 }, () => ({ level: 60, wants: true, open: 1 }));
    expect(looks.filter((ms) => ms < 20_700).length).toBeGreaterThanOrEqual(3);
    expect(looks.length).toBeLessThanOrEqual(24);
  });
});
