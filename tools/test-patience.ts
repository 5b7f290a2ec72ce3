import { vi } from 'vitest';

/** Waits end when what is waited for is there; how long that may take says nothing about the product, on a machine that does six things at once. */
const minMs = 20_000;

type Options = { timeout?: number; interval?: number };
const patient = (options: number | Options = {}): Options => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return { ...given, timeout: Math.max(given.timeout ?? 0, minMs) };
};

/** Files of tests that share a process share its `vi` as well. */
const isPatient = Symbol.for('sightline waits for long');
if (!(isPatient in vi)) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, patient(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
  Object.assign(vi, { [isPatient]: true });
}
