import { expect, test } from 'vitest';
import { clusterMarks } from './cluster-marks.ts';
import { aMark } from './test-mark.ts';

const place = { view: { fromMs: 0, toMs: 100_000 }, width: 1000 };
const at = (startedAtUtcMs: number, facts: Parameters<typeof aMark>[0] = {}) =>
  aMark({ id: String(startedAtUtcMs), startedAtUtcMs, ...facts });

test('marks outside of the view make no sign', () => {
  expect(clusterMarks([at(-50_000), at(300_000)], place)).toEqual([]);
});

test('what does not touch stays apart', () => {
  expect(clusterMarks([at(10_000), at(13_000)], place).map(({ x }) => x)).toEqual([100, 130]);
});

test('what would touch is one sign that counts, names its classes, and has the worst severity', () => {
  const signs = clusterMarks(
    [at(10_000, { class: 'vehicle' }), at(10_500, { severity: 'critical' }), at(10_900)],
    place,
  );
  expect(signs).toHaveLength(1);
  expect(signs[0]).toMatchObject({ classes: ['person', 'vehicle'], severity: 'critical' });
  expect(signs[0]?.marks).toHaveLength(3);
});

test('ten thousand events make no more signs than there is room for, and none lies on another', () => {
  const marks = Array.from({ length: 10_000 }, (_, index) => at(index * 10));
  const signs = clusterMarks(marks, place);
  expect(signs.length).toBeLessThan(60);
  expect(signs.reduce((sum, sign) => sum + sign.marks.length, 0)).toBe(10_000);
  for (const [index, sign] of signs.entries()) {
    const next = signs[index + 1];
    if (next) expect(sign.x + sign.half).toBeLessThanOrEqual(next.x - next.half);
  }
});
