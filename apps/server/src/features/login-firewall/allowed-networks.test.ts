import { describe, expect, it } from 'vitest';
import { isInNetworks } from './allowed-networks.ts';

describe('allowed networks', () => {
  it.each([
    ['10.1.2.3', ['10.2.0.0/16']],
    ['10.1.2.3', []],
    ['not an address', ['0.0.0.0/0', '::/0']],
    ['', ['0.0.0.0/0']],
    ['2001:db9::1', ['2001:db8::/32']],
    ['10.1.2.3', ['2001:db8::/32']],
    ['::ffff:10.1.2.3', ['192.168.0.0/16']],
    ['10.1.2.4', ['10.1.2.3']],
    ['2001:db8::1', ['0.0.0.0/0']],
  ])('do not hold %s in %j', (address, networks) => {
    expect(isInNetworks(networks, address)).toBe(false);
  });

  it.each([
    ['10.1.2.3', ['10.1.0.0/16']],
    ['10.1.2.3', ['10.1.2.3']],
    ['::ffff:10.1.2.3', ['10.1.0.0/16']],
    ['::FFFF:10.1.2.3', ['10.1.2.3/32']],
    ['10.1.2.3', ['::ffff:10.1.0.0/112']],
    ['2001:db8::1', ['192.168.0.0/16', '2001:db8::/32']],
    ['fe80::1%eth0', ['fe80::/10']],
    ['1.2.3.4', ['0.0.0.0/0']],
  ])('hold %s in %j', (address, networks) => {
    expect(isInNetworks(networks, address)).toBe(true);
  });
});
