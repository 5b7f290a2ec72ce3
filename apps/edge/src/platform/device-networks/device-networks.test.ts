import { expect, test } from 'vitest';
import { createDeviceNetworks, isNetwork } from './device-networks.ts';

const own = () => ({
  eth0: [
    {
      address: '203.0.113.7',
      netmask: '255.255.255.0',
      family: 'IPv4' as const,
      mac: '00:00:00:00:00:00',
      internal: false,
      cidr: '203.0.113.7/24',
    },
  ],
});

test.each([
  '8.8.8.8',
  '::ffff:8.8.8.8',
  '2001:db8::1',
  '127.0.0.1',
  '127.8.8.8',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  'camera',
  '',
])('refuses %s', (address) => {
  expect(createDeviceNetworks([], () => ({})).allows(address)).toBe(false);
});

test.each([
  '10.1.2.3',
  '172.31.255.1',
  '192.168.1.64',
  '169.254.7.7',
  'fe80::1',
  'fd12::1',
  '::ffff:192.168.1.64',
  '203.0.113.99',
])('allows %s', (address) => {
  expect(createDeviceNetworks([], own).allows(address)).toBe(true);
});

test('a machine is no device of its own, also where its interfaces name it', () => {
  const lo = [
    {
      address: '127.0.0.1',
      netmask: '255.0.0.0',
      family: 'IPv4' as const,
      mac: '00:00:00:00:00:00',
      internal: true,
      cidr: '127.0.0.1/8',
    },
  ];
  expect(createDeviceNetworks([], () => ({ lo })).allows('127.0.0.1')).toBe(false);
  expect(createDeviceNetworks(['127.0.0.0/8'], () => ({ lo })).allows('127.0.0.1')).toBe(true);
});

test('knows the addresses that this machine has in its networks', () => {
  const lan = [
    {
      address: '10.0.0.5',
      netmask: '255.0.0.0',
      family: 'IPv4' as const,
      mac: '02:00:00:00:00:01',
      internal: false,
      cidr: '10.0.0.5/8',
    },
  ];
  const networks = createDeviceNetworks(['10.0.0.7'], () => ({ lan }));
  expect(['10.0.0.5', '::ffff:10.0.0.5', '10.0.0.6', '10.0.0.7'].map(networks.isThisMachine)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each(['::ffff:a00:5', '0:0:0:0:0:ffff:10.0.0.5', 'fd00:0:0:0:0:0:0:5', 'FD00::0005', 'fd00::5%eth0'])(
  'knows its own address however it is spelled: %s',
  (address) => {
    const one = { netmask: '', mac: '02:00:00:00:00:01', internal: false };
    const lan = [
      { ...one, address: '10.0.0.5', family: 'IPv4' as const, cidr: '10.0.0.5/8' },
      { ...one, address: 'fd00::5', family: 'IPv6' as const, cidr: 'fd00::5/64', scopeid: 0 },
    ];
    expect(createDeviceNetworks([], () => ({ lan })).isThisMachine(address)).toBe(true);
  },
);

test('allows what whoever runs the core has named, and nothing beside it', () => {
  const networks = createDeviceNetworks(['198.51.100.0/24', '8.8.8.8'], () => ({}));
  expect([networks.allows('198.51.100.200'), networks.allows('8.8.8.8')]).toEqual([true, true]);
  expect([networks.allows('198.51.101.1'), networks.allows('8.8.4.4')]).toEqual([false, false]);
});

test('looks names up and refuses those that lead outside', async () => {
  const networks = createDeviceNetworks([], () => ({}));
  for (const host of ['8.8.8.8', '127.0.0.1', 'localhost', '[::1]'])
    await expect(networks.resolve(host)).rejects.toMatchObject({ code: 'camera_address_refused' });
  await expect(networks.resolve('no-such-camera.invalid')).rejects.toMatchObject({ code: 'camera_unreachable' });
  expect(await networks.resolve('[fd12::1]')).toBe('fd12::1');
});

test.each(['10.0.0.0/33', 'fd00::/129', '10.0.0.0/a', '10.0.0.0/', 'camera', '10.0.0.0/8/8'])(
  'does not take %j for a network',
  (text) => {
    expect(isNetwork(text)).toBe(false);
  },
);

test.each(['10.0.0.0/8', '10.0.0.1', 'fd00::/8', '::1'])('takes %s for a network', (text) => {
  expect(isNetwork(text)).toBe(true);
});
