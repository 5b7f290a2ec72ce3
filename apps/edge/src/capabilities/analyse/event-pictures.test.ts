import { describe, expect, it } from 'vitest';
import { loadDecoding } from './load-decoding.ts';
import { encodePicture } from './event-pictures.ts';

const { decoding } = await loadDecoding();

/** Width and height as the JPEG itself says (its frame header). */
function sizeOf(jpeg: Uint8Array): { width: number; height: number } {
  for (let at = 2; at < jpeg.length; at += 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!)) {
    if (jpeg[at + 1] === 0xc0 || jpeg[at + 1] === 0xc2) return { height: (jpeg[at + 5]! << 8) | jpeg[at + 6]!, width: (jpeg[at + 7]! << 8) | jpeg[at + 8]! };
  }
  throw new Error('not a JPEG');
}

function encode(width: number, height: number, pixel: (index: number) => number): Uint8Array {
  const image = { width, height, data: Uint8Array.from({ length: width * height * 3 }, (_, index) => pixel(index)) };
  const event = encodePicture(decoding!, 'camera', { eventId: 'event', startedAtUtcMs: 1, kind: 'object', image });
  if (event.type !== 'picture') throw new Error('no picture');
  return event.jpeg;
}

describe.skipIf(decoding === null)('pictures of events', () => {
  it('stay below 90 KB and 480 pixels, however wild they are', () => {
    let random = 1;
    const noise = (): number => {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return random >>> 24;
    };
    const jpeg = encode(1280, 720, noise);
    expect(jpeg.length).toBeLessThanOrEqual(90 * 1024);
    expect(sizeOf(jpeg)).toEqual({ width: 480, height: 270 });
  });

  it('are never enlarged, and take odd and tiny sizes', () => {
    expect(sizeOf(encode(101, 57, () => 90))).toEqual({ width: 102, height: 58 });
    expect(sizeOf(encode(3, 1, () => 90)).width).toBeLessThanOrEqual(4);
  });

  it('are coarser only when they must be: a plain picture keeps its quality', () => {
    expect(encode(480, 270, (index) => (index % 3 === 0 ? 200 : 40)).length).toBeGreaterThan(600);
  });
});
