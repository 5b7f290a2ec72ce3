import { useQuery } from '@tanstack/react-query';
import { sitesOfSearch } from '../../features/events/place-queries.ts';
import { commonZone } from '../../platform/time/own-zone.ts';

/** The zone in which is told what belongs to no site: that of all sites when they agree, so that no page has two; else of this browser. */
export function useCommonZone(): string {
  const { data } = useQuery(sitesOfSearch());
  return commonZone((data?.items ?? []).map(({ timeZone }) => timeZone));
}
