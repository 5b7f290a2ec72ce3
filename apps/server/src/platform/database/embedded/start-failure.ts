/** What can keep a program of this product from starting; each has its own exit code on the command line. */
export type StartFailureCode =
  | 'data_folder_unwritable'
  | 'data_folder_untraversable'
  | 'data_folder_locked'
  | 'disk_full'
  | 'database_start_failed'
  | 'node_version_unsupported'
  | 'port_taken';

/** A start that cannot succeed. `message` is one sentence for a person and says what to do. */
export class StartFailure extends Error {
  readonly code: StartFailureCode;

  constructor(code: StartFailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
    this.code = code;
  }
}

const diskFullErrnos = new Set(['ENOSPC', 'EDQUOT']);
const unwritableErrnos = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** Turns an error of the file system into a start failure about `folder`; other errors come back unchanged. */
export function toStartFailure(error: unknown, folder: string): unknown {
  if (error instanceof StartFailure) return error;
  const errno = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  if (diskFullErrnos.has(errno)) return diskFull(folder, error);
  return unwritableErrnos.has(errno) ? folderUnwritable(folder, error) : error;
}

export function folderUnwritable(folder: string, cause: unknown): StartFailure {
  const errno = (cause as NodeJS.ErrnoException).code ?? String(cause);
  const message = `The data folder ${folder} cannot be written by this user (${errno}); choose another with --data or change its owner.`;
  return new StartFailure('data_folder_unwritable', message, cause);
}

export function diskFull(folder: string, cause?: unknown): StartFailure {
  return new StartFailure(
    'disk_full',
    `The disk that holds ${folder} is full; free some space and start again.`,
    cause,
  );
}
