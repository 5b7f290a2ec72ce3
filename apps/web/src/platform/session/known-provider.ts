const key = 'sightline-sign-in-provider';
const idPattern = /^[0-9a-f-]{36}$/i;
/** What a session says of itself that a password opened. */
const byPassword = 'password';

const ifAllowed = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch (blocked) {
    if (!(blocked instanceof DOMException || blocked instanceof ReferenceError)) throw blocked;
    return otherwise; // storage is switched off
  }
};

/** True for what can be the id of a provider: ids come by links, too. */
export const isProviderId = (text: string): boolean => idPattern.test(text);

/** The provider by which somebody signed in here last; null for none. */
export const knownProvider = (): string | null =>
  ifAllowed(() => {
    const id = localStorage.getItem(key);
    return id !== null && isProviderId(id) ? id : null;
  }, null);

/** Remembers in this browser how somebody signed in, so that the way is there again after signing out. It says nothing about who. */
export const rememberProvider = (authProviderId: string): void =>
  ifAllowed(
    () => (authProviderId === byPassword ? localStorage.removeItem(key) : localStorage.setItem(key, authProviderId)),
    undefined,
  );
