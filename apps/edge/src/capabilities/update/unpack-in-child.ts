import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { UnpackRelease } from './unpack-release.ts';

const entry = fileURLToPath(new URL('./unpack-child.ts', import.meta.url));

type Answer = { ok: true } | { ok: false; code: ErrorCode; detail: string };

/** Checks and unpacks in a process of its own. Fails as `unpackRelease` does, with `core_update_cancelled` when it is aborted. */
export function unpackInChild(request: UnpackRelease, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new AppError('core_update_cancelled'));
    const child = fork(entry, [JSON.stringify(request)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const kill = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    let answer: Answer = { ok: false, code: 'internal', detail: 'the process that unpacks ended' };
    child.on('message', (message: Answer) => (answer = message));
    child.on('error', reject);
    child.on('exit', () => {
      signal.removeEventListener('abort', kill);
      if (signal.aborted) reject(new AppError('core_update_cancelled'));
      else if (answer.ok) resolve();
      else reject(new AppError(answer.code, { detail: answer.detail }));
    });
  });
}
