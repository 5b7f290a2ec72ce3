/** A stream address taken apart: `url` never carries credentials. */
export interface SplitAddress {
  url: string;
  username: string;
  password: string;
}

const withAuthority = /^(rtsps?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % is common in passwords that were typed as they are.
    return text;
  }
};

/** Lifts `user:password@` out of an RTSP address; an address without them comes back unchanged. */
export function splitAddress(address: string): SplitAddress {
  const match = withAuthority.exec(address.trim());
  if (!match) return { url: address.trim(), username: '', password: '' };
  const [, scheme = '', userInfo = '', host = '', rest = ''] = match;
  const bare = userInfo.slice(0, -1);
  const colon = bare.indexOf(':');
  const username = colon < 0 ? bare : bare.slice(0, colon);
  const password = colon < 0 ? '' : bare.slice(colon + 1);
  return { url: `${scheme}${host}${rest}`, username: decoded(username), password: decoded(password) };
}

const secretNames =
  'user(?:name)?|usr|login|account|pass(?:word|wd|phrase)?|pwd|psw|pw|token|auth|key|apikey|api_key|secret|sid|session|sig|signature|credentials?|hash|nonce';
/** `name=value` in a path or a query; some devices join such pairs by `_`. */
const secretPair = new RegExp(`(^|[/?&;,_.-])(${secretNames})=(.*?)(?=$|[/?&;,#]|_[a-z]+=)`, 'gi');

/** An address for paper: without its account, and with what looks like a password or a token in path and query masked. */
export function withoutSecrets(address: string): string {
  const { url } = splitAddress(address);
  const match = withAuthority.exec(url);
  if (!match) return url;
  const [, scheme = '', , host = '', rest = ''] = match;
  return `${scheme}${host}${rest.replaceAll(secretPair, '$1$2=***')}`;
}

/** One spelling per stream: scheme and host in lower case, default port left out, no trailing slash, no fragment. */
export function streamAddressKey(url: string): string {
  const match = withAuthority.exec(splitAddress(url).url);
  if (!match) return url.trim();
  const [, scheme = '', , host = '', rest = ''] = match;
  const lower = scheme.toLowerCase();
  const standardPort = lower === 'rtsps://' ? /:322$/ : /:554$/;
  const path = rest.replace(/#.*$/, '').replace(/\/+$/, '');
  return `${lower}${host.toLowerCase().replace(standardPort, '')}${path}`;
}
