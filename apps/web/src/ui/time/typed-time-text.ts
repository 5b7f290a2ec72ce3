/** What stands in a field of time while its person types. */
export interface Typed {
  text: string;
  /** The value from before the typing: what half a time was read as on the way is not what anybody meant. */
  before: string;
  /** The value when the field was left with what is no time; null while it is in use. */
  leftAt: string | null;
}

/** The text of the person, as long as it stands: once the value was set elsewhere after the field was left, that is shown. */
export const standingText = (typed: Typed | null, value: string): string | null =>
  typed === null || (typed.leftAt !== null && typed.leftAt !== value) ? null : typed.text;

/** What follows from a text: what is kept of it, and the value from now on. `found`: what the text says, null for no time. */
export function typing(
  text: string,
  found: string | null,
  { typed, value }: { typed: Typed | null; value: string },
): { typed: Typed; value: string } {
  const before = typed === null || standingText(typed, value) === null ? value : typed.before;
  return { typed: { text, before, leftAt: null }, value: found ?? before };
}

/** What is kept when the field is left: a wrong text stays to be mended. */
export const leaving = (typed: Typed | null, { value, isWrong }: { value: string; isWrong: boolean }): Typed | null =>
  typed !== null && isWrong ? { ...typed, leftAt: value } : null;
