import { describe, expect, it } from 'vitest';
import type { TensorValue } from '../../../drivers/onnx/inference-port.ts';
import { builtInSources } from '../install/built-in-packs.ts';
import type { ManifestOf } from '../packs/manifest.ts';
import { blazeAnchors, decodeBlaze } from './blaze-anchors.ts';
import { makeFaceDetector } from './blaze-face.ts';
import { makeFaceEmbedder } from './face-embedder.ts';

const manifestOf = <D extends 'blazeface' | 'face-embedding'>(decoder: D): ManifestOf<D> => {
  const pack = builtInSources.flatMap(({ packs }) => packs).find(({ manifest }) => manifest.decoder === decoder)!;
  return { ...pack.manifest, files: [] } as unknown as ManifestOf<D>;
};
const picture = { width: 200, height: 100, data: new Uint8Array(200 * 100 * 3) };

describe('anchors', () => {
  it('are as many as the model has scores', () => {
    expect(blazeAnchors(256).map((grid) => grid.length)).toEqual([512, 384]);
  });

  it('leave out what is faint, empty or no number', () => {
    const anchors = [
      { x: 0.5, y: 0.5 },
      { x: 0.5, y: 0.5 },
      { x: 0.5, y: 0.5 },
    ];
    const boxes = Float32Array.from([0, 0, 64, 64, 0, 0, -5, 64, 0, 0, Number.NaN, 64]);
    expect(decodeBlaze({ anchors, scores: Float32Array.from([-3, 5, 5]), boxes, size: 256 }, 0.7)).toEqual([]);
    expect(decodeBlaze({ anchors, scores: Float32Array.from([Number.NaN, 5, 5]), boxes, size: 256 }, 0.7)).toEqual([]);
  });
});

describe('faces', () => {
  /** What a model would give that sees one face, twice, in the middle of its input. */
  const outputs = (): Record<string, TensorValue> => {
    const zeros = (rows: number, columns: number) => ({
      dims: [1, rows, columns],
      data: new Float32Array(rows * columns),
    });
    const found = {
      scores16: zeros(512, 1),
      scores32: zeros(384, 1),
      boxes16: zeros(512, 16),
      boxes32: zeros(384, 16),
    };
    found.scores16.data.fill(-9);
    found.scores32.data.fill(-9);
    // The anchor of row 8, column 8 of the grid of 16, and of row 4, column 4 of the grid of 8.
    for (const [scores, boxes, row, shift] of [
      [found.scores16, found.boxes16, (8 * 16 + 8) * 2, -8],
      [found.scores32, found.boxes32, (4 * 8 + 4) * 6, -16],
    ] as const) {
      scores.data[row] = 4;
      boxes.data.set([shift, shift, 64, 64], row * 16);
    }
    return found;
  };

  it('are told once, in fractions of the whole picture', async () => {
    const detector = makeFaceDetector({ run: () => Promise.resolve(outputs()) }, manifestOf('blazeface'));
    const faces = await detector.detect(picture, { x: 0.5, y: 0, width: 0.5, height: 1 });
    expect(faces).toHaveLength(1);
    expect(faces[0]!.score).toBeGreaterThan(0.9);
    for (const [name, value] of Object.entries({ x: 0.6875, y: 0.375, width: 0.125, height: 0.25 }))
      expect(faces[0]!.box[name as 'x']).toBeCloseTo(value, 3);
  });

  it('get vectors of unit length, and no gender when the model is unsure', async () => {
    const run = () =>
      Promise.resolve({
        embedding: { dims: [1, 4], data: Float32Array.from([4, 0, 16, -1]) },
        age: {
          dims: [1, 100],
          data: Float32Array.from({ length: 100 }, (_, years) => (years === 30 || years === 40 ? 0.5 : 0)),
        },
        gender: { dims: [1, 1], data: Float32Array.from([0.45]) },
      });
    const embedder = makeFaceEmbedder({ run }, manifestOf('face-embedding'));
    const { vector, age, gender } = await embedder.embed(picture, { x: 0.9, y: 0.9, width: 0.1, height: 0.1 });
    expect([...vector].map((value) => Math.round(value * 1000) / 1000)).toEqual([0.447, 0, 0.894, 0]);
    expect([age, gender]).toEqual([35, null]);
  });
});
