import { describe, expect, it } from 'vitest';
import { cropResize, wholePicture } from './crop-resize.ts';
import { cropTurned } from './crop-turned.ts';
import { createPictureFeed } from './picture-feed.ts';
import { pictureTensor } from './picture-tensor.ts';
import type { RgbImage } from './rgb-image.ts';

/** A picture whose red rises to the right and whose green rises downwards. */
function ramp(width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.set(
        [Math.round((255 * (x + 0.5)) / width), Math.round((255 * (y + 0.5)) / height), 40],
        (y * width + x) * 3,
      );
  return { width, height, data };
}

const pixel = (image: RgbImage, x: number, y: number): number[] => [
  ...image.data.subarray((y * image.width + x) * 3, (y * image.width + x) * 3 + 3),
];

function expectNear(actual: number[], expected: number[], tolerance: number): void {
  for (const [index, value] of expected.entries())
    expect(Math.abs(actual[index]! - value)).toBeLessThanOrEqual(tolerance);
}

describe('cutting and scaling', () => {
  const size = (width: number, height: number) => ({ width, height, fit: 'stretch', fill: 0 }) as const;

  it('does not read beyond the edges for regions that lie partly or wholly outside', () => {
    const image = ramp(40, 30);
    for (const region of [
      { x: -0.5, y: -0.5, width: 1, height: 1 },
      { x: 0.9, y: 0.9, width: 0.5, height: 0.5 },
      { x: 2, y: 2, width: 0.1, height: 0.1 },
      { x: 0.5, y: 0.5, width: 0, height: 0 },
    ])
      expect(cropResize(image, region, size(8, 8)).image.data).toHaveLength(8 * 8 * 3);
  });

  it.each<[string, [number, number], [number, number]]>([
    ['smaller by averaging', [300, 200], [30, 20]],
    ['a little smaller', [40, 30], [30, 20]],
    ['larger', [20, 10], [60, 40]],
  ])('keeps what lies where when it makes a picture %s', (_, [width, height], [toWidth, toHeight]) => {
    const { image } = cropResize(ramp(width, height), wholePicture, size(toWidth, toHeight));
    const ideal = ramp(toWidth, toHeight);
    for (const [x, y] of [
      [toWidth >> 1, toHeight >> 1],
      [toWidth >> 2, (toHeight * 3) >> 2],
    ] as const)
      expectNear(pixel(image, x, y), pixel(ideal, x, y), 3);
  });

  it('cuts the region that was asked for', () => {
    const { image } = cropResize(ramp(200, 100), { x: 0.5, y: 0, width: 0.5, height: 0.5 }, size(50, 50));
    expectNear(pixel(image, 0, 0), [128, 1, 40], 3);
    expectNear(pixel(image, 49, 49), [254, 126, 40], 3);
  });

  it('keeps the proportions in a letterbox and says where the picture lies', () => {
    const { image, placed } = cropResize(ramp(200, 100), wholePicture, {
      width: 100,
      height: 100,
      fit: 'letterbox',
      fill: 114,
    });
    expect(placed).toEqual({ x: 0, y: 0.25, width: 1, height: 0.5 });
    expect(pixel(image, 50, 10)).toEqual([114, 114, 114]);
    expectNear(pixel(image, 50, 50), [128, 128, 40], 3);
  });
});

describe('cutting turned rectangles', () => {
  it('gives the same as an upright cut when nothing is turned', () => {
    const upright = cropResize(
      ramp(200, 100),
      { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
      { width: 100, height: 50, fit: 'stretch', fill: 0 },
    ).image;
    const turned = cropTurned(
      ramp(200, 100),
      { x: 100, y: 50, width: 100, height: 50, angle: 0 },
      { width: 100, height: 50 },
    );
    for (let at = 0; at < turned.data.length; at += 1)
      expect(Math.abs(turned.data[at]! - upright.data[at]!)).toBeLessThanOrEqual(1);
  });

  it('follows the angle', () => {
    const image = ramp(200, 200);
    const turned = cropTurned(
      image,
      { x: 100, y: 100, width: 100, height: 20, angle: Math.PI / 2 },
      { width: 100, height: 20 },
    );
    // Along the line the picture now goes downwards: green rises and red stays.
    expectNear(pixel(turned, 0, 10), pixel(image, 100, 50), 4);
    expectNear(pixel(turned, 99, 10), pixel(image, 100, 149), 4);
  });
});

describe('numbers for a model', () => {
  const image: RgbImage = { width: 2, height: 1, data: Uint8Array.from([255, 0, 10, 1, 2, 3]) };

  it('writes channels last, scaled', () => {
    const { dims, data } = pictureTensor(image, {
      layout: 'NHWC',
      colour: 'RGB',
      mean: [127.5, 0, 0],
      scale: [1 / 127.5, 1, 1],
    });
    expect(dims).toEqual([1, 1, 2, 3]);
    expect([...data].map((value) => Math.round(value * 100) / 100)).toEqual([1, 0, 10, -0.99, 2, 3]);
  });

  it('writes planes, blue first', () => {
    const { dims, data } = pictureTensor(image, { layout: 'NCHW', colour: 'BGR', mean: [0, 0, 0], scale: [1, 1, 1] });
    expect(dims).toEqual([1, 3, 1, 2]);
    expect([...data]).toEqual([10, 3, 0, 2, 255, 1]);
  });
});

describe('the input of a model', () => {
  const format = {
    layout: 'NHWC',
    colour: 'RGB',
    mean: [0, 0, 0],
    scale: [1, 1, 1],
    width: 4,
    height: 4,
    resize: 'stretch',
    fill: 0,
  } as const;

  it('is not written over by another use that overlaps, and is used again afterwards', async () => {
    const feed = createPictureFeed(format);
    const [dark, light] = [0, 200].map((level) => ({ width: 4, height: 4, data: new Uint8Array(48).fill(level) }));
    const [first, second] = await Promise.all(
      [dark!, light!].map((image) =>
        feed(image, wholePicture, async ({ tensor }) => {
          await Promise.resolve();
          return { memory: tensor.data, mean: tensor.data.reduce((sum, value) => sum + value, 0) / 48 };
        }),
      ),
    );
    expect([first!.mean, second!.mean]).toEqual([0, 200]);
    const third = await feed(dark!, wholePicture, ({ tensor }) => Promise.resolve(tensor.data));
    expect([first!.memory, second!.memory]).toContain(third);
  });

  it('is made by whoever can resize the picture itself, but never of a part of it', async () => {
    const feed = createPictureFeed(format);
    const image: RgbImage = {
      width: 8,
      height: 8,
      data: new Uint8Array(192).fill(50),
      resize: (width, height, into) => void into.fill(width * height),
    };
    const read = (region = wholePicture): Promise<number> =>
      feed(image, region, ({ tensor }) => Promise.resolve(tensor.data[0]!));
    expect(await read()).toBe(16);
    expect(await read({ x: 0, y: 0, width: 0.5, height: 0.5 })).toBe(50);
  });

  it('holds nothing of the picture before where the new one leaves room', async () => {
    const feed = createPictureFeed({ ...format, resize: 'letterbox', fill: 9 });
    const read = (image: RgbImage): Promise<number> =>
      feed(image, wholePicture, ({ tensor }) => Promise.resolve(tensor.data[0]!));
    expect(await read({ width: 4, height: 4, data: new Uint8Array(48).fill(100) })).toBe(100);
    expect(await read({ width: 8, height: 4, data: new Uint8Array(96).fill(100) })).toBe(9);
  });
});
