import { describe, expect, it } from 'vitest';
import { isNetwork, repeatedNetworks } from './network-text.ts';

describe('networks that people type', () => {
  it.each(['', '10.0.0.0/33', '10.0.0', 'example.org', '2001:db8::/129', '10.0.0.0/8/8', '10.0.0.0-10.0.0.9'])('refuses %s', (text) => {
    expect(isNetwork(text)).toBe(false);
  });

  it.each(['10.0.0.0/8', ' 192.168.1.7 ', '2001:db8::/32', '::1', '\u200e10.1.0.0/16\u200f'])('takes %s', (text) => {
    expect(isNetwork(text)).toBe(true);
  });

  it('finds what is listed twice', () => {
    expect(repeatedNetworks(['10.0.0.0/8', '2001:DB8::/32', '10.0.0.0/8 ', '', '', '2001:db8::/32'])).toEqual([2, 5]);
  });
});
