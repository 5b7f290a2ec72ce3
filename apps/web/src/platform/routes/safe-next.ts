// Any origin will do: only whether an address leaves it counts.
const here = 'http://this.invalid';

/** Where to go after signing in: only paths of this application, never another site. */
export const safeNext = (next: string | undefined): string => {
  const home = '/location/home';
  // Read as browsers read it: they drop tabs and line ends, and take `\` for `/`, so that "/<tab>/evil" is another site.
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, here)) return home;
  const { origin, pathname, search, hash } = new URL(next, here);
  return origin !== here || pathname.startsWith('//') || pathname.startsWith('/auth/')
    ? home
    : `${pathname}${search}${hash}`;
};
