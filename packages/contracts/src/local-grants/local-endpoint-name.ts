// The door of a core for its own network. A browser that holds a local grant makes an ordinary peer connection with a data
// channel `local`, and writes the core's answer to its offer by itself: address, port, certificate and password of the core
// stand in the grant. The name that it gives the core's end of the ICE connection (`ufrag`) carries the browser's own ICE
// password, which is all that the core must know to answer. There is no request over HTTP, so nothing depends on what a
// page of this or that origin may fetch, and nothing travels unencrypted.

/** Label of the data channel. */
export const localChannel = 'local';

const prefix = 'sl1';
const nameLength = 8;

/** The core's `ufrag` for one connection: a random name of 8 characters (ICE characters), then the browser's ICE password. */
export const endpointUfrag = (name: string, browserPassword: string): string => prefix + name + browserPassword;

/** The browser's ICE password in a `ufrag` of the core; null when this is not meant for the door. */
export function passwordOfUfrag(ufrag: string): string | null {
  if (!ufrag.startsWith(prefix) || ufrag.length > 256) return null;
  const password = ufrag.slice(prefix.length + nameLength);
  // What ICE calls a password: 22 characters at least.
  return /^[A-Za-z0-9+/]{22,200}$/.test(password) ? password : null;
}
