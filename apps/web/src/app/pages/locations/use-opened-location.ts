import type { Location } from '@sightline/contracts/locations/location';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { locationById } from '../../../features/locations/location-queries.ts';

/** The site whose pages are open; the frame around them has read it. */
export const useOpenedLocation = (): Location | undefined => {
  const { locationId } = useParams({ from: '/shell/organization/edit-location/$locationId' });
  return useQuery(locationById(locationId)).data;
};
