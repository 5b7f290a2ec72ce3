const known = [
  'dns_failed',
  'connection_failed',
  'timed_out',
  'tls_failed',
  'address_refused',
  'answer_invalid',
  'certificate_expired',
] as const;

/** Why a provider could not be reached; what this version does not know counts as `unknown`. */
export type ReachFailure = (typeof known)[number] | 'unknown';

export const reachFailure = (failure: string | null): ReachFailure =>
  known.find((code) => code === failure) ?? 'unknown';
