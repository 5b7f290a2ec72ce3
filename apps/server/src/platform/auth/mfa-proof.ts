/** Whether a person has proved a second factor, as whoever signs people in asks. */
export interface MfaProof {
  /** True when a sign-in of this person needs a second factor. */
  isNeeded(userId: string): Promise<boolean>;
  /** True for a code of a verified authenticator or an unused backup code; it is used up by this. Throws `rate_limited` after ten wrong ones. */
  prove(userId: string, code: string): Promise<boolean>;
  /** The same with one method, verified or not, and without backup codes. */
  proveWith(userId: string, method: { id: string; sealed: Buffer }, code: string): Promise<boolean>;
}
