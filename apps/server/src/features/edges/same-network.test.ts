import { describe, expect, it } from 'vitest';
import { isSameNetwork } from './same-network.ts';

describe('one network', () => {
  it.each([
    ['198.51.100.7', '198.51.100.8'],
    ['198.51.100.7', '192.168.1.4'],
    ['2001:db8:1:2::5', '2001:db8:1:3::5'],
    ['2001:db8::1', '198.51.100.7'],
    ['::1', '198.51.100.7'],
  ])('NET-005 is not taken for %s and %s', (one, other) => {
    expect(isSameNetwork(one, other)).toBe(false);
  });

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2::5', '2001:DB8:1:2:aaaa::9'],
    ['192.168.1.4', '10.0.0.9'],
    ['127.0.0.1', '::1'],
  ])('NET-005 is seen in %s and %s', (one, other) => {
    expect(isSameNetwork(one, other)).toBe(true);
  });
});
