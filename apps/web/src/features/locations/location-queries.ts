import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { callAll, callQuery } from '../../platform/api/client.ts';

/** All sites that the person may see, by name. */
export const allLocations = () => callAll(locationsCalls.list, { query: { limit: 200 } });

/** The first site by name: whether there is any that the person may see. */
export const firstLocation = () => callQuery(locationsCalls.list, { query: { limit: 1 } });

/** One site. */
export const locationById = (id: string) => callQuery(locationsCalls.get, { params: { id } });

/** Sites whose name has the text, without one of them and everything below it. */
export const possibleParents = ({ search, outside }: { search: string; outside: string | undefined }) =>
  callQuery(locationsCalls.list, {
    query: { limit: 50, ...(search === '' ? {} : { search }), ...(outside === undefined ? {} : { outside }) },
  });

/** Whether the cores of a site carry its cameras; measured anew each time. */
export const locationFitting = (id: string) => ({
  ...callQuery(locationsCalls.fitting, { params: { id } }),
  staleTime: 0,
});
