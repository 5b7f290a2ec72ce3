import worldUrl from 'world-atlas/countries-50m.json?url';
import { queryOptions } from '@tanstack/react-query';
import { worldLines, type WorldLines, type WorldTopology } from './world-lines.ts';

/** Countries, from our own server: no service outside is asked, and none learns where anybody's sites are. */
export const worldCountries = () =>
  queryOptions({
    queryKey: ['world'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<WorldLines> => {
      const response = await fetch(worldUrl, { signal });
      if (!response.ok) throw new Error(`the map answered ${String(response.status)}`);
      return worldLines((await response.json()) as WorldTopology);
    },
  });
