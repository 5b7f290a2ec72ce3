import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process over all its threads, nanoseconds, by the scheduler's own count. 0 when it has ended. */
function processorNs(pid: number): number {
  try {
    return readdirSync(`/proc/${String(pid)}/task`).reduce((sum, task) => {
      const text = readFileSync(`/proc/${String(pid)}/task/${task}/schedstat`, 'utf8');
      return sum + Number(text.split(' ')[0]);
    }, 0);
  } catch {
    return 0;
  }
}

/** Proportional set size in bytes: shared pages are counted by share, so that sums over processes are honest. */
function pssBytes(pid: number): number {
  try {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'));
    return match ? Number(match[1]) * 1024 : 0;
  } catch {
    return 0;
  }
}

export interface Usage {
  /** Share of one core, 1 = a whole core. */
  coreShare: number;
  pssBytes: number;
  processes: number;
}

/** Measures what processes use over `windowMs`. Children that appear meanwhile are not counted. */
export async function measureUsage(pids: readonly number[], windowMs: number): Promise<Usage> {
  const before = pids.map(processorNs);
  const startedMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, windowMs));
  const elapsedNs = (performance.now() - startedMs) * 1e6;
  const usedNs = pids.reduce((sum, pid, index) => sum + Math.max(0, processorNs(pid) - before[index]), 0);
  return {
    coreShare: usedNs / elapsedNs,
    pssBytes: pids.reduce((sum, pid) => sum + pssBytes(pid), 0),
    processes: pids.length,
  };
}
