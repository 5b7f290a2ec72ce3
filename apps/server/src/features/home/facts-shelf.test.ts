import { beforeEach, describe, expect, it } from 'vitest';
import { createFactsShelf } from './facts-shelf.ts';

let nowMs: number;
let made: number;

beforeEach(() => {
  [nowMs, made] = [1_000, 0];
});

const shelf = (isKept = true) =>
  createFactsShelf<number>(
    () => nowMs,
    () => isKept,
  );
/** Takes so long by the clock of the test, and answers which one it is. */
const taking =
  (ms: number): (() => Promise<number>) =>
  async () => {
    nowMs += ms;
    made += 1;
    return Promise.resolve(made);
  };
const failing = (): Promise<number> => Promise.reject(new Error('away'));

describe('what takes long to reckon', () => {
  it('is never kept where it is of little', async () => {
    const facts = shelf(false);
    expect(await facts.get('a', taking(500))).toBe(1);
    expect(await facts.get('a', taking(500))).toBe(2);
  });

  it('is told again for ten times as long as it took, and of no other key', async () => {
    const facts = shelf();
    expect(await facts.get('a', taking(500))).toBe(1);
    nowMs += 4_000;
    expect(await facts.get('a', taking(500))).toBe(1);
    expect(await facts.get('b', taking(500))).toBe(2);
    expect(made).toBe(2);
  });

  it('is told once more while the next is under way, which is begun once', async () => {
    const facts = shelf();
    await facts.get('a', taking(500));
    nowMs += 6_000;
    const asked = [facts.get('a', taking(500)), facts.get('a', taking(500))];
    expect(await Promise.all(asked)).toEqual([1, 1]);
    await expect.poll(() => facts.get('a', taking(500))).toBe(2);
    expect(made).toBe(2);
  });

  it('is waited for where the last is older than a minute', async () => {
    const facts = shelf();
    await facts.get('a', taking(500));
    nowMs += 61_000;
    expect(await facts.get('a', taking(500))).toBe(2);
  });

  it('fails for whoever waits for it, and not for those who are told the last', async () => {
    const facts = shelf();
    await expect(facts.get('a', failing)).rejects.toThrow('away');
    await facts.get('a', taking(500));
    nowMs += 6_000;
    expect(await facts.get('a', failing)).toBe(1);
    nowMs += 61_000;
    await expect(facts.get('a', failing)).rejects.toThrow('away');
    expect(await facts.get('a', taking(500))).toBe(2);
  });
});
