import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { InstallProgress } from './install-built-ins.ts';

/** What the installing process tells whoever started it. Its first argument is the folder to install into. */
export type FromInstaller =
  | ({ type: 'progress' } & InstallProgress)
  | { type: 'done' }
  | { type: 'failed'; code: ErrorCode; detail: string };
