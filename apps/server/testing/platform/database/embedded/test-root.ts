import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** Containers usually have 64 MB there, which is less than one cluster. */
const neededBytes = 2_000_000_000;

/** Where tests put their clusters: in memory where there is room, so that a busy disk does not make them slow. */
export function testRoot(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize > neededBytes ? memoryFolder : tmpdir();
}
