import type { AccessUnit, AudioUnit } from '@sightline/media/units/access-unit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeldBudget } from './held-budget.ts';
import {
  createFootageSelection,
  type FootageSelection,
  type SelectionOptions,
  type SelectionStep,
} from './footage-selection.ts';

const startUtcMs = 1_800_000_000_000;
const frameMs = 100;
const groupPictures = 10;

const video = (index: number, bytes = 100): AccessUnit => ({
  kind: 'video',
  data: new Uint8Array(bytes),
  key: index % groupPictures === 0,
  pts90k: index * frameMs * 90,
  dts90k: index * frameMs * 90,
  arrivalMs: startUtcMs + index * frameMs,
  gap: false,
});
const at = (index: number): number => startUtcMs + index * frameMs;

interface Rig {
  selection: FootageSelection;
  /** Numbers of the pictures that were written. */
  written: number[];
  skips: number;
  feed(from: number, to: number, bytes?: number): void;
  assess(from: number, to: number, isActive: boolean): void;
  take(steps: SelectionStep[]): void;
}

function rig(options: Partial<SelectionOptions> = {}): Rig {
  const selection = createFootageSelection({
    preRollMs: 2000,
    postRollMs: 3000,
    isWriting: false,
    budget: new HeldBudget(24e6),
    ...options,
  });
  const one: Rig = {
    selection,
    written: [],
    skips: 0,
    take(steps) {
      for (const step of steps) {
        if (step.kind === 'skip') one.skips += 1;
        else if (step.unit.kind === 'video') one.written.push(step.unit.dts90k / 90 / frameMs);
      }
    },
    feed(from, to, bytes) {
      for (let index = from; index < to; index++)
        one.take(selection.unit({ unit: video(index, bytes), cut: false, wallMs: at(index) }));
    },
    assess(from, to, isActive) {
      one.take(selection.assess({ fromUtcMs: at(from), untilUtcMs: at(to), isActive, cause: null }));
    },
  };
  return one;
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

describe('the choice of footage', () => {
  it('writes what nobody judged: judgements that stay away cost nothing, and it says so', () => {
    const one = rig();
    one.feed(0, 300);
    expect(one.written).toEqual(numbers(0, 300));
    expect(one.selection.blindCause()).toBe('recording_not_selective');
  });

  it('writes everything while judgements say that they do not hold, beginning with what waits', () => {
    const one = rig();
    one.assess(0, 0, false);
    one.feed(0, 25);
    one.take(
      one.selection.assess({ fromUtcMs: at(0), untilUtcMs: at(10), isActive: false, cause: 'analysis_overloaded' }),
    );
    one.feed(25, 60);
    expect(one.written).toEqual(numbers(0, 60));
    expect(one.selection.blindCause()).toBe('analysis_overloaded');
    one.assess(10, 60, false);
    expect(one.selection.blindCause()).toBeNull();
    one.feed(60, 100);
    one.assess(60, 100, false);
    expect(one.written).toEqual(numbers(0, 60));
  });

  it('writes what waits unjudged when the stream ends, and lets go what was judged quiet', () => {
    const one = rig();
    one.assess(0, 0, false);
    one.feed(0, 45);
    one.assess(0, 20, false);
    one.take(one.selection.settle());
    expect(one.written).toEqual(numbers(20, 45));
    expect(one.selection.heldFromMs()).toBeNull();
  });

  it('writes time between two judgements that nobody judged', () => {
    const one = rig();
    one.assess(0, 0, false);
    one.feed(0, 100);
    one.assess(0, 20, false);
    one.assess(60, 100, false);
    expect(one.written).toEqual(numbers(20, 60));
  });

  it('keeps nothing of what is quiet, and says once that footage ends', () => {
    const one = rig({ isWriting: true });
    one.assess(0, 0, false);
    for (let index = 0; index < 600; index += groupPictures) {
      one.feed(index, index + groupPictures);
      one.assess(index, index + groupPictures, false);
    }
    expect(one.written).toEqual([]);
    expect(one.skips).toBe(1);
    expect((one.selection.heldFromMs() ?? 0) - at(600)).toBeGreaterThanOrEqual(-3100);
  });

  it('keeps whole groups from before until after what happened', () => {
    const one = rig();
    one.assess(0, 0, false);
    for (let index = 0; index < 400; index += 5) {
      one.feed(index, index + 5);
      one.assess(index, index + 5, index >= 100 && index < 150);
    }
    // Two seconds before 100, three after 150, to the ends of their groups.
    expect(one.written).toEqual(numbers(80, 180));
  });

  it('finds what happened late, when its judgement comes seconds after the pictures', () => {
    const one = rig();
    one.assess(0, 0, false);
    one.feed(0, 100);
    one.assess(0, 60, false);
    one.feed(100, 120);
    one.assess(60, 110, true);
    expect(one.written).toEqual(numbers(40, 120));
    one.feed(120, 130);
    expect(one.written.at(-1)).toBe(129);
  });

  it('lets go of the oldest quiet footage when memory is short, and writes what is not judged', () => {
    const one = rig({ budget: new HeldBudget(25 * 100), preRollMs: 30_000 });
    one.assess(0, 0, false);
    one.feed(0, 20);
    one.assess(0, 20, false);
    one.feed(20, 30);
    expect(one.written).toEqual([]);
    one.feed(30, 60);
    expect(one.written).toEqual(numbers(20, 40));
    // Of thirty seconds wished, nothing was left when the second group went.
    expect(one.selection.takeCut()).toBe(0);
    expect(one.selection.takeCut()).toBeNull();
  });

  it('keeps a whole pre-roll of large pictures while others need little, and an equal share when all need much', () => {
    const budget = new HeldBudget(85 * 1000);
    const [large, small, late] = [1, 2, 3].map(() => rig({ budget, preRollMs: 5000 })) as [Rig, Rig, Rig];
    for (const one of [large, small, late]) one.assess(0, 0, false);
    for (let second = 0; second < 8; second++) {
      large.feed(second * 10, second * 10 + 10, 1200);
      small.feed(second * 10, second * 10 + 10, 10);
      for (const one of [large, small]) one.assess(second * 10, second * 10 + 10, false);
    }
    expect([large, small].map((one) => one.selection.takeCut())).toEqual([null, null]);
    for (let second = 8; second < 20; second++) {
      for (const one of [large, late]) one.feed(second * 10, second * 10 + 10, 1200);
      small.feed(second * 10, second * 10 + 10, 10);
      for (const one of [large, small, late]) one.assess(second * 10, second * 10 + 10, false);
      expect(budget.heldBytes()).toBeLessThanOrEqual(budget.totalBytes * 1.5);
    }
    expect([large, small, late].map((one) => one.selection.takeCut() === null)).toEqual([false, true, false]);
    large.selection.settle();
    late.selection.settle();
    small.selection.settle();
    expect(budget.heldBytes()).toBe(0);
  });

  it('writes a single group that memory does not hold', () => {
    const one = rig({ budget: new HeldBudget(450) });
    one.feed(0, 10);
    expect(one.written).toEqual(numbers(0, 10));
  });

  it('writes the sound of what it writes, and none without pictures', () => {
    const sound: AudioUnit = { kind: 'audio', data: new Uint8Array(10), pts90k: 0, samples: 1, arrivalMs: startUtcMs };
    const selection = createFootageSelection({
      preRollMs: 0,
      postRollMs: 1000,
      isWriting: false,
      budget: new HeldBudget(24e6),
    });
    expect(selection.unit({ unit: sound, cut: false, wallMs: startUtcMs })).toEqual([]);
    selection.unit({ unit: video(0), cut: false, wallMs: startUtcMs });
    selection.unit({ unit: sound, cut: false, wallMs: startUtcMs });
    const steps = selection.assess({ fromUtcMs: startUtcMs, untilUtcMs: startUtcMs + 1, isActive: true, cause: null });
    expect(steps.map((step) => (step.kind === 'write' ? step.unit.kind : step.kind))).toEqual(['video', 'audio']);
  });

  it('writes in order, nothing twice, all that was called for with its rolls, and nothing else but whole groups around it', () => {
    const spans = fc.array(
      fc.record({
        length: fc.integer({ min: 1, max: 60 }),
        isActive: fc.boolean(),
        lag: fc.integer({ min: 0, max: 70 }),
      }),
      {
        minLength: 1,
        maxLength: 25,
      },
    );
    fc.assert(
      fc.property(
        spans,
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 1000, max: 5000 }),
        (list, preRollMs, postRollMs) => {
          const one = rig({ preRollMs, postRollMs });
          one.assess(0, 0, false);
          let [fed, assessed] = [0, 0];
          const active: [number, number][] = [];
          for (const { length, isActive, lag } of list) {
            const until = assessed + length;
            if (until + lag > fed) {
              one.feed(fed, until + lag);
              fed = until + lag;
            }
            one.assess(assessed, until, isActive);
            if (isActive) active.push([at(assessed) - preRollMs, at(until) + postRollMs]);
            assessed = until;
          }
          expect(one.written).toEqual([...new Set(one.written)].toSorted((a, b) => a - b));
          const written = new Set(one.written);
          const touches = (from: number, to: number): boolean =>
            active.some(([start, end]) => start < at(to) && end > at(from));
          for (let index = 0; index < fed; index++) {
            const group = Math.floor(index / groupPictures) * groupPictures;
            const isCalledFor = active.some(([start, end]) => start <= at(index) && at(index) < end);
            if (isCalledFor && !written.has(index)) expect.unreachable(`${String(index)} is missing`);
            if (written.has(index) && !touches(group, group + groupPictures))
              expect.unreachable(`${String(index)} was not called for`);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
