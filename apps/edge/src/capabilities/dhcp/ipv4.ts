/** Address of version 4 as a number, for comparing. */
export const ipv4Number = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** The other way round. */
export const ipv4Text = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

/** An address of this machine with the length of its network's prefix. */
export interface OwnAddress {
  name: string;
  address: string;
  prefix: number;
}

/** First and last address of the network of an address; neither can be given to a device. */
export function networkOf({ address, prefix }: Pick<OwnAddress, 'address' | 'prefix'>): {
  first: number;
  last: number;
} {
  const size = 2 ** (32 - prefix);
  const first = Math.floor(ipv4Number(address) / size) * size;
  return { first, last: first + size - 1 };
}

/** Network mask of a prefix. */
export const maskOf = (prefix: number): string => ipv4Text(2 ** 32 - 2 ** (32 - prefix));
