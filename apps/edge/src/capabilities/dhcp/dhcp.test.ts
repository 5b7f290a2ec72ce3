import type { DhcpReservation, DhcpSettings } from '@sightline/contracts/edges/dhcp';
import { dhcpState, macAddress } from '@sightline/contracts/edges/dhcp';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DnsmasqProcess } from '../../drivers/dnsmasq/dnsmasq-process.ts';
import type { DhcpProbe } from '../../drivers/dhcp-server.ts';
import { makeLog } from '../../platform/log/log.ts';
import { DhcpService } from './dhcp-service.ts';
import { readLeases } from './dnsmasq-files.ts';

const log = makeLog('test', { write: () => undefined });
const own = [{ name: 'cams0', address: '10.7.0.1', prefix: 24 }];
const settings: DhcpSettings = { interface: 'cams0', rangeStart: '10.7.0.50', rangeEnd: '10.7.0.99', leaseMinutes: 60 };
const gate: DhcpReservation = { macAddress: '02:00:00:00:00:01', ip: '10.7.0.60', name: 'gate' };

/** As dnsmasq 2.90 behaves: says that it serves, reads its reservations again at HUP, refuses what it cannot do with one line. */
const program = `#!/bin/sh
if [ "$1" = --version ]; then echo "Dnsmasq version 2.90"; exit 0; fi
for word in "$@"; do case "$word" in --conf-file=*) conf="\${word#--conf-file=}";; esac; done
hosts=$(sed -n 's/^dhcp-hostsdir=//p' "$conf"); dir=$(dirname "$conf")
if [ -e "$dir/refuse" ]; then echo "dnsmasq: failed to bind DHCP server socket: Permission denied" >&2; exit 2; fi
trap 'ls "$hosts" > "$dir/read-again"' HUP
trap 'exit 0' TERM
echo "dnsmasq-dhcp: DHCP, IP range 10.7.0.50 -- 10.7.0.99, lease time 1h" >&2
while :; do sleep 0.05; done
`;

let folder: string;
let found: Awaited<ReturnType<DhcpProbe>>;
let service: DhcpService;
let addresses = own;
const started: DhcpService[] = [];

function open(programs = [join(folder, 'dnsmasq')]): DhcpService {
  const made = new DhcpService({
    folder: join(folder, 'dhcp'),
    server: new DnsmasqProcess({ programs, pidFile: join(folder, 'dnsmasq.pid'), log }),
    probe: () => Promise.resolve(found),
    addresses: () => addresses,
    log,
    retry: { firstMs: 20, limitMs: 40 },
  });
  made.start();
  started.push(made);
  return made;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dhcp-'));
  writeFileSync(join(folder, 'dnsmasq'), program);
  chmodSync(join(folder, 'dnsmasq'), 0o755);
  found = 'nobody';
  addresses = own;
  service = open();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const hosts = (): string[] => readdirSync(join(folder, 'dhcp', 'hosts'));

test.each(['', '02:00:00:00:00', '01:00:5e:00:00:01', 'ff:ff:ff:ff:ff:ff', '00:00:00:00:00:00', 'zz:00:00:00:00:01'])(
  'refuses %j as a hardware address',
  (text) => {
    expect(macAddress.safeParse(text).success).toBe(false);
  },
);

test('a folder that cannot be used does not keep the core from starting', async () => {
  await service.stop();
  rmSync(join(folder, 'dhcp'), { recursive: true });
  writeFileSync(join(folder, 'dhcp'), 'no folder');
  expect(() => open()).not.toThrow();
});

test('EDGE-009: a hardware address is one whatever stands between its digits', () => {
  expect(macAddress.parse('02-AB-00-00-00-0F')).toBe('02:ab:00:00:00:0f');
  expect(macAddress.parse('02ab0000000f')).toBe('02:ab:00:00:00:0f');
});

test('without dnsmasq it says so and stays off', async () => {
  const bare = open([join(folder, 'absent')]);
  await expect(bare.set({ enabled: true, settings })).rejects.toMatchObject({ code: 'dhcp_not_installed' });
  expect(await bare.get()).toMatchObject({ isInstalled: false, enabled: false, settings: null });
});

test('EDGE-009: a network is prepared, and addresses are kept in it, before dnsmasq is there; what could never be served is refused', async () => {
  const bare = open([join(folder, 'absent')]);
  await expect(bare.reserve(gate)).rejects.toMatchObject({ code: 'dhcp_not_set_up' });
  await expect(bare.set({ enabled: false, settings: { ...settings, interface: 'eth9' } })).rejects.toMatchObject({
    code: 'dhcp_interface_invalid',
  });
  await expect(bare.set({ enabled: false, settings: { ...settings, rangeEnd: '10.8.0.99' } })).rejects.toMatchObject({
    code: 'dhcp_range_invalid',
  });
  expect(await bare.set({ enabled: false, settings })).toMatchObject({ isInstalled: false, enabled: false, settings });
  expect((await bare.reserve(gate)).reserved).toEqual([gate]);
  // The cable is out: switching off what is off needs no network.
  addresses = [];
  expect(await bare.set({ enabled: false, settings })).toMatchObject({ enabled: false, settings });
});

test.each([
  [{ interface: 'eth9' }, 'dhcp_interface_invalid'],
  [{ rangeStart: '10.8.0.50' }, 'dhcp_range_invalid'],
  [{ rangeEnd: '10.7.0.255' }, 'dhcp_range_invalid'],
  [{ rangeStart: '10.7.0.0' }, 'dhcp_range_invalid'],
  [{ rangeStart: '10.7.0.99', rangeEnd: '10.7.0.50' }, 'dhcp_range_invalid'],
  [{ rangeStart: '10.7.0.1' }, 'dhcp_range_invalid'],
])('refuses to serve %j', async (change, code) => {
  await expect(service.set({ enabled: true, settings: { ...settings, ...change } })).rejects.toMatchObject({ code });
  expect(await service.get()).toMatchObject({ enabled: false, isRunning: false });
});

test('refuses while another server answers, and goes on as before', async () => {
  found = { server: '10.7.0.254' };
  await expect(service.set({ enabled: true, settings })).rejects.toMatchObject({
    code: 'dhcp_other_server',
    data: { server: '10.7.0.254' },
  });
  found = 'nobody';
  await service.set({ enabled: true, settings });
  found = { server: '10.7.0.254' };
  await expect(service.set({ enabled: true, settings: { ...settings, rangeEnd: '10.7.0.90' } })).rejects.toMatchObject({
    code: 'dhcp_other_server',
  });
  expect(await service.get()).toMatchObject({ enabled: true, isRunning: true, settings });
});

test('says the last words of dnsmasq when it does not start', async () => {
  writeFileSync(join(folder, 'dhcp', 'refuse'), '');
  await expect(service.set({ enabled: true, settings })).rejects.toMatchObject({
    code: 'dhcp_failed',
    data: { detail: expect.stringContaining('Permission denied') },
  });
  expect(await service.get()).toMatchObject({ enabled: false, isRunning: false });
});

test('serves on one interface alone, is on again after a restart, and off when it is switched off', async () => {
  expect(dhcpState.parse(await service.set({ enabled: true, settings }))).toMatchObject({
    enabled: true,
    isRunning: true,
    probe: 'nobody',
  });
  const config = readFileSync(join(folder, 'dhcp', 'dnsmasq.conf'), 'utf8');
  expect(config).toContain('interface=cams0\n');
  expect(config).toContain('dhcp-range=10.7.0.50,10.7.0.99,255.255.255.0,60m\n');
  expect(config).toContain('port=0\n');
  await service.stop();
  const again = open();
  await vi.waitFor(async () => expect(await again.get()).toMatchObject({ enabled: true, isRunning: true }), {
    timeout: 10_000,
  });
  expect(await again.set({ enabled: false, settings: null })).toMatchObject({
    enabled: false,
    isRunning: false,
    settings,
  });
});

test('what fails when the core starts is said, and tried again until it works or is not wanted any more', async () => {
  await service.set({ enabled: true, settings });
  await service.stop();
  // The interface comes up later than the core.
  addresses = [];
  const late = open();
  await vi.waitFor(async () =>
    expect(await late.get()).toMatchObject({
      enabled: true,
      isRunning: false,
      failure: expect.stringContaining('cams0'),
    }),
  );
  addresses = own;
  await vi.waitFor(async () => expect(await late.get()).toMatchObject({ isRunning: true, failure: null }), {
    timeout: 10_000,
  });
  await late.stop();
  addresses = [];
  const unwanted = open();
  await vi.waitFor(async () => expect((await unwanted.get()).failure).not.toBeNull());
  await unwanted.set({ enabled: false, settings: null });
  addresses = own;
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(await unwanted.get()).toMatchObject({ enabled: false, isRunning: false, failure: null });
});

test('EDGE-009: reservations outlive a start at which the folder cannot be used, and are served when it can', async () => {
  await service.set({ enabled: true, settings });
  await service.reserve(gate);
  await service.stop();
  rmSync(join(folder, 'dhcp', 'hosts'), { recursive: true });
  writeFileSync(join(folder, 'dhcp', 'hosts'), 'no folder');
  const again = open();
  expect(await again.get()).toMatchObject({
    enabled: true,
    isRunning: false,
    failure: expect.stringContaining('hosts'),
    reserved: [gate],
  });
  rmSync(join(folder, 'dhcp', 'hosts'));
  await vi.waitFor(
    async () => expect(await again.get()).toMatchObject({ isRunning: true, failure: null, reserved: [gate] }),
    { timeout: 10_000 },
  );
});

test('ends a dnsmasq that a killed core left behind', async () => {
  await service.set({ enabled: true, settings });
  const pid = Number(readFileSync(join(folder, 'dnsmasq.pid'), 'utf8'));
  // A second core on the same folder stands for the one that comes after a kill.
  const next = open();
  await vi.waitFor(async () => expect((await next.get()).isRunning).toBe(true), { timeout: 10_000 });
  await vi.waitFor(
    () =>
      expect(
        existsSync(`/proc/${String(pid)}/environ`) && readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8') !== '',
      ).toBe(false),
    {
      timeout: 10_000,
    },
  );
});

test('EDGE-009: reservations are files of their own, listed by hardware address, and dnsmasq is told of each change', async () => {
  await expect(service.reserve(gate)).rejects.toMatchObject({ code: 'dhcp_not_set_up' });
  await service.set({ enabled: true, settings });
  await service.reserve({ ...gate, macAddress: '02:00:00:00:00:09', ip: '10.7.0.9', name: '' });
  const { reserved } = await service.reserve(gate);
  expect(reserved.map((each) => each.macAddress)).toEqual(['02:00:00:00:00:01', '02:00:00:00:00:09']);
  expect(readFileSync(join(folder, 'dhcp', 'hosts', '02-00-00-00-00-01'), 'utf8')).toBe(
    '02:00:00:00:00:01,10.7.0.60,gate\n',
  );
  await service.release({ macAddress: '02:00:00:00:00:09' });
  expect(hosts()).toEqual(['02-00-00-00-00-01']);
  await vi.waitFor(() => expect(readFileSync(join(folder, 'dhcp', 'read-again'), 'utf8')).toBe('02-00-00-00-00-01\n'), {
    timeout: 10_000,
  });
});

test.each([
  [{ ip: '10.7.0.60' }, 'dhcp_reservation_conflict'],
  [{ ip: '10.7.0.61', name: 'GATE' }, 'dhcp_reservation_conflict'],
  [{ ip: '10.7.0.1' }, 'dhcp_range_invalid'],
  [{ ip: '10.9.0.5' }, 'dhcp_range_invalid'],
  [{ ip: '10.7.0.255' }, 'dhcp_range_invalid'],
])('refuses to keep %j for another device', async (change, code) => {
  await service.set({ enabled: true, settings });
  await service.reserve(gate);
  await expect(service.reserve({ macAddress: '02:00:00:00:00:02', name: '', ...change })).rejects.toMatchObject({
    code,
  });
  expect(hosts()).toHaveLength(1);
});

test('the same device may change its address; one without a reservation cannot lose it; reservations must fit a new network', async () => {
  await service.set({ enabled: true, settings });
  await service.reserve(gate);
  expect((await service.reserve({ ...gate, ip: '10.7.0.61' })).reserved).toEqual([{ ...gate, ip: '10.7.0.61' }]);
  await expect(service.release({ macAddress: '02:00:00:00:00:77' })).rejects.toMatchObject({ code: 'not_found' });
});

test('reads leases as dnsmasq writes them, and passes over those of version 6', () => {
  const text =
    '1790000000 02:00:00:00:00:01 10.7.0.60 gate 01:02\n0 02:00:00:00:00:02 10.7.0.61 * *\nduid 00:01\n1790000000 1 fd00::9 x 00\n';
  expect(readLeases(text)).toEqual([
    { macAddress: '02:00:00:00:00:01', ip: '10.7.0.60', name: 'gate', expiresAtUtcMs: 1_790_000_000_000 },
    { macAddress: '02:00:00:00:00:02', ip: '10.7.0.61', name: '', expiresAtUtcMs: null },
  ]);
});
