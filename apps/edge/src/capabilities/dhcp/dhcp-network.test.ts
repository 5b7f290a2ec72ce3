import type { DhcpSettings } from '@sightline/contracts/edges/dhcp';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DnsmasqProcess } from '../../drivers/dnsmasq/dnsmasq-process.ts';
import { makeLog } from '../../platform/log/log.ts';
import { DhcpService } from './dhcp-service.ts';

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', timeout: 20_000, stdio: ['ignore', 'pipe', 'pipe'] });

function works(program: string, ...args: string[]): boolean {
  try {
    run(program, ...args);
    return true;
  } catch {
    return false;
  }
}

const names = { core: `sl-core-${String(process.pid)}`, device: `sl-dev-${String(process.pid)}` };
/** A real dnsmasq, a real client, and networks of our own, which takes root. */
const isPossible =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  works('dnsmasq', '--version') &&
  works('sh', '-c', 'busybox --list | grep -q udhcpc') &&
  works('unshare', '-n', 'true');

const inCore = (...command: string[]): string => run('ip', 'netns', 'exec', names.core, ...command);
const inDevice = (...command: string[]): string => run('ip', 'netns', 'exec', names.device, ...command);
const log = makeLog('test', { write: () => undefined });
const settings: DhcpSettings = {
  interface: 'cams0',
  rangeStart: '10.77.0.50',
  rangeEnd: '10.77.0.99',
  leaseMinutes: 10,
};
const hardware = '02:00:00:00:00:01';
let folder: string;
let server: DnsmasqProcess;

/** What a device gets that is plugged in. */
const leaseOf = (): string => {
  const said = inDevice('sh', '-c', 'busybox udhcpc -i dev0 -f -n -q -t 8 -T 1 -s /bin/true 2>&1');
  return /lease of ([\d.]+) obtained/.exec(said)?.[1] ?? said;
};

/** Asks from inside of the core's network, as the core does. */
const probe = (): string => {
  const script = `import { probeDhcp } from ${JSON.stringify(new URL('../../drivers/dnsmasq/probe-dhcp.ts', import.meta.url).href)};
    process.stdout.write(JSON.stringify(await probeDhcp({ address: '10.77.0.2', broadcast: '10.77.0.255' })));`;
  return inDevice(process.execPath, '--input-type=module', '-e', script);
};

describe.skipIf(!isPossible)('dnsmasq in a network of its own (needs root, dnsmasq and busybox)', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dnsmasq-network-'));
    run('ip', 'netns', 'add', names.core);
    run('ip', 'netns', 'add', names.device);
    inCore('ip', 'link', 'add', 'cams0', 'type', 'veth', 'peer', 'name', 'dev0', 'netns', names.device);
    inCore('ip', 'address', 'add', '10.77.0.1/24', 'dev', 'cams0');
    inCore('ip', 'link', 'set', 'cams0', 'up');
    inDevice('ip', 'link', 'set', 'dev0', 'address', hardware);
    inDevice('ip', 'link', 'set', 'dev0', 'up');
    const program = join(folder, 'dnsmasq-in-network');
    writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${names.core} dnsmasq "$@"\n`);
    chmodSync(program, 0o755);
    server = new DnsmasqProcess({ programs: [program], pidFile: join(folder, 'pid'), log });
  });

  afterAll(async () => {
    await server.stop();
    run('ip', 'netns', 'delete', names.core);
    run('ip', 'netns', 'delete', names.device);
    rmSync(folder, { recursive: true, force: true });
  });

  test('finds no other server where there is none, gives a reserved address without a restart, and is found itself', async () => {
    const addresses = () => [{ name: 'cams0', address: '10.77.0.1', prefix: 24 }];
    const service = new DhcpService({
      folder: join(folder, 'dhcp'),
      server,
      probe: () => Promise.resolve('nobody'),
      addresses,
      log,
    });
    service.start();
    inDevice('ip', 'address', 'add', '10.77.0.2/24', 'dev', 'dev0');
    expect(JSON.parse(probe())).toBe('nobody');
    await service.set({ enabled: true, settings });
    expect(JSON.parse(probe())).toEqual({ server: '10.77.0.1' });
    inDevice('ip', 'address', 'flush', 'dev', 'dev0');
    await service.reserve({ macAddress: hardware, ip: '10.77.0.60', name: 'gate' });
    await vi.waitFor(() => expect(leaseOf()).toBe('10.77.0.60'), { timeout: 15_000, interval: 500 });
    expect((await service.get()).leases).toMatchObject([{ macAddress: hardware, ip: '10.77.0.60', name: 'gate' }]);
    await service.reserve({ macAddress: hardware, ip: '10.77.0.61', name: 'gate' });
    await vi.waitFor(() => expect(leaseOf()).toBe('10.77.0.61'), { timeout: 15_000, interval: 500 });
    await service.release({ macAddress: hardware });
    expect((await service.get()).reserved).toEqual([]);
    await service.stop();
    inDevice('ip', 'address', 'add', '10.77.0.2/24', 'dev', 'dev0');
    expect(JSON.parse(probe())).toBe('nobody');
  }, 90_000);
});
