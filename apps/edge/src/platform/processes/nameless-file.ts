import { randomUUID } from 'node:crypto';
import { existsSync, openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory where there is such a folder: a disk that is busy recording may hold up whoever writes to it. */
const memoryFolder = '/dev/shm';

/** Opens a file without a name that a child has as well; answers its descriptor. It goes when both ends are gone. */
export function openNamelessFile(): number {
  const path = join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), `sightline-${randomUUID()}`);
  const fd = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return fd;
}
