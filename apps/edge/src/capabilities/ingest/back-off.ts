const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * Wait before attempt `failures` + 1: 0.25 s doubling to 10 s, with up to 25 % taken off at random so that cameras behind one
 * switch do not return in step. `random` in [0, 1). Refused credentials wait the longest at once: cameras lock accounts.
 */
export function backOffMs(failures: number, options: { random: number; credentialsRefused: boolean }): number {
  const full = options.credentialsRefused
    ? LONGEST_MS
    : Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS);
  return Math.round(full * (1 - options.random * 0.25));
}
