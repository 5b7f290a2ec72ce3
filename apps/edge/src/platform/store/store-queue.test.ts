import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { StoreQueue } from './store-queue.ts';

const full = (): Error => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

test('throws what is not the fault of the disk', () => {
  const queue = new StoreQueue(pino({ level: 'silent' }));
  expect(() =>
    queue.add(() => {
      throw new Error('a mistake');
    }),
  ).toThrow('a mistake');
});

test('keeps what a full disk refused, and writes it in order once there is room', async () => {
  const queue = new StoreQueue(pino({ level: 'silent' }));
  const written: number[] = [];
  let isFull = true;
  const write = (value: number) => () => {
    if (isFull) throw full();
    written.push(value);
  };
  for (const value of [1, 2, 3]) queue.add(write(value));
  expect(queue.depth).toBe(3);
  isFull = false;
  // The fourth has to wait for the three before it, although the disk would take it now.
  queue.add(write(4));
  expect(written).toEqual([]);
  await vi.waitFor(() => expect(written).toEqual([1, 2, 3, 4]), { timeout: 5_000 });
  queue.stop();
});
