import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import type { Gap, Interval } from '@sightline/contracts/recordings/recording';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../platform/api/client.ts';

interface FootageRequest {
  cameraId: string;
  range: { fromUtcMs: number; toUtcMs: number } | null;
}

const settleMs = 300;

export interface FootageInside {
  gaps: Gap[];
  /** Some of what is recorded may be from another time. */
  isTimeUncertain: boolean;
}

/** What is to be known of the footage inside a range, exact to the millisecond; asked for once the range stays still. */
export function useFootageInside({ cameraId, range }: FootageRequest): FootageInside {
  const [settled] = useDebouncedValue(range, settleMs);
  const asked = settled ?? { fromUtcMs: 0, toUtcMs: 1 };
  const isRange = settled !== null && settled.toUtcMs > settled.fromUtcMs;
  const answer = useQuery({
    ...callQuery(recordingsCalls.coverage, { params: { id: cameraId }, query: { ...asked, buckets: 1 } }),
    enabled: isRange,
    placeholderData: keepPreviousData,
  });
  if (!range || !answer.data) return { gaps: [], isTimeUncertain: false };
  const isInside = ({ fromUtcMs, toUtcMs }: Interval): boolean =>
    toUtcMs > range.fromUtcMs && fromUtcMs < range.toUtcMs;
  const gaps = answer.data.gaps.filter(isInside).map((gap) => ({
    ...gap,
    fromUtcMs: Math.max(gap.fromUtcMs, range.fromUtcMs),
    toUtcMs: Math.min(gap.toUtcMs, range.toUtcMs),
  }));
  return { gaps, isTimeUncertain: answer.data.uncertain.some(isInside) };
}
