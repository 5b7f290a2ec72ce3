import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';

type Asked = Pick<TrackConditionOf<'occupancy'>, 'compare' | 'count' | 'maxCount'>;

/** A count must be otherwise for so long before it is over. */
export const countClosesAfterMs = 10_000;

/** Whether a number of people is one that is asked for. */
export const isCountMet =
  ({ compare, count, maxCount }: Asked) =>
  (value: number): boolean => {
    if (compare === 'between') return value >= count && value <= maxCount;
    return compare === 'atLeast' ? value >= count : value <= count;
  };

/** The limit that is said of it; null where there are two. */
export const countLimit = ({ compare, count }: Asked): number | null => (compare === 'between' ? null : count);
