import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { lanAddresses } from './lan-addresses.ts';

const at = (address: string, internal = false): NetworkInterfaceInfo => ({ address, internal }) as NetworkInterfaceInfo;

it('NET-005 tells neither loopback nor addresses that hold on one cable only', () => {
  expect(
    lanAddresses({
      lo: [at('127.0.0.1', true)],
      eth0: [at('192.168.1.9'), at('fe80::1'), at('169.254.3.4'), at('2001:db8::9')],
    }),
  ).toEqual(['192.168.1.9', '2001:db8::9']);
});

it('tells as many as a server takes', () => {
  expect(lanAddresses({ eth0: Array.from({ length: 50 }, (_, index) => at(`10.0.0.${String(index)}`)) })).toHaveLength(
    20,
  );
});
