import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A running process; `command` is its command line joined by blanks. */
export type RunningProcess = { pid: number; group: number; command: string };

export function listProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? readdirSync('/proc').flatMap(readProcess) : listByPs();
}

/** Every process of a group that still runs; empty when the group is gone. */
export function processesOfGroup(group: number): RunningProcess[] {
  return listProcesses().filter((one) => one.group === group);
}

export const signalGroup = (group: number, signal: NodeJS.Signals): void => signalProcess(-group, signal);

/** Does nothing where the process is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readProcess(name: string): RunningProcess[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return state === 'Z' ? [] : [{ pid: Number(name), group: Number(group), command }];
  } catch {
    return []; // ended while we looked
  }
}

function listByPs(): RunningProcess[] {
  const listing = spawnSync('ps', ['-axo', 'pid=,pgid=,command='], { encoding: 'utf8' }).stdout ?? '';
  return listing.split('\n').flatMap((line) => {
    const [, pid, group, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), group: Number(group), command }];
  });
}
