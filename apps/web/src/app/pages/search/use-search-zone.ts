import { useQuery } from '@tanstack/react-query';
import { sitesOfSearch } from '../../../features/events/place-queries.ts';
import { commonZone } from '../../../platform/time/own-zone.ts';
import type { EventFilters } from '../../../features/events/search/filters/event-filters.ts';
import { useChosenCameras } from '../../../features/events/search/filters/use-chosen-cameras.ts';

/** The zone in which times are chosen: of the chosen camera, of the chosen site, of all sites when they agree, else of this browser. */
export function useSearchZone({ cameraIds, locationId }: Pick<EventFilters, 'cameraIds' | 'locationId'>): string {
  const camera = useChosenCameras(cameraIds.slice(0, 1))[0];
  const sites = useQuery(sitesOfSearch()).data?.items ?? [];
  const site = sites.find(({ id }) => id === locationId);
  return camera?.timeZone ?? site?.timeZone ?? commonZone(sites.map(({ timeZone }) => timeZone));
}
