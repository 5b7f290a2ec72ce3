import { expect, test } from 'vitest';
import { platePaint } from './models/plate.ts';
import { createPath, travelled } from './path.ts';
import type { Scene } from './scene.ts';
import { since } from './scene.ts';
import { prepareScene } from './scene-painter.ts';
import { scenes } from './scenes.ts';
import { shrinkPicture } from './shrink.ts';

const smallSize = { width: 160, height: 90 };

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
}

function quiet(scene: Scene): Scene {
  return { ...scene, noise: 0, trees: [] };
}

test('has different scenes with names of their own', () => {
  expect(scenes.length).toBeGreaterThanOrEqual(4);
  expect(new Set(scenes.map(({ id }) => id)).size).toBe(scenes.length);
});

test.each(scenes.map((scene) => [scene.id, scene] as const))(
  'draws %s: something moves, and the end joins the beginning',
  (_id, scene) => {
    const painter = prepareScene(quiet(scene), smallSize.width, smallSize.height);
    const at = (timeS: number): Uint8Array => Uint8Array.from(painter.draw(scene.contentAt(timeS)));
    const first = at(0);
    const last = at(scene.durationS - 1 / 15);
    const moments = Array.from({ length: 8 }, (_, index) => at((scene.durationS * (index + 0.5)) / 8));
    expect(Math.max(...moments.map((moment) => meanDifference(first, moment)))).toBeGreaterThan(0.05);
    // Between two pictures of a seam nothing may jump more than between any two neighbours.
    const neighbours = Array.from({ length: 20 }, (_, index) =>
      meanDifference(at(index * 1.9), at(index * 1.9 + 1 / 15)),
    );
    expect(meanDifference(last, first)).toBeLessThanOrEqual(Math.max(...neighbours) * 1.5 + 0.05);
  },
);

test('draws the same picture for the same moment', () => {
  const scene = scenes[0]!;
  const draw = (): Uint8Array =>
    Uint8Array.from(prepareScene(scene, smallSize.width, smallSize.height).draw(scene.contentAt(9)));
  expect(meanDifference(draw(), draw())).toBe(0);
});

test('leaves no trace of what has moved on', () => {
  const scene = quiet(scenes[0]!);
  const painter = prepareScene(scene, smallSize.width, smallSize.height);
  const empty = Uint8Array.from(painter.draw({ objects: [], flares: [] }));
  painter.draw(scene.contentAt(9));
  expect(meanDifference(empty, painter.draw({ objects: [], flares: [] }))).toBe(0);
});

test('paints plates with dark letters on white', () => {
  const paint = platePaint('AB 123');
  const tones = Array.from({ length: 200 }, (_, index) => {
    const color: [number, number, number] = [0, 0, 0];
    paint([-0.24 + (index * 0.48) / 200, 0, 0], [0, -1, 0], color);
    return color[0];
  });
  expect(Math.min(...tones)).toBeLessThan(0.1);
  expect(Math.max(...tones)).toBeGreaterThan(0.7);
});

test('follows a path by distance and looks where it goes', () => {
  const path = createPath([
    [0, 0],
    [0, 10],
  ]);
  expect(path.lengthM).toBeCloseTo(10, 1);
  expect(path.at(-1)).toBeNull();
  expect(path.at(11)).toBeNull();
  expect(path.at(5)!.y).toBeCloseTo(5, 1);
  expect(Math.abs(path.at(5)!.heading)).toBeCloseTo(Math.PI);
});

test('keeps to its plan of stops', () => {
  const plan = [
    [2, 0],
    [4, 10],
    [6, 10],
  ] as const;
  expect([0, 2, 3, 4, 5, 9].map((second) => travelled(plan, second))).toEqual([0, 0, 5, 10, 10, 10]);
});

test('counts time since a start around the end of the scene', () => {
  expect([since(1, 5, 40), since(5, 5, 40), since(50, 5, 40)]).toEqual([36, 0, 5]);
});

test('makes a picture smaller by averaging', () => {
  const from = new Uint8Array(24);
  from.set([10, 20, 30, 40, 10, 20, 30, 40, 50, 60, 70, 80, 50, 60, 70, 80]);
  from.fill(100, 16, 20);
  from.fill(200, 20);
  expect(Array.from(shrinkPicture(from, { width: 4, height: 4 }, 2))).toEqual([15, 35, 55, 75, 100, 200]);
});
