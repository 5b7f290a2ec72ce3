import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { statfs } from 'node:fs/promises';
import { cpus, freemem, totalmem } from 'node:os';

interface CpuTimes {
  busy: number;
  all: number;
}

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

/** Measures this machine. The CPU share is over all cores since the call before. */
export class MachineHealth {
  private readonly volume: string;
  private last = readCpuTimes();

  constructor(volume: string) {
    this.volume = volume;
  }

  async read(): Promise<EdgeHealth> {
    const now = readCpuTimes();
    const all = now.all - this.last.all;
    const cpuShare = all > 0 ? (now.busy - this.last.busy) / all : 0;
    this.last = now;
    // A disk that is gone has no room; saying so matters more than ever.
    const disk = await statfs(this.volume).catch(() => ({ bavail: 0, blocks: 0, bsize: 0 }));
    return {
      cpuShare,
      memoryBytes: totalmem() - freemem(),
      memoryTotalBytes: totalmem(),
      diskFreeBytes: disk.bavail * disk.bsize,
      diskTotalBytes: disk.blocks * disk.bsize,
      uptimeMs: Math.round(process.uptime() * 1000),
    };
  }
}
