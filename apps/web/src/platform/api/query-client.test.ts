import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';

const failureOf = (status: number, requestId: string | null = 'r-1'): ApiError =>
  new ApiError({ code: 'forbidden', data: {}, message: '', requestId }, status);

let failure: ApiError | null = null;

/** A screen that shows what a call answers; from some time on the call fails. */
const screen = () => {
  failure = null;
  const queryFn = (): Promise<string> => (failure === null ? Promise.resolve('6 online') : Promise.reject(failure));
  const observer = new QueryObserver(queryClient, { queryKey: ['cameras'], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  return { observer, stop, data: () => observer.getCurrentResult().data };
};

afterEach(() => queryClient.clear());

describe('what the server takes away leaves the screens', () => {
  test.each([401, 403, 404])(
    'a call that is answered %i: its data of before is gone, and why is known',
    async (status) => {
      const { observer, stop, data } = screen();
      await vi.waitFor(() => expect(data()).toBe('6 online'));
      failure = failureOf(status);
      await queryClient.invalidateQueries();
      expect(data()).toBeUndefined();
      expect(observer.getCurrentResult()).toMatchObject({ status: 'error', error: failure });
      stop();
    },
  );

  test('a later page that is refused takes the whole list', async () => {
    const queryFn = ({ pageParam }: { pageParam: number }): Promise<string> =>
      pageParam === 0 ? Promise.resolve('first') : Promise.reject(failureOf(403));
    const options = {
      queryKey: ['list'],
      queryFn,
      initialPageParam: 0,
      getNextPageParam: () => 1,
      retry: false,
    } as const;
    const observer = new InfiniteQueryObserver(queryClient, options);
    const stop = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toEqual(['first']));
    await observer.fetchNextPage();
    expect(observer.getCurrentResult().data).toBeUndefined();
    stop();
  });

  test('given back, it is shown again', async () => {
    const { stop, data } = screen();
    failure = failureOf(403);
    await queryClient.invalidateQueries();
    failure = null;
    await queryClient.invalidateQueries();
    expect(data()).toBe('6 online');
    stop();
  });
});

describe('what could not be asked stays', () => {
  test.each([
    ['nobody answered', failureOf(0, null)],
    ['the server is busy', failureOf(503)],
    ['a proxy has a page of its own', failureOf(404, null)],
  ])('%s', async (_why, thrown) => {
    const { stop, data } = screen();
    await vi.waitFor(() => expect(data()).toBe('6 online'));
    failure = thrown;
    await queryClient.invalidateQueries();
    expect(data()).toBe('6 online');
    stop();
  });
});
