import { planBytes } from '@sightline/contracts/floors/floor';
import { AppError } from '@sightline/contracts/shared/errors';
import { describe, expect, it } from 'vitest';
import { readPlanImage } from './plan-image.ts';
import { jpegOf, pngOf, webpOf } from '../../../testing/floors/test-pictures.ts';

const codeOf = (bytes: Uint8Array): string => {
  try {
    readPlanImage(bytes);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'read';
};

describe('what is no plan', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(100))],
    ['a document', Buffer.from('%PDF-1.7\n'.padEnd(100))],
    ['a GIF', Buffer.from('GIF89a'.padEnd(100))],
    ['a PNG without size', pngOf(0, 10)],
    ['a PNG with a page behind it', Buffer.concat([pngOf(10, 10), Buffer.from('<script>')])],
    ['half a PNG', pngOf(10, 10).subarray(0, 30)],
    ['a JPEG with something behind it', Buffer.concat([jpegOf(10, 10), Buffer.from('PK')])],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, ...Buffer.alloc(20), 0xff, 0xd9])],
    ['a WebP that is longer than it says', Buffer.concat([webpOf(10, 10), Buffer.from('x')])],
    [
      'a WebP that moves',
      (() => {
        const bytes = webpOf(10, 10);
        bytes.write('VP8X', 12, 'latin1');
        bytes[20] = 0x02;
        return bytes;
      })(),
    ],
  ])('refuses %s', (_name, bytes) => expect(codeOf(bytes)).toBe('plan_not_a_picture'));

  it('refuses a few bytes that claim more than a browser can show, and what is too long to be kept', () => {
    expect(codeOf(pngOf(100_000, 100))).toBe('plan_too_large');
    expect(codeOf(jpegOf(100, 65_000))).toBe('plan_too_large');
    expect(codeOf(Buffer.alloc(planBytes + 1))).toBe('plan_too_large');
  });
});

it('reads type and size of PNG, JPEG and WebP from their bytes', () => {
  expect(readPlanImage(pngOf(1200, 800))).toEqual({
    mediaType: 'image/png',
    extension: 'png',
    widthPx: 1200,
    heightPx: 800,
  });
  expect(readPlanImage(jpegOf(640, 480))).toEqual({
    mediaType: 'image/jpeg',
    extension: 'jpg',
    widthPx: 640,
    heightPx: 480,
  });
  expect(readPlanImage(webpOf(320, 200))).toEqual({
    mediaType: 'image/webp',
    extension: 'webp',
    widthPx: 320,
    heightPx: 200,
  });
});
