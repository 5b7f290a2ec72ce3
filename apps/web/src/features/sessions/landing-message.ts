/** What an answer of a provider, or a link, brought to the sign-in page. */
export interface Landing {
  /** A code of the catalogue, or a text. */
  msg?: string | undefined;
  error_description?: string | undefined;
  code?: string | undefined;
}

/** The secret to be exchanged for a session. A number of three digits is the status of a failure, which is let through and said. */
export const exchangeableCode = ({ code }: Landing): string | null =>
  code === undefined || /^\d{3}$/.test(code) ? null : code;

/** What to say of it: `known` for a code of the catalogue, `told` for words of somebody else. Null: nothing came. */
export const landingMessage = (
  { msg, error_description: description }: Landing,
  isKnown: (code: string) => boolean,
): { known: string | null; told: string | null } | null => {
  if (msg === undefined && description === undefined) return null;
  const known = msg !== undefined && isKnown(msg) ? msg : null;
  return { known, told: description ?? (known === null ? (msg ?? null) : null) };
};
