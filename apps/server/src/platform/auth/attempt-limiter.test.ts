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

  it('counts a line once, however many addresses it has', () => {
    const limiter = createAttemptLimiter(2, () => 0);
    const refused = expect.objectContaining({ code: 'rate_limited' }) as Error;
    limiter.take('2001:db8:1:2::1');
    limiter.take('2001:db8:1:2:ffff:ffff:ffff:ffff');
    expect(() => limiter.take('2001:db8:1:2:3:4:5:6')).toThrow(refused);
    limiter.take('2001:db8:1:3::1');
    limiter.take('begin fe80::1%eth0');
    limiter.take('begin fe80::2%eth1');
    expect(() => limiter.take('begin fe80::3')).toThrow(refused);
    // IPv4 in IPv6 clothes is one address, not a share of one network.
    for (const address of ['::ffff:192.0.2.1', '192.0.2.1']) limiter.take(address);
    expect(() => limiter.take('192.0.2.1')).toThrow(refused);
    limiter.take('::ffff:192.0.2.2');
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
