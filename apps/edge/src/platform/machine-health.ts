import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { readFile, statfs } from 'node:fs/promises';
import { arch, cpus, freemem, hostname, loadavg, release, totalmem, type, uptime } from 'node:os';
import { readDisks } from './machine-disks.ts';
import { readTemperatures } from './machine-temperatures.ts';

interface CpuTimes {
  busy: number;
  all: number;
}

type Slow = Pick<EdgeHealth, 'disks' | 'temperatures'>;

/** Disks and thermometers are asked this often: some take their time, and none changes fast. */
const slowMs = 30_000;

function readCpuTimes(): CpuTimes {
  let busy = 0;
  let all = 0;
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.idle + times.irq;
    all += sum;
    busy += sum - times.idle;
  }
  return { busy, all };
}

/** Name of the operating system as it calls itself. */
async function systemName(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const pretty = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text)?.[1];
  return `${pretty ? `${pretty}, ` : ''}${type()} ${release()}`.slice(0, 120);
}

/** Measures this machine. The CPU share is over all cores since the call before. */
export class MachineHealth {
  readonly #volume: string;
  readonly #isHere: () => Promise<boolean>;
  readonly #system = systemName();
  #last = readCpuTimes();
  #slow: Slow = {};
  #slowAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  /** `isHere`: whether the disk of the volume is mounted; the folder alone would show the room of another disk. */
  constructor(volume: string, isHere = () => Promise.resolve(true)) {
    this.#volume = volume;
    this.#isHere = isHere;
  }

  async read(): Promise<EdgeHealth> {
    const now = readCpuTimes();
    const all = now.all - this.#last.all;
    const cpuShare = all > 0 ? (now.busy - this.#last.busy) / all : 0;
    this.#last = now;
    // A disk that is gone has no room; saying so matters more than ever.
    const none = { bavail: 0, blocks: 0, bsize: 0 };
    const disk = (await this.#isHere()) ? await statfs(this.#volume).catch(() => none) : none;
    this.#askSlow();
    // The first time it is waited for, so that a core that just came is known whole; a hanging disk must not hold up a heartbeat.
    if (this.#slow.disks === undefined)
      await Promise.race([this.#asking, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    return {
      cpuShare,
      memoryBytes: totalmem() - freemem(),
      memoryTotalBytes: totalmem(),
      diskFreeBytes: disk.bavail * disk.bsize,
      diskTotalBytes: disk.blocks * disk.bsize,
      uptimeMs: Math.round(process.uptime() * 1000),
      ...this.#slow,
      load: loadOf(),
      machine: {
        hostname: hostname().slice(0, 253),
        system: await this.#system,
        architecture: arch(),
        processor: (cpus()[0]?.model ?? '').trim().slice(0, 120),
        processors: Math.max(1, cpus().length),
        node: process.versions.node,
        uptimeMs: Math.round(uptime() * 1000),
      },
    };
  }

  /** Never asks twice at once: what hangs once would hang again. */
  #askSlow(): void {
    if (this.#asking !== null || performance.now() - this.#slowAtMs < slowMs) return;
    this.#slowAtMs = performance.now();
    this.#asking = Promise.all([readDisks(this.#volume), readTemperatures(), this.#isHere()])
      .then(([disks, temperatures, isHere]) => {
        this.#slow = { disks: isHere ? disks : disks.map((disk) => ({ ...disk, holdsFootage: false })), temperatures };
      })
      .finally(() => {
        this.#asking = null;
      });
  }
}

const loadOf = (): [number, number, number] => {
  const [one = 0, five = 0, fifteen = 0] = loadavg();
  return [one, five, fifteen];
};
