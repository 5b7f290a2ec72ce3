import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { toApiError } from '../../platform/api/api-error.ts';

/** Refusals that are about one field, which says them itself. */
export type FieldOfCode<Values> = Partial<Record<ErrorCode, keyof Values & string>>;

/** The field that a refusal is about, with the code that explains it; null when it is about the whole form, or there is none. */
export const refusedField = <Values>(
  failure: unknown,
  fields: FieldOfCode<Values>,
): { field: keyof Values & string; code: ErrorCode } | null => {
  if (failure === null || failure === undefined) return null;
  const { code } = toApiError(failure);
  const field = fields[code];
  return field === undefined ? null : { field, code };
};
