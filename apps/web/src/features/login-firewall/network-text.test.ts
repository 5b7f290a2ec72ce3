import { cidr } from '@sightline/contracts/login-firewall/login-firewall';
import { describe, expect, it } from 'vitest';
import { cleanNetwork, isNetwork, repeatedNetworks } from './network-text.ts';

describe('networks that people type', () => {
  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0',
    'example.org',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    '10.0.0.0-10.0.0.9',
    '10.0.0.256',
    '010.0.0.1',
    '10.0.0.0/',
    '10.0.0.0/08',
    '1::2::3',
    '::1]@[::2',
    '12345::',
  ])('refuses %s', (text) => {
    expect(isNetwork(text)).toBe(false);
    expect(cidr.safeParse(cleanNetwork(text)).success, 'the server').toBe(false);
  });

  it.each([
    '10.0.0.0/8',
    ' 192.168.1.7 ',
    '2001:db8::/32',
    '::1',
    '\u200e10.1.0.0/16\u200f',
    '0.0.0.0/0',
    '255.255.255.255/32',
    '::/0',
    '2001:DB8::A:1/128',
    'fe80::1',
  ])('takes %s', (text) => {
    expect(isNetwork(text)).toBe(true);
    expect(cidr.safeParse(cleanNetwork(text)).success, 'the server').toBe(true);
  });

  it('finds what is listed twice', () => {
    expect(repeatedNetworks(['10.0.0.0/8', '2001:DB8::/32', '10.0.0.0/8 ', '', '', '2001:db8::/32'])).toEqual([2, 5]);
  });
});
