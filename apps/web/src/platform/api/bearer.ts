/** What a call carries so that the server knows who asks. */
export interface Bearer {
  /** The token for the next call, or null when signed out. */
  accessToken: () => string | null;
  /** Renews the token that the server did not take; answers whether the call is worth repeating. */
  renewSession: (tokenBefore: string) => Promise<boolean>;
}

let current: Bearer = { accessToken: () => null, renewSession: () => Promise.resolve(false) };

/** The session of the tab; nobody is signed in until there is one. */
export const bearer = (): Bearer => current;

/** Says who bears the calls of this tab from now on. Calls know nothing else of sessions. */
export const bearCalls = (next: Bearer): void => {
  current = next;
};
