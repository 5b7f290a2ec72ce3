import type { DhcpLease, DhcpReservation, DhcpSettings } from '@sightline/contracts/edges/dhcp';
import { isIPv4 } from 'node:net';
import { maskOf, type OwnAddress } from './ipv4.ts';

/** Where dnsmasq of this core reads and writes; the folder holds nothing else. */
export interface DnsmasqPlaces {
  config: string;
  hosts: string;
  leases: string;
}

/**
 * Configuration of dnsmasq: DHCP alone on one interface, no names. The core is no router, so that none is announced: cameras
 * reach their core and nothing else.
 */
export function dnsmasqConfig(
  settings: DhcpSettings,
  at: OwnAddress,
  options: { places: DnsmasqPlaces; account: string },
): string {
  const { places, account } = options;
  return [
    '# Written by the core; changes are lost.',
    'port=0',
    `interface=${settings.interface}`,
    'except-interface=lo',
    'bind-interfaces',
    'dhcp-authoritative',
    `dhcp-range=${settings.rangeStart},${settings.rangeEnd},${maskOf(at.prefix)},${String(settings.leaseMinutes)}m`,
    'dhcp-option=option:router',
    `dhcp-hostsdir=${places.hosts}`,
    `dhcp-leasefile=${places.leases}`,
    // It would give up the right to read the folder of the core.
    `user=${account}`,
    'log-facility=-',
    '',
  ].join('\n');
}

/** Name and content of the file that keeps an address for a device. */
export const reservationFile = ({ macAddress, ip, name }: DhcpReservation): { name: string; content: string } => ({
  name: macAddress.replaceAll(':', '-'),
  content: `${[macAddress, ip, ...(name === '' ? [] : [name])].join(',')}\n`,
});

/** Leases as dnsmasq writes them: expiry, hardware address, address, name, client id. Those of version 6 are passed over. */
export function readLeases(text: string): DhcpLease[] {
  return text.split('\n').flatMap((line) => {
    const [expiry = '', macAddress = '', ip = '', name = ''] = line.split(' ');
    if (!/^\d{1,12}$/.test(expiry) || !isIPv4(ip)) return [];
    return [
      {
        macAddress: macAddress.toLowerCase().slice(0, 60),
        ip,
        name: name === '*' ? '' : name.slice(0, 255),
        expiresAtUtcMs: expiry === '0' ? null : Number(expiry) * 1000,
      },
    ];
  });
}
