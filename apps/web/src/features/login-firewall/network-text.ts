import { cidr } from '@sightline/contracts/login-firewall/login-firewall';

/** What people paste, without what cannot be seen. */
export const cleanNetwork = (text: string): string => text.replaceAll(/[\s\u200e\u200f\u2066-\u2069]/g, '');

/** Whether a text is a network (`10.0.0.0/8`, `2001:db8::/32`) or a single address. */
export const isNetwork = (text: string): boolean => cidr.safeParse(cleanNetwork(text)).success;

/** Places of networks that stand in the list before, written alike. */
export const repeatedNetworks = (networks: readonly string[]): number[] => {
  const clean = networks.map((network) => cleanNetwork(network).toLowerCase());
  return clean.flatMap((network, index) => (network !== '' && clean.indexOf(network) < index ? [index] : []));
};
