import type { QueryClient } from '@tanstack/react-query';

/** So long nothing is asked for, and the screen has what it needs. */
const calmMs = 1_000;
/** A screen that never comes to rest keeps nothing waiting for longer. */
const maxMs = 8_000;

/** Runs something once the screen that is being opened has loaded what it shows, so that it does not compete with that. */
export const whenCalm = (client: QueryClient, run: () => void): void => {
  let calm: ReturnType<typeof setTimeout> | undefined;
  const go = (): void => {
    stop();
    clearTimeout(calm);
    clearTimeout(late);
    run();
  };
  const check = (): void => {
    clearTimeout(calm);
    calm = client.isFetching() === 0 ? setTimeout(go, calmMs) : undefined;
  };
  const late = setTimeout(go, maxMs);
  const stop = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' || type === 'added' || type === 'removed') check();
  });
  check();
};
