import { plateWidth, platePaint } from '@sightline/simulators/scenes/models/plate';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOnnxRuntime } from '../../../drivers/onnx/onnx-runtime.ts';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import { builtInSources } from '../install/built-in-packs.ts';
import type { ManagedModelSet } from '../model-set.ts';
import { openModels } from '../model-set.ts';
import { decodeSteps } from './ctc.ts';
import { smallestRectangle } from './smallest-rectangle.ts';
import { findTextRegions } from './text-regions.ts';

const thresholds = { pixel: 0.3, box: 0.5 };

function mapOf(width: number, height: number, value: (x: number, y: number) => number) {
  return {
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, at) => value(at % width, Math.floor(at / width))),
  };
}

describe('lines in a map', () => {
  it('are none in an empty map, in specks and in what is faint', () => {
    expect(
      findTextRegions(
        mapOf(64, 64, () => 0),
        thresholds,
      ),
    ).toEqual([]);
    expect(
      findTextRegions(
        mapOf(64, 64, (x, y) => (x % 9 === 0 && y % 9 === 0 ? 1 : 0)),
        thresholds,
      ),
    ).toEqual([]);
    expect(
      findTextRegions(
        mapOf(64, 64, (x, y) => (x > 10 && x < 50 && y > 20 && y < 30 ? 0.4 : 0)),
        thresholds,
      ),
    ).toEqual([]);
    expect(
      findTextRegions(
        mapOf(64, 64, () => Number.NaN),
        thresholds,
      ),
    ).toEqual([]);
  });

  it('may touch every edge of the map', () => {
    const [region, ...others] = findTextRegions(
      mapOf(64, 16, () => 0.9),
      thresholds,
    );
    expect(others).toEqual([]);
    expect(region!.rectangle).toMatchObject({ x: 32, y: 8, angle: 0 });
  });

  it('are found apart, the surest first, somewhat larger than marked', () => {
    const regions = findTextRegions(
      mapOf(100, 60, (x, y) =>
        x >= 10 && x < 50 && y >= 10 && y < 20 ? 0.7 : x >= 40 && x < 90 && y >= 40 && y < 50 ? 0.9 : 0,
      ),
      thresholds,
    );
    expect(
      regions.map((region) => [region.rectangle.x, region.rectangle.y, Math.round(region.score * 10) / 10]),
    ).toEqual([
      [65, 45, 0.9],
      [30, 15, 0.7],
    ]);
    expect(regions[1]!.rectangle.width).toBeGreaterThan(45);
    expect(regions[1]!.rectangle.height).toBeGreaterThan(12);
  });
});

describe('the smallest rectangle', () => {
  it('lies level around a single point and around a line', () => {
    expect(smallestRectangle([{ x: 3, y: 4 }])).toMatchObject({ x: 3, y: 4, width: 0, height: 0 });
    const line = smallestRectangle([0, 1, 2].map((x) => ({ x, y: 1 })));
    expect(line).toMatchObject({ x: 1, y: 1, width: 2, height: 0 });
  });

  it.each([-40, -10, 0, 5, 30, 44])('follows text that is turned by %d degrees', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const points = [-20, 20].flatMap((along) =>
      [-4, 4].map((across) => ({
        x: 50 + along * Math.cos(angle) - across * Math.sin(angle),
        y: 40 + along * Math.sin(angle) + across * Math.cos(angle),
      })),
    );
    const found = smallestRectangle([...points, { x: 50, y: 40 }]);
    for (const [name, value] of Object.entries({ x: 50, y: 40, width: 40, height: 8, angle }))
      expect(found[name as keyof typeof found]).toBeCloseTo(value, 5);
  });
});

describe('characters of steps', () => {
  const steps = (...columns: number[]): Float32Array =>
    Float32Array.from(columns.flatMap((column) => [0, 1, 2].map((one) => (one === column ? 0.8 : 0.1))));

  it('are none when all steps are blank', () => {
    expect(decodeSteps(steps(0, 0, 0), ['A', 'B'])).toEqual({ text: '', score: 0 });
    expect(decodeSteps(new Float32Array(0), ['A', 'B'])).toEqual({ text: '', score: 0 });
  });

  it('are joined when they repeat and kept apart by a blank', () => {
    const { text, score } = decodeSteps(steps(1, 1, 0, 1, 2, 2, 0), ['A', 'B']);
    expect(text).toBe('AAB');
    expect(score).toBeCloseTo(0.8);
  });
});

/** A number plate on grey, `widthPx` wide and turned. */
function drawPlate(text: string, { widthPx, degrees }: { widthPx: number; degrees: number }): RgbImage {
  const [width, height] = [640, 360];
  const image = { width, height, data: new Uint8Array(width * height * 3).fill(70) };
  const paint = platePaint(text);
  const angle = (degrees * Math.PI) / 180;
  const color: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const along = ((x - 330) * Math.cos(angle) + (y - 200) * Math.sin(angle)) * (plateWidth / widthPx);
      const across = ((y - 200) * Math.cos(angle) - (x - 330) * Math.sin(angle)) * (plateWidth / widthPx);
      if (Math.abs(along) > plateWidth / 2 || Math.abs(across) > plateWidth / 8) continue;
      paint([along, 0, -across], [0, -1, 0], color);
      image.data.set(
        color.map((value) => Math.round(255 * Math.min(value, 1) ** (1 / 2.2))),
        (y * width + x) * 3,
      );
    }
  }
  return image;
}

describe('reading', () => {
  let models: ManagedModelSet;

  beforeAll(async () => {
    models = await openModels({
      modelsFolder: await builtInModelsFolder(),
      operatorFolder: null,
      openRuntime: openOnnxRuntime,
      onChange: () => undefined,
      log: pino({ level: 'silent' }),
      builtIns: builtInSources.flatMap(({ packs }) => packs).filter(({ manifest }) => manifest.task.startsWith('text')),
    });
  }, 240_000);

  afterAll(() => models.stop());

  it.each([
    ['BK72 LTN', { widthPx: 160, degrees: 0 }],
    ['KH 4392', { widthPx: 110, degrees: 8 }],
    ['7PZ 9516', { widthPx: 220, degrees: -12 }],
  ])('finds and reads %s', async (text, how) => {
    const lines = await models.textReader!.read(drawPlate(text, how), { x: 0.2, y: 0.2, width: 0.6, height: 0.75 });
    const letters = lines.map((line) => line.text.replaceAll(/[^A-Z0-9]/g, ''));
    expect(letters).toContain(text.replaceAll(' ', ''));
    const { box, score } = lines[letters.indexOf(text.replaceAll(' ', ''))]!;
    expect(score).toBeGreaterThan(0.7);
    expect(box.x + box.width / 2).toBeCloseTo(330 / 640, 1);
    expect(box.y + box.height / 2).toBeCloseTo(200 / 360, 1);
  });
});
