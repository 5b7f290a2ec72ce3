import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand';
import { guardedUpdate } from './guarded-update.ts';

afterEach(() => vi.restoreAllMocks());

test('SHELL-059 a change that throws is logged as critical and leaves the state as it was', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const store = createStore<{ count: number }>(() => ({ count: 1 }));
  const before = store.getState();
  guardedUpdate(store, () => {
    throw new Error('broken');
  });
  expect(store.getState()).toBe(before);
  expect(said).toHaveBeenCalledOnce();
  expect(String(said.mock.calls[0]?.[0])).toMatch(/^critical: /);
});

test('a change that works is kept', () => {
  const store = createStore<{ count: number }>(() => ({ count: 1 }));
  guardedUpdate(store, ({ count }) => ({ count: count + 1 }));
  expect(store.getState()).toEqual({ count: 2 });
});
