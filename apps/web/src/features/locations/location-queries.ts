import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { callQuery } from '../../platform/api/client.ts';

/** All sites that the person may see, by name. */
export const allLocations = () => callQuery(locationsCalls.list, { query: { limit: 200 } });

/** One site. */
export const locationById = (id: string) => callQuery(locationsCalls.get, { params: { id } });
