import { homeCalls } from '@sightline/contracts/home/home.api';
import type { HomeStorage } from '@sightline/contracts/home/home-facts';
import type { Query } from '@tanstack/react-query';
import { callQuery } from '../../platform/api/client.ts';

const minuteMs = 60_000;

/** How the last day was recorded. */
export const homeFacts = () => ({ ...callQuery(homeCalls.facts, {}), refetchInterval: minuteMs });

/** The last day of one site. */
export const homeDay = (locationId: string) => ({
  ...callQuery(homeCalls.day, { params: { id: locationId } }),
  refetchInterval: 5 * minuteMs,
});

/** How long disks last. Cores that did not answer yet are asked for again soon. */
export const homeStorage = () => ({
  ...callQuery(homeCalls.storage, {}),
  refetchInterval: ({ state: { data } }: Pick<Query<HomeStorage>, 'state'>): number =>
    (data?.unknownCount ?? 0) > 0 ? minuteMs / 4 : 5 * minuteMs,
});
