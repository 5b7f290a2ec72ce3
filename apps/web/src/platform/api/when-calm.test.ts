import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenCalm } from './when-calm.ts';

let client: QueryClient;
const run = vi.fn<() => void>();

const ask = (name: string, ms: number): void =>
  void client.fetchQuery({
    queryKey: [name],
    queryFn: () => new Promise((resolve) => setTimeout(() => resolve(name), ms)),
  });

beforeEach(() => {
  vi.useFakeTimers();
  run.mockClear();
  client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
});

afterEach(() => vi.useRealTimers());

test('begins once the screen has what it asked for, and only once', async () => {
  ask('first', 500);
  whenCalm(client, run);
  await vi.advanceTimersByTimeAsync(1_200);
  // The page that came with the first answer asks for more.
  ask('second', 1_500);
  await vi.advanceTimersByTimeAsync(2_400);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(run).toHaveBeenCalledTimes(1);
  ask('third', 10);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('begins where nothing is asked for, and where the asking has no end', async () => {
  whenCalm(client, run);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  ask('endless', 60_000);
  whenCalm(client, run);
  await vi.advanceTimersByTimeAsync(7_900);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(2);
});
