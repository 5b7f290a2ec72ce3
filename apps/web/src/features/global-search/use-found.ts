import { useDebouncedValue } from '@mantine/hooks';
import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import type { FoundItem } from '@sightline/contracts/global-search/global-search';
import { foldName, searchWords } from '@sightline/domain/global-search/fold-name';
import { eventSubtypes } from '@sightline/domain/global-search/event-subtypes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { paletteGroups, type FittingEntry } from './palette-entry.ts';

const pauseMs = 120;
/** As long as the server takes. */
export const maxLetters = 120;

/** What the server found for what is typed. */
export interface Found {
  entries: readonly FittingEntry[];
  /** These are the answer to what stands in the field now. */
  isSettled: boolean;
  isFirstLoading: boolean;
  failure: Error | null;
}

/** Words for what an event is of. */
type Words = (event: FoundEvent) => string;
type FoundEvent = NonNullable<FoundItem['event']>;

const hrefOf = ({ type, id, locationId, floorId }: FoundItem): string => {
  if (type === 'alarm') return `/alert/alarms/edit/${id}`;
  if (type === 'person') return `/database/people?person=${id}`;
  if (type === 'camera') return `/camera/${id}`;
  if (type === 'event') return `/search?event=${id}`;
  if (type === 'building' || type === 'floor')
    return `/location/floors?site=${locationId}${floorId === null ? '' : `&floor=${floorId}`}`;
  return type === 'core' ? `/edge-edit/${id}` : `/edit-location/${id}`;
};

function useFoundWords(): Words {
  const { t } = useTranslation();
  return ({ class: kind, subtype }) => {
    const finer = eventSubtypes.find((word) => word === subtype);
    return finer ? t(`events.search.subtype.${finer}`) : t(`events.search.class.${kind}`);
  };
}

/** An event is called what was seen, and told by when and where. */
const eventEntry = (item: FoundItem, event: FoundEvent, words: Words): FittingEntry => {
  const { type, id, name, above, score } = item;
  const { plate, startedAtUtcMs, timeZone } = event;
  const at = formatTime(startedAtUtcMs, timeZone, 'full');
  const called = plate === null ? words(event) : `${words(event)} ${leftToRight(plate)}`;
  return { key: `${type}:${id}`, group: type, name: called, detail: [at, ...above, name], href: hrefOf(item), score };
};

/** Something found as a line of the palette, unless it is an event. */
export const entryOf = (item: FoundItem): FittingEntry => {
  const { type, id, name, above, address, score } = item;
  return {
    key: `${type}:${id}`,
    group: type,
    name,
    detail: above.length === 0 && address !== null ? [address] : above,
    href: hrefOf(item),
    score,
  };
};

/** Whether a name that was found for something else holds what is typed now. */
const stillFits = ({ name, type }: FoundItem, typed: string): boolean =>
  type !== 'event' && searchWords(typed).every((word) => foldName(name).includes(word));

/** Asks the server after a short pause in typing; what was found before and still fits stays until the answer comes. */
export function useFound(typed: string, isAsked: boolean): Found {
  const words = useFoundWords();
  const asked = typed.trim().slice(0, maxLetters);
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
    entries:
      error === null
        ? known
            .filter((item) => !isPlaceholderData || stillFits(item, asked))
            .map((item) =>
              item.type !== 'event' || item.event === null ? entryOf(item) : eventEntry(item, item.event, words),
            )
        : [],
    isSettled: query === asked && !isFetching && !isPlaceholderData,
    isFirstLoading: data === undefined && error === null,
    failure: error,
  };
}
