import { AppError, errorCatalogue, type ErrorCode } from '@sightline/contracts/shared/errors';

/** What a failure of a core says beside its code goes to whoever asked; more than this is no explanation. */
const maxDataCharacters = 8_000;

/** Between people and the server alone: whoever hears one of these believes that the session has ended or wants another proof. */
const isOfSessions = (code: ErrorCode): boolean => errorCatalogue[code].status === 401 || code.startsWith('mfa_');

/** The failure that a core answers, as far as a core may say it: none signs anybody out. */
export function failureOf({ code, data }: { code: ErrorCode; data: Record<string, unknown> }): AppError | null {
  if (isOfSessions(code)) return null;
  return new AppError(code, JSON.stringify(data).length <= maxDataCharacters ? data : {});
}
