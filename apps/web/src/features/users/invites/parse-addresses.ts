/** Invitations that one call takes. */
export const maxAddresses = 50;

/** An address as it was typed, and what is wrong with it. */
export interface ParsedAddress {
  text: string;
  fault: 'invalid' | 'twice' | 'tooMany' | null;
}

const shape = /^[^\s@<>"(),:;[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

/** Addresses out of pasted text: separated by commas, semicolons, spaces or lines; `Dana Levi <dana@example.org>` counts as its address. */
export const parseAddresses = (text: string): ParsedAddress[] => {
  const named = text.replaceAll(/"[^"]*"/g, ' ').replaceAll(/[^,;\n<]*<([^>]*)>/g, ' $1 ');
  const parts = named.split(/[\s,;]+/).filter((part) => part !== '');
  const seen = new Set<string>();
  return parts.map((part) => {
    const address = part.toLowerCase();
    if (!shape.test(address) || address.length > 254) return { text: part, fault: 'invalid' };
    if (seen.has(address)) return { text: address, fault: 'twice' };
    seen.add(address);
    return { text: address, fault: seen.size > maxAddresses ? 'tooMany' : null };
  });
};
