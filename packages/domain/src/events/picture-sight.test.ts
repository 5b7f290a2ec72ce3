import { cameraSettings, type PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import { describe, expect, it } from 'vitest';
import { readSight, showsNothingHidden, withSight, type PictureSight } from './picture-sight.ts';

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9]);
const area = (left: number, right: number) => [
  { x: left, y: 0.1 },
  { x: right, y: 0.1 },
  { x: right, y: 0.9 },
  { x: left, y: 0.9 },
];
const nothing = cameraSettings.parse({}).privacy;
const hides = (change: Partial<PrivacySettings>): PrivacySettings => ({ ...nothing, ...change });
const left = { x: 0.05, y: 0.3, width: 0.2, height: 0.3 };
const of = (part: PictureSight['part'], hidden: PictureSight['hidden'] = null): PictureSight => ({ part, hidden });

describe('a picture of an event', () => {
  it('says what it shows, and goes on being the same picture', () => {
    const sight = of(left, { areas: [area(1 / 3, 2 / 3)], objects: ['person'], how: 'pixelate' });
    const marked = withSight(jpeg, sight);
    expect([...marked.subarray(0, 2), ...marked.subarray(marked.length - jpeg.length + 2)]).toEqual([...jpeg]);
    expect(readSight(marked)).toMatchObject({ part: left, hidden: { objects: ['person'], how: 'pixelate' } });
    expect(
      showsNothingHidden(readSight(marked), hides({ zones: [area(1 / 3, 2 / 3)], objectsToPixelate: ['person'] })),
    ).toBe(true);
    expect(readSight(jpeg)).toBeNull();
    expect(readSight(Uint8Array.from([0xff, 0xd8, 0xff, 0xfe, 0, 8, 65, 66, 67, 68, 69, 70]))).toBeNull();
    expect(readSight(Uint8Array.from([0xff, 0xd8, 0xff, 0xfe]))).toBeNull();
  });

  it('shows nothing hidden where nothing is hidden now, or only what lies elsewhere', () => {
    expect(showsNothingHidden(null, nothing)).toBe(true);
    expect(showsNothingHidden(of(left), hides({ zones: [area(0.5, 0.9)] }))).toBe(true);
  });

  it.each([
    ['which does not say what it shows', null, { zones: [area(0.5, 0.9)] }],
    ['of a part that is hidden now', of(left), { zones: [area(0.1, 0.4)] }],
    [
      'of a part that a named area hides now',
      of(left),
      { definedZones: [{ id: '1', name: 'Window', points: area(0.1, 0.4) }] },
    ],
    ['beside an area, where its squares reach', of(left), { zones: [area(0.27, 0.4)] }],
    [
      'in which less was hidden',
      of(left, { areas: [area(0.1, 0.3)], objects: [], how: 'fill' as const }),
      { zones: [area(0.1, 0.4)] },
    ],
    [
      'in which squares were left',
      of(left, { areas: [area(0.1, 0.4)], objects: [], how: 'pixelate' as const }),
      { zones: [area(0.1, 0.4)], privacyType: 'fill' as const },
    ],
    ['in which somebody may be who is hidden now', of(left), { objectsToPixelate: ['person' as const] }],
  ])('shows what is hidden: one %s', (_name, sight, now) => {
    expect(showsNothingHidden(sight, hides(now))).toBe(false);
  });

  it('of a camera that hides very much counts as showing the areas that found no room', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      Array.from({ length: 32 }, (__, at) => ({ x: at / 33, y: (index + (at % 2)) / 41 })),
    );
    const marked = withSight(jpeg, of(left, { areas: many, objects: [], how: 'fill' }));
    expect(marked.length).toBeLessThan(6 * 1024);
    expect(readSight(marked)?.hidden?.areas.length).toBeGreaterThan(3);
    expect(showsNothingHidden(readSight(marked), hides({ zones: many, privacyType: 'fill' }))).toBe(false);
  });
});
