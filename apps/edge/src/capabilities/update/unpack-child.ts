import { AppError } from '@sightline/contracts/shared/errors';
import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { constants, setPriority } from 'node:os';
import { unpackRelease, type UnpackRelease } from './unpack-release.ts';

/** A program of its own: hashing and syncing thousands of files must not keep the core from its cameras and its link. */
setPriority(constants.priority.PRIORITY_LOW);
onParentGone(() => process.exit(1));
process.on('SIGINT', () => undefined);

const answer = (message: object): void => void process.send?.(message, undefined, undefined, () => process.exit(0));

try {
  answer({ ok: true, facts: await unpackRelease(JSON.parse(process.argv[2] ?? '') as UnpackRelease) });
} catch (error) {
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
  const code = error instanceof AppError ? error.code : isFull ? 'disk_full' : 'internal';
  answer({ ok: false, code, detail: String(error) });
}
