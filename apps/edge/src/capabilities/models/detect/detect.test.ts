import { describe, expect, it } from 'vitest';
import { suppress } from './suppress.ts';
import { scoreScale } from './score-scale.ts';
import { decodeSsd } from './ssd-raw.ts';
import { decodeYolo5, decodeYolo8, decodeYoloNms, decodeYolox } from './yolo.ts';

const limits = { minScore: 0.3, width: 64, height: 64, wanted: [0, 2] };

/** `rows` boxes of `columns` values, one after the other. */
const table = (rows: number[][]) => ({ dims: [1, rows.length, rows[0]!.length], data: Float32Array.from(rows.flat()) });
const rounded = (found: { box: object; score: number; classIndex: number }[]) =>
  found.map((one) => ({
    ...one,
    score: Math.round(one.score * 100) / 100,
    box: Object.values(one.box).map((value: number) => Math.round(value * 1000) / 1000),
  }));

describe('decoders', () => {
  it('drop boxes that are no numbers, empty or beyond the picture', () => {
    const broken = [
      [Number.NaN, 10, 20, 20, 0.9, 0],
      [10, 10, 10, 30, 0.9, 0],
      [70, 70, 90, 90, 0.9, 0],
      [10, 10, 20, 20, Number.NaN, 0],
      [10, 10, 20, 20, 0.9, Number.NaN],
    ];
    expect(decodeYoloNms(table(broken), limits)).toEqual([]);
    expect(decodeSsd(Float32Array.from([0.9, 0, 0]), Float32Array.from([Number.NaN, 0, 1, 1]), limits)).toEqual([]);
    expect(decodeYolo5(table([[Number.NaN, 10, 10, 10, 0.9, 0.9, 0, 0]]), limits)).toEqual([]);
  });

  it('drop what is faint and what is not wanted', () => {
    expect(decodeYolo5(table([[32, 32, 16, 16, 0.5, 0.5, 0, 0]]), limits)).toEqual([]);
    expect(decodeYolo5(table([[32, 32, 16, 16, 1, 0, 0.9, 0]]), limits)).toEqual([]);
    expect(decodeSsd(Float32Array.from([0, 0.9, 0.1]), Float32Array.from([0, 0, 1, 1]), limits)).toEqual([]);
  });

  it('read the raw boxes of an SSD', () => {
    const found = decodeSsd(Float32Array.from([0.4, 0.9, 0.6]), Float32Array.from([0.1, 0.2, 0.5, 1.2]), limits);
    expect(rounded(found)).toEqual([{ box: [0.2, 0.1, 0.8, 0.4], score: 0.6, classIndex: 2 }]);
  });

  it('read YOLOv5: objectness times class', () => {
    expect(rounded(decodeYolo5(table([[32, 16, 32, 16, 0.8, 0.5, 0.9, 0.9]]), limits))).toEqual([
      { box: [0.25, 0.125, 0.5, 0.25], score: 0.72, classIndex: 2 },
    ]);
  });

  it('read YOLOv8: one column per box', () => {
    const found = decodeYolo8(
      { dims: [1, 7, 2], data: Float32Array.from([32, 8, 16, 8, 32, 4, 16, 4, 0.7, 0, 0, 0, 0.1, 0.9]) },
      limits,
    );
    expect(rounded(found)).toEqual([
      { box: [0.25, 0.125, 0.5, 0.25], score: 0.7, classIndex: 0 },
      { box: [0.094, 0.094, 0.063, 0.063], score: 0.9, classIndex: 2 },
    ]);
  });

  it('read a model that removes doubles itself, with or without a batch', () => {
    const rows = table([[16, 16, 48, 32, 0.9, 2]]);
    const expected = [{ box: [0.25, 0.25, 0.5, 0.25], score: 0.9, classIndex: 2 }];
    expect(rounded(decodeYoloNms(rows, limits))).toEqual(expected);
    expect(rounded(decodeYoloNms({ ...rows, dims: [1, 6] }, limits))).toEqual(expected);
  });

  it('read YOLOX: cells of three grids', () => {
    const count = 8 * 8 + 4 * 4 + 2 * 2;
    const rows = Array.from({ length: count }, () => [0, 0, 0, 0, 0, 0, 0, 0]);
    // Second cell of the second row of the middle grid, twice as large as a cell.
    rows[64 + 5] = [0.5, 0.5, Math.log(2), Math.log(2), 1, 0.8, 0, 0];
    expect(rounded(decodeYolox(table(rows), limits))).toEqual([
      { box: [0.125, 0.125, 0.5, 0.5], score: 0.8, classIndex: 0 },
    ]);
  });
});

describe('one box for one thing', () => {
  const box = (...[x, y, width, height]: [number, number, number, number]) => ({ x, y, width, height });
  const scored = (where: ReturnType<typeof box>, score: number, more: { group?: string; isCut?: boolean } = {}) => ({
    box: where,
    score,
    group: more.group ?? 'person',
    isCut: more.isCut ?? false,
  });
  const scores = (boxes: ReturnType<typeof scored>[]) => suppress(boxes, 0.5).map((one) => one.score);

  it('keeps two people who stand close, and things of different classes in one place', () => {
    expect(scores([scored(box(0.1, 0.1, 0.2, 0.6), 0.9), scored(box(0.25, 0.1, 0.2, 0.6), 0.8)])).toEqual([0.9, 0.8]);
    expect(
      scores([scored(box(0.1, 0.1, 0.2, 0.6), 0.9), scored(box(0.1, 0.1, 0.2, 0.6), 0.8, { group: 'vehicle' })]),
    ).toEqual([0.9, 0.8]);
  });

  it('keeps a small whole thing in front of a large one', () => {
    expect(scores([scored(box(0.1, 0.1, 0.5, 0.8), 0.9), scored(box(0.3, 0.5, 0.1, 0.3), 0.8)])).toEqual([0.9, 0.8]);
  });

  it('drops doubles', () => {
    expect(scores([scored(box(0.1, 0.1, 0.2, 0.6), 0.8), scored(box(0.12, 0.1, 0.2, 0.6), 0.9)])).toEqual([0.9]);
  });

  it('drops the piece that a part of the picture cut off, even when it is surer than the whole', () => {
    expect(
      scores([scored(box(0.3, 0.1, 0.3, 0.8), 0.6), scored(box(0.4, 0.4, 0.2, 0.4), 0.9, { isCut: true })]),
    ).toEqual([0.6]);
  });
});

describe('scores', () => {
  it.each([0.1, 0.25, 0.4, 0.7])('of a model that is sure at %d mean the same as those of the built-in one', (own) => {
    const { toProduct, toModel } = scoreScale(own);
    expect(toProduct(own)).toBeCloseTo(0.4);
    expect([toProduct(0), toProduct(1)]).toEqual([0, 1]);
    for (const score of [0.05, own, 0.4, 0.9]) expect(toModel(toProduct(score))).toBeCloseTo(score);
  });

  it('stay as they are where both are sure at the same', () => {
    for (const score of [0.12, 0.4, 0.83]) expect(scoreScale(0.4).toProduct(score)).toBeCloseTo(score, 10);
  });
});
