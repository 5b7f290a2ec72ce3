import type { Location } from '@sightline/contracts/locations/location';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { QueryClient } from '@tanstack/react-query';
import { callKey } from '../../platform/api/client.ts';

/** A site without an id: nothing is known of what became of it. Screens say `locations.add.idMissing`. */
export class LocationIdMissing extends Error {
  constructor() {
    super('location id is required');
  }
}

/**
 * Makes a site in what this page knows of sites, and nowhere else: what follows a creation by the server, and all of a
 * creation where there is none (demonstrations, tests). Either way the id is given. Throws `LocationIdMissing`; then
 * nothing is changed.
 */
export function createInStore(
  client: QueryClient,
  record: Omit<Location, 'id'> & { id?: string | undefined },
): Location {
  const { id } = record;
  if (typeof id !== 'string' || id === '') throw new LocationIdMissing();
  const made: Location = { ...record, id };
  client.setQueryData(callKey(locationsCalls.get, { params: { id } }), made);
  return made;
}
