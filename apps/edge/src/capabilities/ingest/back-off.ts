const firstMs = 250;
const longestMs = 10_000;

/**
 * Wait before attempt `failures` + 1: 0.25 s doubling to 10 s, with up to 25 % taken off at random so that cameras behind one
 * switch do not return in step. `random` in [0, 1). Refused credentials wait the longest at once: cameras lock accounts.
 */
export function backOffMs(failures: number, options: { random: number; credentialsRefused: boolean }): number {
  const full = options.credentialsRefused ? longestMs : Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs);
  return Math.round(full * (1 - options.random * 0.25));
}
