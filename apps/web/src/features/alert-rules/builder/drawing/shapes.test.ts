import { cutsOf } from '@sightline/domain/rules/line-geometry';
import { describe, expect, test } from 'vitest';
import { newCondition, withFirstLine } from '../rule-values.ts';
import { crossingArrows, headingArrow, sidesOfLine } from '../../../../ui/drawing/arrows.ts';
import {
  faultOf,
  maxCountLines,
  maxZones,
  shapesOf,
  withNewLine,
  withNewZone,
  withoutShape,
  withPlaceCorner,
  withShape,
} from './shapes.ts';

const rectangle = [
  { x: 0.2, y: 0.2 },
  { x: 0.6, y: 0.2 },
  { x: 0.6, y: 0.7 },
  { x: 0.2, y: 0.7 },
];

describe('the place of an object', () => {
  test('stays a rectangle whichever corner is moved', () => {
    expect(withPlaceCorner(rectangle, 0, { x: 0.1, y: 0.3 })).toEqual([
      { x: 0.1, y: 0.3 },
      { x: 0.6, y: 0.3 },
      { x: 0.6, y: 0.7 },
      { x: 0.1, y: 0.7 },
    ]);
    expect(withPlaceCorner(rectangle, 2, { x: 0.9, y: 0.5 })[2]).toEqual({ x: 0.9, y: 0.5 });
    expect(withPlaceCorner(rectangle, 1, { x: 0.5, y: 0.1 })[3]).toEqual({ x: 0.2, y: 0.7 });
  });

  test('never turns over, and never leaves the picture', () => {
    expect(withPlaceCorner(rectangle, 0, { x: 0.95, y: 0.95 })[0]).toEqual({ x: 0.59, y: 0.69 });
    expect(withPlaceCorner(rectangle, 2, { x: -1, y: -1 })[2]).toEqual({ x: 0.21, y: 0.21 });
    expect(withPlaceCorner(rectangle, 0, { x: -1, y: -1 })[0]).toEqual({ x: 0, y: 0 });
    expect(withPlaceCorner(rectangle, 2, { x: 2, y: 2 })[2]).toEqual({ x: 1, y: 1 });
  });

  test('is too small before the server says so', () => {
    const points = withPlaceCorner(rectangle, 0, { x: 1, y: 1 });
    expect(faultOf({ is: 'place', id: 'place', points })).toBe('tooSmall');
  });
});

test('what is drawn comes back as it was', () => {
  for (const kind of ['trespassing', 'speedControl', 'missingObject', 'lineCrossing'] as const) {
    const condition = newCondition(kind);
    const shapes = shapesOf(condition);
    expect(shapes.length).toBeGreaterThan(0);
    expect(shapes.map(faultOf)).toEqual(shapes.map(() => null));
    expect(shapes.reduce(withShape, condition)).toEqual(condition);
  }
});

test('zones are added and removed, each with an id of its own', () => {
  let condition = newCondition('loitering');
  for (let added = 0; added < maxZones; added += 1) ({ condition } = withNewZone(condition));
  const ids = shapesOf(condition).map(({ id }) => id);
  expect(new Set(ids).size).toBe(maxZones);
  expect(shapesOf(withoutShape(condition, ids[0]!)).map(({ id }) => id)).toEqual(ids.slice(1));
});

test('lines to count by are drawn instead of zones, begin in the picture, and are added, moved and removed', () => {
  let condition = withFirstLine({ ...withNewZone(newCondition('occupancy')).condition, countedBy: 'lines' });
  expect(shapesOf(condition).map(({ is }) => is)).toEqual(['countLine']);
  while (shapesOf(condition).length < maxCountLines) ({ condition } = withNewLine(condition));
  const shapes = shapesOf(condition);
  expect(new Set(shapes.map(({ points }) => points[0]!.x)).size).toBe(maxCountLines);
  expect(shapes.map(faultOf)).toEqual(shapes.map(() => null));
  expect(shapes.reduce(withShape, condition)).toEqual(condition);
  const [first, ...others] = shapes;
  expect(shapesOf(withoutShape(condition, first!.id))).toEqual(others);
  expect(shapesOf({ ...condition, countedBy: 'zone' }).map(({ is }) => is)).toEqual(['zone']);
});

test('an arrow leads to the side that the core means by the same word', () => {
  const aspect = 16 / 9;
  for (const line of [
    [
      { x: 0.5, y: 0.2 },
      { x: 0.5, y: 0.8 },
    ],
    [
      { x: 0.8, y: 0.3 },
      { x: 0.2, y: 0.6 },
    ],
  ]) {
    const sides = sidesOfLine(line, aspect);
    for (const side of ['left', 'right'] as const) {
      const [arrow] = crossingArrows(sides, side);
      const inShares = ({ x, y }: { x: number; y: number }) => ({ x: x / aspect, y });
      const cuts = cutsOf(line, inShares(arrow!.from), inShares(arrow!.to));
      expect(cuts.map(({ to }) => to)).toEqual([side]);
    }
    expect(crossingArrows(sides, 'any')).toHaveLength(2);
  }
});

test('an arrow of a heading goes clockwise from the top', () => {
  const way = (heading: number) => {
    const { from, to } = headingArrow(rectangle, heading, 2);
    return { x: Math.sign(Math.round((to.x - from.x) * 1000)), y: Math.sign(Math.round((to.y - from.y) * 1000)) };
  };
  expect([0, 90, 180, 270].map(way)).toEqual([
    { x: 0, y: -1 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: -1, y: 0 },
  ]);
});
