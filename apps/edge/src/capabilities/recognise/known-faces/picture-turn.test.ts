import { describe, expect, it } from 'vitest';
import { orientationOf, upright } from './picture-turn.ts';

/** A JPEG with an EXIF segment that says how the picture lies. */
function jpegLying(value: number, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(isLittle ? 'II' : 'MM', 0, 'latin1');
  const short = (at: number, number: number): void =>
    void (isLittle ? tiff.writeUInt16LE(number, at) : tiff.writeUInt16BE(number, at));
  short(2, 42);
  if (isLittle) tiff.writeUInt32LE(8, 4);
  else tiff.writeUInt32BE(8, 4);
  short(8, 1);
  short(10, 0x01_12);
  short(12, 3);
  if (isLittle) tiff.writeUInt32LE(1, 14);
  else tiff.writeUInt32BE(1, 14);
  short(18, value);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), head, exif, Buffer.from([0xff, 0xda, 0, 2])]);
}

describe('how a picture lies', () => {
  it('is upright where nothing says otherwise, or what says it is broken', () => {
    expect(orientationOf(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBe(1);
    expect(orientationOf(Buffer.alloc(0))).toBe(1);
    expect(orientationOf(jpegLying(9, true))).toBe(1);
    expect(orientationOf(jpegLying(6, true).subarray(0, 24))).toBe(1);
    expect(orientationOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]))).toBe(1);
  });

  it('is read in both orders of bytes', () => {
    for (const value of [1, 3, 6, 8])
      for (const isLittle of [true, false]) expect(orientationOf(jpegLying(value, isLittle))).toBe(value);
  });
});

describe('a picture that is put upright', () => {
  /** 3 by 2, each pixel with a number of its own. */
  const lying = { width: 3, height: 2, data: Uint8Array.from([1, 2, 3, 4, 5, 6].flatMap((value) => [value, 0, 0])) };
  const rows = (orientation: number): number[][] => {
    const { width, height, data } = upright(lying, orientation);
    return Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_none, x) => data[(y * width + x) * 3]!),
    );
  };

  it.each([
    [
      1,
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [
      2,
      [
        [3, 2, 1],
        [6, 5, 4],
      ],
    ],
    [
      3,
      [
        [6, 5, 4],
        [3, 2, 1],
      ],
    ],
    [
      4,
      [
        [4, 5, 6],
        [1, 2, 3],
      ],
    ],
    [
      5,
      [
        [1, 4],
        [2, 5],
        [3, 6],
      ],
    ],
    [
      6,
      [
        [4, 1],
        [5, 2],
        [6, 3],
      ],
    ],
    [
      7,
      [
        [6, 3],
        [5, 2],
        [4, 1],
      ],
    ],
    [
      8,
      [
        [3, 6],
        [2, 5],
        [1, 4],
      ],
    ],
  ])('is turned and mirrored as %i says', (orientation, expected) => {
    expect(rows(orientation)).toEqual(expected);
  });
});
