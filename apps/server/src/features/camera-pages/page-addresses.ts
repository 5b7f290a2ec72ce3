/** A pattern such as `https://*.pages.example.org`; the star is one label. */
export const isPagePattern = (pattern: string): boolean =>
  /^https?:\/\/\*\.[a-z0-9.-]+(:\d+)?$/i.test(pattern) && URL.canParse(pattern.replace('*', 'x'));

/** Where opened pages are: each on a host of its own, so that no page reaches what another one stored, or anything of the app. */
export interface PageAddresses {
  /** The origin of a page. */
  originOf(label: string): string;
  /** The label of a host as a request names it, or null for other hosts. */
  labelOf(host: string): string | null;
  isSecure: boolean;
}

/** Throws on a pattern without its star. */
export function createPageAddresses(pattern: string): PageAddresses {
  if (!isPagePattern(pattern))
    throw new Error('the address of camera pages needs the form https://*.pages.example.org');
  const originOf = (label: string): string => new URL(pattern.replace('*', label)).origin;
  const suffix = new URL(originOf('x')).host.slice(1);
  return {
    originOf,
    isSecure: pattern.toLowerCase().startsWith('https:'),
    labelOf: (host) => {
      const named = host.toLowerCase();
      const label = named.slice(0, -suffix.length);
      return named.endsWith(suffix) && /^[a-z0-9]{1,63}$/.test(label) ? label : null;
    },
  };
}
