const hintKey = 'sightline-signed-in';

/**
 * Whether this browser was signed in when it was last here. Script cannot see the refresh cookie; without the hint every
 * visit of a stranger would begin with a refused call.
 */
export const expectsSession = (): boolean => {
  try {
    return localStorage.getItem(hintKey) !== null;
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
    return true; // storage is switched off: only the server can tell
  }
};

/** Leaves the hint, or takes it away. It says nothing about who. */
export const rememberSession = (isSignedIn: boolean): void => {
  try {
    if (isSignedIn) localStorage.setItem(hintKey, 'yes');
    else localStorage.removeItem(hintKey);
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};
