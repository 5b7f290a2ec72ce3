import { toApiError } from '../../platform/api/api-error.ts';

/** Paths of the fields that a refusal names (`rules.0.cidr`); empty when it names none. */
export const failedFields = (failure: unknown): string[] => {
  const { fields } = toApiError(failure).data;
  return Array.isArray(fields)
    ? fields.filter((field): field is string => typeof field === 'string' && field !== '')
    : [];
};
