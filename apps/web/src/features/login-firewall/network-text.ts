/** What people paste, without what cannot be seen. */
export const cleanNetwork = (text: string): string => text.replaceAll(/[\s\u200e\u200f\u2066-\u2069]/g, '');

/** A number below a thousand as addresses are written: without zeros before it. */
const isNumber = (text: string, most: number): boolean => /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most;

/** Bits of an IPv4 or IPv6 address; null for anything else. */
const bitsOf = (address: string): 32 | 128 | null => {
  const parts = address.split('.');
  if (parts.length === 4 && parts.every((part) => isNumber(part, 255))) return 32;
  // The browser reads IPv6 in addresses of pages; nothing but its letters may get there.
  return /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`) ? 128 : null;
};

/**
 * Whether a text is a network (`10.0.0.0/8`, `2001:db8::/32`) or a single address. Asked while typing; the server, which
 * judges by the contract, has the last word.
 */
export const isNetwork = (text: string): boolean => {
  const [address = '', size, ...more] = cleanNetwork(text).split('/');
  const bits = bitsOf(address);
  return bits !== null && more.length === 0 && (size === undefined || isNumber(size, bits));
};

/** Places of networks that stand in the list before, written alike. */
export const repeatedNetworks = (networks: readonly string[]): number[] => {
  const clean = networks.map((network) => cleanNetwork(network).toLowerCase());
  return clean.flatMap((network, index) => (network !== '' && clean.indexOf(network) < index ? [index] : []));
};
