import { StartFailure, type StartFailureCode } from '../../apps/server/src/platform/database/embedded/start-failure.ts';

/** Exit codes of every command; `./sightline --help` lists them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  node_version_unsupported: 3,
  data_folder_unwritable: 4,
  data_folder_untraversable: 5,
  data_folder_locked: 6,
  disk_full: 7,
  port_taken: 8,
  database_start_failed: 9,
} as const satisfies Record<StartFailureCode | 'ok' | 'failed' | 'usage', number>;

/** Wrong arguments: answered with one line and a hint at --help. */
export class UsageError extends Error {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  return error instanceof StartFailure ? exitCodes[error.code] : exitCodes.failed;
}

/** Failure codes that reach us from another process as text; some are the catalogue's own words for ours. */
export function startFailureOf(code: string, message: string): Error {
  if (code === 'listen_insecure') return new UsageError(message);
  if (code === 'database_unreachable') return new StartFailure('database_start_failed', message);
  return isStartFailureCode(code) ? new StartFailure(code, message) : new Error(message);
}

function isStartFailureCode(code: string): code is StartFailureCode {
  return code in exitCodes && !['ok', 'failed', 'usage'].includes(code);
}
