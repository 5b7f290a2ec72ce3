import { expect, it } from 'vitest';
import { OverloadNotices } from './overload-notices.ts';

it('an overload that lasts is told of once an hour, and again when it comes back after it was over', () => {
  let nowMs = 0;
  let told: string[] = [];
  let quietUntilMs = 0;
  const overload = new OverloadNotices({
    monotonicMs: () => nowMs,
    notices: {
      notify: ({ code, detail }, quietMs) => {
        if (nowMs < quietUntilMs) return;
        quietUntilMs = nowMs + quietMs;
        told.push(`${code} ${detail}`);
      },
      settle: () => (quietUntilMs = 0),
    },
  });
  const pass = (seconds: number, cause: 'analysis_overloaded' | null): void => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1_000;
      overload.look([
        { cameraId: 'gate', cause },
        { cameraId: 'yard', cause: null },
      ]);
    }
  };
  pass(60, null);
  // What comes and goes is no news.
  for (let turn = 0; turn < 5; turn += 1) {
    pass(25, 'analysis_overloaded');
    pass(25, null);
  }
  expect(told).toEqual([]);
  pass(3_000, 'analysis_overloaded');
  expect(told).toEqual(['analysis_overloaded gate']);
  pass(1_500, 'analysis_overloaded');
  expect(told).toHaveLength(2);
  told = [];
  pass(300, null);
  pass(60, 'analysis_overloaded');
  expect(told).toEqual([]);
  pass(700, null);
  pass(60, 'analysis_overloaded');
  expect(told).toEqual(['analysis_overloaded gate']);
});
