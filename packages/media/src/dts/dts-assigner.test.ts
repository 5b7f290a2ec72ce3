import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDtsAssigner, type DtsOptions, type Timed } from './dts-assigner.ts';

const frameBytes = 6000;

function run(pts: number[], options: DtsOptions): Timed[] {
  const assigner = createDtsAssigner<Timed>(options);
  const out = pts.flatMap((pts90k, index) => assigner.push({ key: index === 0, pts90k, dts90k: 0 }));
  return [...out, ...assigner.flush()];
}

/** Decode order of groups `I B B P` seen by presentation number. */
function withBFrames(groups: number): number[] {
  const order = [0];
  for (let group = 0; group < groups; group++) order.push(...[3, 1, 2].map((number) => group * 3 + number));
  return order.map((number) => number * frameBytes);
}

describe('decode times', () => {
  it('always rise strictly and keep every picture, whatever the timestamps', () => {
    const options = fc.record({ maxReorder: fc.option(fc.nat(16)), startReordering: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { maxLength: 200 }), options, (pts, choice) => {
        const out = run(pts, choice);
        expect(out.map((unit) => unit.pts90k)).toEqual(pts);
        for (let i = 1; i < out.length; i++) expect(out[i]!.dts90k).toBeGreaterThan(out[i - 1]!.dts90k);
      }),
    );
  });

  it('equal presentation times without holding anything back when nothing reorders', () => {
    const assigner = createDtsAssigner<Timed>({ maxReorder: 0, startReordering: false });
    for (let i = 0; i < 10; i++) {
      const out = assigner.push({ key: i === 0, pts90k: i * frameBytes, dts90k: -1 });
      expect(out).toMatchObject([{ pts90k: i * frameBytes, dts90k: i * frameBytes }]);
    }
  });

  it('step evenly with B-frames when the parameter set says so', () => {
    const out = run(withBFrames(20), { maxReorder: 2, startReordering: false });
    expect(out.map((unit) => unit.dts90k)).toEqual(out.map((_, index) => index * frameBytes));
  });

  it('step evenly again soon after reordering was first noticed', () => {
    const out = run(withBFrames(40), { maxReorder: null, startReordering: false });
    const steps = out.slice(12).map((unit, index) => unit.dts90k - out[index + 11]!.dts90k);
    expect(new Set(steps)).toEqual(new Set([frameBytes]));
  });

  it('stop costing delay when a stream that might reorder never does', () => {
    const assigner = createDtsAssigner<Timed>({ maxReorder: 2, startReordering: false });
    for (let i = 0; i < 130; i++) assigner.push({ key: false, pts90k: i * frameBytes, dts90k: 0 });
    expect(assigner.reorders()).toBe(false);
    expect(assigner.push({ key: false, pts90k: 130 * frameBytes, dts90k: 0 })).toHaveLength(1);
  });
});
