import { useDebouncedValue } from '@mantine/hooks';
import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import type { FoundItem } from '@sightline/contracts/global-search/global-search';
import { foldName, searchWords } from '@sightline/domain/global-search/fold-name';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/api/client.ts';
import { paletteGroups, type FittingEntry } from './palette-entry.ts';

const pauseMs = 120;
/** As long as the server takes. */
export const mostLetters = 120;

/** What the server found for what is typed. */
export interface Found {
  entries: readonly FittingEntry[];
  /** These are the answer to what stands in the field now. */
  isSettled: boolean;
  isFirstLoading: boolean;
  failure: Error | null;
}

const hrefOf = ({ type, id, locationId, floorId }: FoundItem): string => {
  if (type === 'camera') return `/camera/${id}`;
  if (type === 'building' || type === 'floor') return `/location/floors?site=${locationId}${floorId === null ? '' : `&floor=${floorId}`}`;
  return type === 'core' ? `/edge-edit/${id}` : `/edit-location/${id}`;
};

/** Something found as a line of the palette. */
export const entryOf = (item: FoundItem): FittingEntry => {
  const { type, id, name, above, address, score } = item;
  return { key: `${type}:${id}`, group: type, name, detail: above.length === 0 && address !== null ? [address] : above, href: hrefOf(item), score };
};

/** Whether a name that was found for something else holds what is typed now. */
const stillFits = ({ name }: FoundItem, typed: string): boolean => searchWords(typed).every((word) => foldName(name).includes(word));

/** Asks the server after a short pause in typing; what was found before and still fits stays until the answer comes. */
export function useFound(typed: string, isAsked: boolean): Found {
  const asked = typed.trim().slice(0, mostLetters);
  const [query] = useDebouncedValue(asked, pauseMs);
  const { data, isPlaceholderData, error, isFetching } = useQuery({
    ...callQuery(globalSearchCalls.find, { query: { query } }),
    enabled: isAsked && query !== '' && asked !== '',
    placeholderData: keepPreviousData,
    // Names are read again with every word, so that what may not be seen any more is not offered.
    staleTime: 0,
    gcTime: 30_000,
    retry: false,
  });
  if (!isAsked || asked === '') return { entries: [], isSettled: true, isFirstLoading: false, failure: null };
  // A server that is newer than this page may know kinds that it does not.
  const known = (data?.items ?? []).filter(({ type }) => paletteGroups.includes(type));
  return {
    entries: error === null ? known.filter((item) => !isPlaceholderData || stillFits(item, asked)).map(entryOf) : [],
    isSettled: query === asked && !isFetching && !isPlaceholderData,
    isFirstLoading: data === undefined && error === null,
    failure: error,
  };
}
