import { dhcpSettings } from '@sightline/contracts/edges/dhcp';
import { expect, test } from 'vitest';
import { isAddress, isLease, trimmedSettings } from './dhcp-values.ts';

test('what the form takes, the server takes: blanks around an address, and whole minutes within bounds', () => {
  const typed = { interface: 'eth1', rangeStart: ' 10.0.0.10', rangeEnd: '10.0.0.20 ', leaseMinutes: 720 };
  expect([typed.rangeStart, typed.rangeEnd].every(isAddress)).toBe(true);
  expect(dhcpSettings.safeParse(trimmedSettings(typed)).success).toBe(true);
  for (const minutes of [2, 720, 10_080])
    expect(isLease(minutes)).toBe(dhcpSettings.shape.leaseMinutes.safeParse(minutes).success);
  for (const minutes of ['', 1, 10_081, 2.5, Number.NaN, undefined])
    expect(isLease(minutes), String(minutes)).toBe(false);
});
