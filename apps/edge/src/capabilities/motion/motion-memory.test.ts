import { expect, it } from 'vitest';
import { createMotionMemory } from './motion-memory.ts';

const motion = (cell: number, level: number, isGlobal = false) => ({
  level,
  cells: new Uint8Array(144).fill(level, cell, cell + 1),
  isGlobal,
});

it('gives everything that moved since the last look, and each time anew', () => {
  const memory = createMotionMemory();
  memory.add(motion(3, 40), 0);
  memory.add(motion(3, 20), 200);
  memory.add(motion(9, 90, true), 400);
  const taken = memory.take();
  expect(taken).toMatchObject({ level: 90, isGlobal: true });
  expect([taken.cells[3], taken.cells[9], taken.cells[4]]).toEqual([40, 90, 0]);
  expect(memory.take()).toMatchObject({ level: 0, isGlobal: false });
});

it('does not speak of what moved long before the picture', () => {
  const memory = createMotionMemory();
  memory.add(motion(3, 40), 0);
  memory.add(motion(5, 10), 5_000);
  expect(memory.take()).toEqual(motion(5, 10));
});
