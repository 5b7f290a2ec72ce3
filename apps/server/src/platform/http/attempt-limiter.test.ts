import { describe, expect, it } from 'vitest';
import { createAttemptLimiter } from './attempt-limiter.ts';

describe('the limiter of attempts', () => {
  it('takes a success back without forgiving the failures around it', () => {
    const limiter = createAttemptLimiter(3, () => 0);
    for (let failure = 0; failure < 3; failure += 1) {
      if (failure < 2) {
        limiter.take('address');
        limiter.refund('address');
      }
      limiter.take('address');
    }
    expect(() => limiter.take('address')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  });

  it('forgets after a minute, and what it forgave', () => {
    let now = 0;
    const limiter = createAttemptLimiter(1, () => now);
    limiter.take('address');
    expect(() => limiter.take('address')).toThrow();
    limiter.forgive('address');
    limiter.take('address');
    now = 60_001;
    limiter.take('address');
  });
});
