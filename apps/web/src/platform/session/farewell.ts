/** Why somebody was signed out who did not ask for it; the sign-in page says it. */
export interface Farewell {
  reason: 'forced' | 'expired' | 'idle' | 'organizationDeleted' | 'notConfirmed' | 'startFailed';
  /** `idle`: minutes without input. */
  minutes?: number;
  /** `startFailed`: code and text of the answer. */
  code?: string;
  message?: string;
}

const key = 'sightline-farewell';

/** Kept for this tab, also over loading the page anew. Null forgets it. */
export const keepFarewell = (farewell: Farewell | null): void => {
  try {
    if (farewell === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(farewell));
  } catch (blocked) {
    // Storage is switched off: the sign-in page then gives no reason.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};

/** Why this tab was signed out; null when the person asked for it. */
export const readFarewell = (): Farewell | null => {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : (JSON.parse(kept) as Farewell);
  } catch (broken) {
    if (!(broken instanceof DOMException || broken instanceof SyntaxError)) throw broken;
    return null;
  }
};
