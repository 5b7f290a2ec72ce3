import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { callAll, callQuery } from '../../platform/api/client.ts';

/** Cameras whose name holds a text, of a site when one is chosen. */
export const camerasNamed = (search: string, locationId: string | undefined) =>
  callQuery(camerasCalls.list, {
    query: { limit: 50, search: search.trim() === '' ? undefined : search.trim(), locationId },
  });

/** One camera. */
export const cameraNamed = (id: string) => callQuery(camerasCalls.get, { params: { id } });

/** All sites that the person may see. */
export const sitesOfSearch = () => callAll(locationsCalls.list, { query: { limit: 200 } });

/** All cores that the person may see, with what they can do. */
export const coresOfSearch = () => callAll(edgesCalls.list, { query: { limit: 200 } });
