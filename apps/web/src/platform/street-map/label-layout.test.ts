import { describe, expect, test } from 'vitest';
import { directionOf } from './draw-labels.ts';
import { layoutLabels } from './label-layout.ts';
import type { WorldLabel } from './worker-words.ts';

const view = { x: 0.5, y: 0.5, zoom: 12 };
const size = { width: 800, height: 600 };
const px = 1 / (256 * 2 ** 12);
const label = (text: string, at: { x: number; y: number }, rest: Partial<WorldLabel> = {}): WorldLabel => ({
  text,
  kind: 'town',
  rank: 3,
  zooms: [0, 20],
  x: 0.5 + at.x * px,
  y: 0.5 + at.y * px,
  angle: 0,
  room: null,
  ...rest,
});
const shown = (
  labels: WorldLabel[],
  obstacles: { x: number; y: number; width: number; height: number }[] = [],
): string[] =>
  layoutLabels({ labels, view, size, obstacles, widthOf: (text) => text.length * 8 }).map(({ text }) => text);

describe('which names are shown', () => {
  test('the more important of two that would cover each other, both where there is room', () => {
    expect(shown([label('small', { x: 10, y: 4 }), label('large', { x: 0, y: 0 }, { rank: 1 })])).toEqual(['large']);
    expect(shown([label('small', { x: 10, y: 40 }), label('large', { x: 0, y: 0 }, { rank: 1 })])).toEqual([
      'large',
      'small',
    ]);
  });

  test('none under a site, outside, at another zoom, or on a street that is shorter than its name', () => {
    expect(shown([label('a', { x: 0, y: 0 })], [{ x: 390, y: 290, width: 20, height: 20 }])).toEqual([]);
    expect(shown([label('a', { x: 500, y: 0 })])).toEqual([]);
    expect(shown([label('a', { x: 0, y: 0 }, { zooms: [13, 20] })])).toEqual([]);
    expect(shown([label('street', { x: 0, y: 0 }, { room: 40 * px })])).toEqual([]);
    expect(shown([label('street', { x: 0, y: 0 }, { room: 50 * px })])).toEqual(['street']);
  });

  test('a street that crosses many tiles does not say its name in each of them', () => {
    expect(
      shown([label('street', { x: -150, y: 0 }), label('street', { x: 0, y: 0 }), label('street', { x: 160, y: 0 })]),
    ).toEqual(['street', 'street']);
  });

  test('turned names take the room that they cover and no more', () => {
    const turned = label('a long street name', { x: 0, y: 0 }, { angle: Math.PI / 4, rank: 1 });
    expect(shown([turned, label('b', { x: 50, y: -50 })])).toEqual(['a long street name', 'b']);
    expect(shown([turned, label('b', { x: 40, y: 40 })])).toEqual(['a long street name']);
  });
});

test('a name reads the way of its first letter', () => {
  expect(['רחוב 5 (ישן)', '5 רחוב', '(Old) Harbour', 'شارع', '12'].map(directionOf)).toEqual([
    'rtl',
    'rtl',
    'ltr',
    'rtl',
    'ltr',
  ]);
});
