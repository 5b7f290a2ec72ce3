import { email } from '@sightline/contracts/accounts/credentials';

/** What a provider said about somebody, after everything that can be checked was checked. */
export interface AssertedPerson {
  issuer: string;
  subject: string;
  email: string | null;
  /** The provider says that it knows the address to be this person's. */
  isEmailVerified: boolean;
  name: string | null;
}

/** A sign-in that was not accepted. `reason` is for the log and the audit, never for the browser. */
export class SignInRefusal extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`a sign-in at a provider was not accepted: ${reason}`, options);
    this.name = 'SignInRefusal';
    this.reason = reason;
  }
}

/** The account name of the sign-in library: one text for issuer and subject that no other pair makes. */
export const accountIdOf = ({ issuer, subject }: { issuer: string; subject: string }): string =>
  JSON.stringify([issuer, subject]);

/** An address as we compare them; null for what people could not type here either, as letters that only look like others. */
export const emailOf = (value: unknown): string | null =>
  typeof value === 'string' ? (email.safeParse(value.trim()).data ?? null) : null;

/** A name that may stand on a screen; null for what may not. */
export function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = value
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 120)
    .trim();
  return name === '' ? null : name;
}
