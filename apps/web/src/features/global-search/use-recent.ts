import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../platform/api/client.ts';
import { asTheyAre, idsOf } from './known-entries.ts';
import { paletteGroups, type PaletteEntry } from './palette-entry.ts';
import { keepRecent, readRecent, type EntryOwner } from './recent-entries.ts';
import { entryOf } from './use-found.ts';

interface Sources {
  owner: EntryOwner;
  /** Pages that the person may open. */
  pages: readonly PaletteEntry[];
  /** Whether there is an organization whose things can be asked for. */
  hasThings: boolean;
}

/** What somebody opened last. */
export interface Recent {
  entries: readonly PaletteEntry[];
  /** The server was asked, or need not be; until then nothing is shown, so that nothing moves under the pointer. */
  isSettled: boolean;
}

/** What somebody opened last, as far as it is there and may be seen now; the rest is forgotten. */
export function useRecent({ owner: { userId, organizationId }, pages, hasThings }: Sources): Recent {
  const [kept] = useState(() => readRecent({ userId, organizationId }));
  const ids = idsOf(kept);
  const isAsked = hasThings && ids.length > 0;
  const { data, isPending } = useQuery({
    ...callQuery(globalSearchCalls.known, { query: { ids: ids.join(',') } }),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const things = (data?.items ?? []).filter(({ type }) => paletteGroups.includes(type)).map(entryOf);
  useEffect(() => {
    if (data === undefined) return;
    const stay = new Set(data.items.map(({ id }) => id));
    const owner = { userId, organizationId };
    keepRecent(
      owner,
      readRecent(owner).filter((entry) =>
        idsOf([entry]).every((id) => stay.has(id) || !kept.some(({ key }) => key === entry.key)),
      ),
    );
  }, [data, kept, userId, organizationId]);
  return isAsked && isPending
    ? { entries: [], isSettled: false }
    : { entries: asTheyAre(kept, pages, things), isSettled: true };
}
