import { expect, test } from 'vitest';
import { areaForm, firstCorners, lineForm, sidesOf, withCorner, withNewCorner, withoutCorner } from './corners.ts';

const square = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

test('an area keeps at least three corners', () => {
  const triangle = square.slice(0, 3);
  expect(withoutCorner(triangle, 1)).toEqual(triangle);
  expect(withoutCorner(square, 1)).toHaveLength(3);
});

test('an area gets no more corners than the core takes', () => {
  let corners = [...square];
  for (let added = 0; added < 40; added += 1) corners = withNewCorner(corners, 0);
  expect(corners).toHaveLength(areaForm.max);
});

test('a corner never leaves the picture', () => {
  expect(withCorner(square, 2, { x: 1.4, y: -0.2 })[2]).toEqual({ x: 1, y: 0 });
});

test('a new corner stands in the middle of its side, also of the last one', () => {
  expect(withNewCorner(square, 0)[1]).toEqual({ x: 0.5, y: 0 });
  expect(withNewCorner(square, 3)[4]).toEqual({ x: 0, y: 0.5 });
});

test('new areas do not lie exactly on each other', () => {
  expect(firstCorners(1)).not.toEqual(firstCorners(0));
  for (const { x, y } of [0, 1, 2, 3, 4, 5].flatMap(firstCorners))
    expect(Math.min(x, y, 1 - x, 1 - y)).toBeGreaterThanOrEqual(0);
});

test('a line keeps two points and gets no more than the server takes; a new one stands between two of them', () => {
  const line = square.slice(0, 2);
  expect(withoutCorner(line, 0, lineForm)).toEqual(line);
  expect(withNewCorner(line, 1, lineForm)).toEqual([
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 1, y: 0 },
  ]);
  let points = [...line];
  for (let added = 0; added < 20; added += 1) points = withNewCorner(points, points.length - 1, lineForm);
  expect(points).toHaveLength(lineForm.max);
});

test('the end of a line is not joined to its beginning', () => {
  expect(sidesOf(square, lineForm)).toEqual([0, 1, 2]);
  expect(sidesOf(square, areaForm)).toEqual([0, 1, 2, 3]);
});
