import type { Page } from '@sightline/contracts/shared/paging';
import type { InfiniteData } from '@tanstack/react-query';

/** True when a list was read and nothing is in it at all, whatever one searches for: its page then offers the first step instead. */
export const hasNothingYet = (list: { data: InfiniteData<Page<unknown>> | undefined }, isNarrowed: boolean): boolean =>
  list.data !== undefined && !isNarrowed && (list.data.pages[0]?.total.value ?? 0) === 0;
