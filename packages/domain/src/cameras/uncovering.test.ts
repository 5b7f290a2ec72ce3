import { cameraSettings, type PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import { describe, expect, it } from 'vitest';
import { hidesAnything, liesWithin, uncovers } from './uncovering.ts';

const points = (...pairs: [number, number][]) => pairs.map(([x, y]) => ({ x, y }));
const box = (...[left, top, right, bottom]: [number, number, number, number]) =>
  points([left, top], [right, top], [right, bottom], [left, bottom]);
const nothing = cameraSettings.parse({}).privacy;
const hiding = (change: Partial<PrivacySettings>): PrivacySettings => ({ ...nothing, ...change });
const named = (area: ReturnType<typeof points>) => ({
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Window',
  points: area,
});

/** A U, open at the top. */
const cup = points([0.1, 0.1], [0.3, 0.1], [0.3, 0.7], [0.7, 0.7], [0.7, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]);

describe('an area', () => {
  it.each([
    ['itself', box(0.2, 0.2, 0.4, 0.4), box(0.2, 0.2, 0.4, 0.4)],
    ['itself with its corners in another order', box(0.2, 0.2, 0.4, 0.4).toReversed(), box(0.2, 0.2, 0.4, 0.4)],
    ['a larger one', box(0.2, 0.2, 0.4, 0.4), box(0.1, 0.1, 0.5, 0.5)],
    ['a larger one with a side in common', box(0.2, 0.2, 0.4, 0.4), box(0.2, 0.1, 0.5, 0.5)],
    ['the whole picture, at its edge', box(0, 0, 0.4, 1), box(0, 0, 1, 1)],
    [
      'the same with a corner more',
      box(0.2, 0.2, 0.4, 0.4),
      points([0.2, 0.2], [0.3, 0.2], [0.4, 0.2], [0.4, 0.4], [0.2, 0.4]),
    ],
    ['an arm of a cup', box(0.1, 0.1, 0.3, 0.9), cup],
    ['a cup itself', cup, cup],
    [
      'one whose corner it touches',
      points([0.2, 0.2], [0.4, 0.4], [0.2, 0.4]),
      points([0, 0], [0.2, 0.2], [0.4, 0.4], [0.8, 0.9], [0, 0.9]),
    ],
  ])('lies within %s', (_name, inner, outer) => {
    expect(liesWithin(inner, outer)).toBe(true);
  });

  it.each([
    ['a smaller one', box(0.1, 0.1, 0.5, 0.5), box(0.2, 0.2, 0.4, 0.4)],
    ['one moved by a thousandth', box(0.2, 0.2, 0.4, 0.4), box(0.201, 0.2, 0.401, 0.4)],
    ['one elsewhere', box(0.2, 0.2, 0.4, 0.4), box(0.5, 0.5, 0.9, 0.9)],
    ['a cup whose arms hold all its corners', box(0.15, 0.2, 0.85, 0.8), cup],
    ['a cup whose opening it fills', box(0.3, 0.1, 0.7, 0.7), cup],
    [
      'a corner that was cut off',
      box(0.2, 0.2, 0.4, 0.4),
      points([0.2, 0.2], [0.4, 0.2], [0.4, 0.39], [0.39, 0.4], [0.2, 0.4]),
    ],
  ])('does not lie within %s', (_name, inner, outer) => {
    expect(liesWithin(inner, outer)).toBe(false);
  });
});

describe('a change of what is hidden', () => {
  const before = hiding({
    zones: [box(0.2, 0.2, 0.4, 0.4)],
    definedZones: [named(box(0.6, 0.6, 0.8, 0.8))],
    objectsToPixelate: ['person'],
  });

  it.each([
    ['switches it off', nothing],
    ['takes an area away', { ...before, zones: [] }],
    ['takes a named one away', { ...before, definedZones: [] }],
    ['makes an area smaller', { ...before, zones: [box(0.2, 0.2, 0.4, 0.39)] }],
    [
      'moves a corner inwards',
      { ...before, definedZones: [named(points([0.6, 0.6], [0.8, 0.6], [0.79, 0.79], [0.6, 0.8]))] },
    ],
    ['divides an area', { ...before, zones: [box(0.2, 0.2, 0.3, 0.4), box(0.3, 0.2, 0.4, 0.4)] }],
    ['hides no people any more', { ...before, objectsToPixelate: ['vehicle' as const] }],
  ])('that %s uncovers', (_name, after) => {
    expect(uncovers(before, after)).toBe(true);
  });

  it('from one colour to squares uncovers, and the other way round does not', () => {
    const filled = { ...before, privacyType: 'fill' as const };
    expect([uncovers(filled, before), uncovers(before, filled)]).toEqual([true, false]);
    expect(uncovers(hiding({ privacyType: 'fill' }), nothing)).toBe(false);
  });

  it.each([
    ['changes nothing', before],
    ['adds an area', { ...before, zones: [...before.zones, box(0, 0, 0.1, 0.1)] }],
    ['makes one larger', { ...before, zones: [box(0.1, 0.1, 0.5, 0.5)] }],
    [
      'gives an area a name',
      { ...before, zones: [], definedZones: [...before.definedZones, named(box(0.2, 0.2, 0.4, 0.4))] },
    ],
    ['puts one area over both', { ...before, zones: [box(0.1, 0.1, 0.9, 0.9)], definedZones: [] }],
    ['hides vehicles as well', { ...before, objectsToPixelate: ['vehicle' as const, 'person' as const] }],
  ])('that %s uncovers nothing', (_name, after) => {
    expect(uncovers(before, after)).toBe(false);
  });

  it('of a camera that hides nothing uncovers nothing', () => {
    expect([hidesAnything(nothing), hidesAnything(before)]).toEqual([false, true]);
    expect(uncovers(nothing, before)).toBe(false);
  });
});
