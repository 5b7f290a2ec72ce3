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
