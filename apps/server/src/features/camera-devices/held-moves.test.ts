import { expect, test } from 'vitest';
import { HeldMoves } from './held-moves.ts';

const mover = { organizationId: 'o', userId: 'u', cameraId: 'c' };
const left = { kind: 'move', pan: -0.5, tilt: 0, zoom: 0, timeoutMs: 2_000 } as const;

test('a hold begins once, however often it is asked for again', () => {
  const moves = new HeldMoves();
  expect([0, 1_200, 2_400, 7_000].map((nowMs) => moves.isContinued(mover, left, nowMs))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('another direction, camera or person, a stop, and a pause each begin anew', () => {
  const moves = new HeldMoves();
  moves.isContinued(mover, left, 0);
  expect(moves.isContinued({ ...mover, userId: 'v' }, left, 1)).toBe(false);
  expect(moves.isContinued({ ...mover, cameraId: 'd' }, left, 1)).toBe(false);
  expect(moves.isContinued({ ...mover, organizationId: 'p' }, left, 1)).toBe(false);
  expect(moves.isContinued(mover, { ...left, pan: 0.5 }, 1)).toBe(false);
  expect(moves.isContinued(mover, left, 2)).toBe(false);
  moves.isContinued(mover, { kind: 'stop' }, 3);
  expect(moves.isContinued(mover, left, 4)).toBe(false);
  expect(moves.isContinued(mover, left, 5_005)).toBe(false);
});

test('holds of a thousand others are forgotten', () => {
  const moves = new HeldMoves();
  moves.isContinued(mover, left, 0);
  for (let other = 0; other < 1_000; other += 1) moves.isContinued({ ...mover, cameraId: String(other) }, left, 0);
  expect(moves.isContinued(mover, left, 1)).toBe(false);
});
