/** An address as typed, with the account in it taken out. */
export interface StreamAddress {
  /** Address without user name and password. */
  url: string;
  /** What stood before the @, decoded; null when there was none. */
  account: { username: string; password: string } | null;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (malformed) {
    if (!(malformed instanceof URIError)) throw malformed;
    return text; // a bare % in a password
  }
};

/**
 * Takes user name and password out of a pasted address, so that they never stay in a field that is shown. Passwords may
 * hold `@`, `:` and `/` unescaped, as many recorders print them: the account ends at the last `@` that a host follows.
 */
export const splitStreamAddress = (typed: string): StreamAddress => {
  const text = typed.trim();
  const scheme = /^rtsps?:\/\//i.exec(text)?.[0];
  if (scheme === undefined) return { url: text, account: null };
  const rest = text.slice(scheme.length);
  const at = accountEnd(rest);
  if (at === -1) return { url: text, account: null };
  const account = rest.slice(0, at);
  const colon = account.indexOf(':');
  const username = colon === -1 ? account : account.slice(0, colon);
  const password = colon === -1 ? '' : account.slice(colon + 1);
  return { url: scheme + rest.slice(at + 1), account: { username: decoded(username), password: decoded(password) } };
};

const host = String.raw`(\[[0-9a-f:.]+\]|[\p{L}\p{N}_.-]+)(:\d{1,5})?`;
const wholeHost = new RegExp(`^${host}$`, 'iu');
const hostFirst = new RegExp(`^${host}([/?#]|$)`, 'iu');

/** Index of the `@` that ends the account, or -1. */
const accountEnd = (rest: string): number => {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  // An @ in the path after a plain host is part of the path.
  if (wholeHost.test(authority)) return -1;
  const inAuthority = authority.lastIndexOf('@');
  if (inAuthority !== -1 && wholeHost.test(authority.slice(inAuthority + 1))) return inAuthority;
  const last = rest.lastIndexOf('@');
  return last !== -1 && hostFirst.test(rest.slice(last + 1)) ? last : -1;
};

const wellFormed = /^rtsps?:\/\/[^\s/?#@]+([/?#]\S*)?$/i;

/** Whether the server would take the address: `rtsp://` or `rtsps://` with a host and no account. */
export const isStreamAddress = (url: string): boolean => wellFormed.test(url) && url.length <= 2000;
