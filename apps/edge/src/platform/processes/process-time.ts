import { readdirSync, readFileSync } from 'node:fs';
import type { OwnTime } from './watchdog-policy.ts';

interface ThreadTime {
  ranNs: number;
  waitedNs: number;
}

const threadTimes = /^(\d+) (\d+) \d+/;

function readThreads(pid: number): Map<string, ThreadTime> {
  const threads = new Map<string, ThreadTime>();
  for (const thread of readdirSync(`/proc/${String(pid)}/task`)) {
    try {
      const found = threadTimes.exec(readFileSync(`/proc/${String(pid)}/task/${thread}/schedstat`, 'utf8'));
      if (found) threads.set(thread, { ranNs: Number(found[1]), waitedNs: Number(found[2]) });
    } catch {
      // A thread that has just ended waits for nothing.
    }
  }
  return threads;
}

/** State of the first thread, on which a program of Node hears and speaks: R(unning), S(leeping), D(isk), T (stopped), t(raced), ... */
function readState(pid: number): string {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

/**
 * Follows how a process spends its time, as the system counts it: each call tells of the time since the call before. Null where the
 * system does not count it, and at the first call.
 */
export function createTimeReader(pid: number): () => OwnTime | null {
  let before: Map<string, ThreadTime> | null = null;
  return () => {
    try {
      const now = readThreads(pid);
      const last = before;
      before = now;
      const main = String(pid);
      if (last === null || !now.has(main)) return null;
      const waits = [...now].map(([thread, { waitedNs }]) => waitedNs - (last.get(thread)?.waitedNs ?? 0));
      const state = readState(pid);
      // A wait is counted when it ends: one that wants the processor and did not run at all is in the midst of it.
      const isWaiting = state === 'R' && now.get(main)?.ranNs === last.get(main)?.ranNs;
      return { waitedMs: Math.max(0, ...waits) / 1e6, isHeldUp: isWaiting || state === 'D' || state === 't' };
    } catch {
      before = null;
      return null;
    }
  };
}
