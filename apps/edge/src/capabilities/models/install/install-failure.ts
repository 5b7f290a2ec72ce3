import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';

const full = new Set(['ENOSPC', 'EDQUOT']);

/** Why models could not be installed, as people are told of it: a disk without room is named as such. */
export function failureOf(error: unknown): { code: ErrorCode; detail: string } {
  if (error instanceof AppError) return { code: error.code, detail: Object.values(error.data).map(String).join(': ') };
  const isFull = full.has(String((error as NodeJS.ErrnoException | null)?.code));
  return { code: isFull ? 'disk_full' : 'internal', detail: String(error) };
}
