import type { AuditRangeVerification, AuditVerification } from '@sightline/contracts/audit/audit';

/** What is told of the log: of two checks the one that found something, else the one that looked at more. */
export const chainToTell = (
  days: AuditRangeVerification | undefined,
  all: AuditVerification | undefined,
): AuditVerification | AuditRangeVerification | undefined => (days?.isWhole === false ? days : (all ?? days));
