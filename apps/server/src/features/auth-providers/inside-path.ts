const longest = 2000;

/** A path of the application to come back to, or the start page for anything that could lead elsewhere. */
export function insidePath(path: string | undefined, otherwise = '/'): string {
  if (path === undefined || path.length > longest || !path.startsWith('/')) return otherwise;
  // Browsers read a backslash as a slash and skip tabs and line ends: `/\evil.example` is another site.
  if (/[\\\p{Cc}]/u.test(path) || path.startsWith('//')) return otherwise;
  const base = 'http://inside.invalid';
  const url = URL.canParse(path, base) ? new URL(path, base) : null;
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return otherwise;
  // Nobody is led straight into a call or back into the sign-in.
  if (/^\/(api|auth)(\/|$)/.test(url.pathname)) return otherwise;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The same path with more in its query. */
export function withQuery(path: string, values: Record<string, string | null>): string {
  const url = new URL(path, 'http://inside.invalid');
  for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
  return `${url.pathname}${url.search}${url.hash}`;
}
