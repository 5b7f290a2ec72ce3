import { describe, expect, it } from 'vitest';
import type { Box } from '@sightline/contracts/events/event';
import { readSight } from '@sightline/domain/events/picture-sight';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { decodeLuma } from '../../../testing/privacy/test-hidden.ts';
import { loadDecoding } from '../decode/load-decoding.ts';
import { encodePicture } from './event-pictures.ts';

const { decoding } = await loadDecoding();

/** Width and height as the JPEG itself says (its frame header). */
function sizeOf(jpeg: Uint8Array): { width: number; height: number } {
  for (let at = 2; at < jpeg.length; at += 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!)) {
    if (jpeg[at + 1] === 0xc0 || jpeg[at + 1] === 0xc2)
      return { height: (jpeg[at + 5]! << 8) | jpeg[at + 6]!, width: (jpeg[at + 7]! << 8) | jpeg[at + 8]! };
  }
  throw new Error('not a JPEG');
}

const whole = { x: 0, y: 0, width: 1, height: 1 };
const left: CameraPrivacy = {
  areas: [
    [
      { x: 0, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0.5, y: 1 },
      { x: 0, y: 1 },
    ],
  ],
  objects: [],
  isLookedFor: true,
  how: 'fill',
};

/** Narrow stripes, as an event of this part of the picture shows them; the spread of brightness in its left and its right half. */
function spreads(privacy: CameraPrivacy | null, part: Box): [number, number] {
  const image = {
    width: 320,
    height: 180,
    data: Uint8Array.from({ length: 320 * 180 * 3 }, (_, index) => ((Math.floor(index / 3) % 320) % 16 < 8 ? 20 : 230)),
  };
  const event = encodePicture(
    decoding!,
    { cameraId: 'camera', privacy },
    { eventId: 'event', startedAtUtcMs: 1, kind: 'object', image, part },
  );
  if (event.type !== 'picture') throw new Error('no picture');
  const { data, width } = decodeLuma('jpeg', [event.jpeg])[0]!;
  const row = data.subarray(90 * width, 91 * width);
  const spread = (values: Uint8Array): number => Math.max(...values) - Math.min(...values);
  return [spread(row.subarray(8, 136)), spread(row.subarray(184, 312))];
}

function encode(width: number, height: number, pixel: (index: number) => number): Uint8Array {
  const image = { width, height, data: Uint8Array.from({ length: width * height * 3 }, (_, index) => pixel(index)) };
  const event = encodePicture(
    decoding!,
    { cameraId: 'camera', privacy: null },
    { eventId: 'event', startedAtUtcMs: 1, kind: 'object', image, part: whole },
  );
  if (event.type !== 'picture') throw new Error('no picture');
  return event.jpeg;
}

describe.skipIf(decoding === null)('pictures of events', () => {
  it('do not show what their camera hides, wherever in its picture they were cut out', () => {
    expect(Math.min(...spreads(null, whole))).toBeGreaterThan(150);
    const [hidden, shown] = spreads(left, whole);
    expect([hidden < 12, shown > 150]).toEqual([true, true]);
    expect(Math.max(...spreads(left, { x: 0.1, y: 0.2, width: 0.3, height: 0.3 }))).toBeLessThan(12);
    expect(Math.min(...spreads(left, { x: 0.6, y: 0.2, width: 0.3, height: 0.3 }))).toBeGreaterThan(150);
  });

  it('say what they show, and what was hidden when they were made', () => {
    const part = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
    const image = { width: 32, height: 32, data: new Uint8Array(32 * 32 * 3) };
    const sightOf = (privacy: CameraPrivacy | null) => {
      const event = encodePicture(
        decoding!,
        { cameraId: 'camera', privacy },
        { eventId: 'event', startedAtUtcMs: 1, kind: 'face', image, part },
      );
      return event.type === 'picture' ? readSight(event.jpeg) : null;
    };
    expect(sightOf(null)).toEqual({ part, hidden: null });
    expect(sightOf(left)).toEqual({ part, hidden: { areas: left.areas, objects: [], how: 'fill' } });
  });

  it('are hidden whole where objects are: others than the one that they are of may be in them', () => {
    expect(
      Math.max(...spreads({ ...left, areas: [], objects: ['vehicle'] }, { x: 0.6, y: 0.2, width: 0.3, height: 0.3 })),
    ).toBeLessThan(12);
  });

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
