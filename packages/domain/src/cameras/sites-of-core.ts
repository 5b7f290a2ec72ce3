interface Site {
  id: string;
  parentId: string | null;
}

/** Sites at which cameras of a core may stand: the one of the core and those below it, in the order given. */
export function sitesOfCore<T extends Site>(sites: readonly T[], coreLocationId: string): T[] {
  const parents = new Map(sites.map(({ id, parentId }) => [id, parentId]));
  const isBelow = (id: string | null | undefined, steps: number): boolean =>
    id === coreLocationId || (typeof id === 'string' && steps < sites.length && isBelow(parents.get(id), steps + 1));
  return sites.filter(({ id }) => isBelow(id, 0));
}
