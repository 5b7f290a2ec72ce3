import { describe, expect, it } from 'vitest';
import { figuresOf, judgeHeldBack, visitsOf } from './held-back.ts';
import { judgeLook, trainJudge } from './uniform-judge.ts';

/** Looks with some parts strong; `turn` moves all parts a little. */
const look = (strong: readonly number[], turn = 0): Int8Array =>
  Int8Array.from({ length: 30 }, (_, at) =>
    Math.round((strong.includes(at) ? 60 : 0) + 8 * Math.abs(Math.sin((turn + 1) * (at + 2)))),
  );
const looks = (strong: readonly number[], count: number, from = 0): Int8Array[] =>
  Array.from({ length: count }, (_, turn) => look(strong, from + turn));

const uniform = [2, 12, 22];
const near = [2, 12, 25];
const far = [7, 17, 27];

describe('a judge of a uniform', () => {
  it('takes nobody for it who is far from all that it learnt, also without any that is marked as such', () => {
    const judge = trainJudge({ same: looks(uniform, 4), other: looks(near, 2), background: [] });
    for (const other of [...looks(far, 5), look([4, 9, 15]), new Int8Array(30)])
      expect(judgeLook(judge, other)).toBeNull();
  });

  it('tells who is near and was marked as another', () => {
    const judge = trainJudge({ same: looks(uniform, 4), other: looks(near, 3), background: looks(far, 10) });
    for (const other of looks(near, 5, 20)) expect(judgeLook(judge, other)).toBeNull();
    for (const same of looks(uniform, 5, 20)) expect(judgeLook(judge, same)).toBeGreaterThan(0.5);
  });

  it('knows nothing of looks of another model', () => {
    const judge = trainJudge({ same: looks(uniform, 4), other: looks(near, 2), background: [] });
    expect(judgeLook(judge, new Int8Array(31).fill(9))).toBeNull();
  });

  it('is the same each time', () => {
    const marked = { same: looks(uniform, 4), other: looks(near, 2), background: looks(far, 3) };
    expect(trainJudge(marked)).toEqual(trainJudge(marked));
  });
});

describe('held-back looks', () => {
  it('say nothing where there are few of either mark', () => {
    const of = (same: number, other: number) =>
      figuresOf(judgeHeldBack({ same: looks(uniform, same), other: looks(far, other), background: [] }));
    expect(of(7, 20)).toBeNull();
    expect(of(20, 7)).toBeNull();
    expect(of(8, 8)).toEqual({ precision: 1, recall: 1 });
  });

  it('are no proof where marks contradict each other', () => {
    const mixed = [...looks(uniform, 6), ...looks(far, 6)];
    const same = mixed.filter((_, at) => at % 2 === 0);
    const other = mixed.filter((_, at) => at % 2 === 1);
    const figures = figuresOf({ ...judgeHeldBack({ same, other, background: [] }), same: 8, other: 8 });
    expect(Math.min(figures?.precision ?? 0, figures?.recall ?? 0)).toBeLessThan(0.8);
  });

  it('are held back by visits: of one visit alone nothing was learnt elsewhere', () => {
    const marked = { same: looks(uniform, 8), other: looks(near, 8), background: [] };
    const visits = { same: Array.from({ length: 8 }, () => 'one'), other: marked.other.map((_, at) => String(at)) };
    expect(judgeHeldBack(marked, visits)).toMatchObject({ same: 8, found: 0 });
    expect(judgeHeldBack(marked)).toMatchObject({ same: 8, found: 8 });
  });

  it('are of one visit when a camera saw them soon after each other', () => {
    const at = (minute: number, cameraId = 'a') => ({ cameraId, startedAt: new Date(minute * 60_000) });
    const [first, other, soon, late] = visitsOf([at(0), at(0, 'b'), at(1), at(9)]);
    expect(soon).toBe(first);
    expect(new Set([first, other, late]).size).toBe(3);
  });
});
