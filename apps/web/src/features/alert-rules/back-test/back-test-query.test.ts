import { alertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import type { BackTest } from '@sightline/contracts/alert-rules/back-test';
import { describe, expect, it } from 'vitest';
import { backTestOf, untilDone } from './back-test-query.ts';

const cameraId = '01a2b3c4-0000-7000-8000-000000000001';
const rule = (condition: object, cameraIds: string[] = [cameraId]) =>
  alertRuleInput.parse({ name: 'Yard', condition, severity: 'warning', cameraIds });
const result = { count: 3, moments: [], heldBack: [], fromUtcMs: 1, toUtcMs: 2, seenMs: 1 };

describe('what is tried of a rule', () => {
  it('is nothing while the rule is not whole, has no camera, or looks at no tracks', () => {
    expect(backTestOf(null)).toBeNull();
    expect(backTestOf(rule({ kind: 'loitering' }, []))).toBeNull();
    expect(backTestOf(rule({ kind: 'cameraStatus' }))).toBeNull();
  });

  it('is its condition with its times at its first camera, and not whom it tells', () => {
    expect(backTestOf(rule({ kind: 'loitering', limitS: 20 }))).toEqual({
      cameraId,
      condition: expect.objectContaining({ kind: 'loitering', limitS: 20 }) as object,
      scheduleId: null,
      coolDownS: 60,
      mergeS: 60,
    });
  });
});

describe('a back-test', () => {
  it('asks on under one id until it is done, and says how far it is', async () => {
    const answers: BackTest[] = [
      { state: 'running', share: 0.25 },
      { state: 'running', share: 0.75 },
      { state: 'done', result },
    ];
    const [ids, shares] = [new Set<string>(), [] as number[]];
    const { signal } = new AbortController();
    const ask = (id: string): Promise<BackTest> => Promise.resolve(answers[(ids.add(id), shares.length)]!);
    expect(await untilDone(ask, { signal, onShare: (share) => shares.push(share) })).toEqual(result);
    expect([ids.size, shares]).toEqual([1, [0.25, 0.75]]);
  });

  it('asks no more once nobody looks', async () => {
    const gone = new AbortController();
    let count = 0;
    const ask = (): Promise<BackTest> => {
      count += 1;
      gone.abort();
      return Promise.resolve({ state: 'running', share: 0 });
    };
    await expect(untilDone(ask, { signal: gone.signal, onShare: () => undefined })).rejects.toThrow();
    expect(count).toBe(1);
  });
});
