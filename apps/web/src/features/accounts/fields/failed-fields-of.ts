import type { TFunction } from 'i18next';
import { toApiError } from '../../../platform/api/api-error.ts';

const fieldOf = {
  password_too_weak: ['password', 'newPassword'],
  password_wrong: ['currentPassword', 'password'],
  email_taken: ['email'],
  time_zone_unknown: ['timezone'],
} as const;

/** The failure of a call as errors of the fields that it is about; empty when it is about none of them. Forms drop names that they do not have. */
export const failedFieldsOf = (failure: unknown, t: TFunction): Record<string, string> => {
  const { code } = toApiError(failure);
  const fields: readonly string[] = code in fieldOf ? fieldOf[code as keyof typeof fieldOf] : [];
  return Object.fromEntries(fields.map((field) => [field, t(`errors.${code}`)]));
};
