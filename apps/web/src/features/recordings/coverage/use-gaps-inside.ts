import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import type { Gap } from '@sightline/contracts/recordings/recording';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../platform/api/client.ts';

interface GapsRequest {
  cameraId: string;
  range: { fromUtcMs: number; toUtcMs: number } | null;
}

const settleMs = 300;

/** Gaps inside a range, exact to the millisecond; asked for once the range stays still. */
export function useGapsInside({ cameraId, range }: GapsRequest): Gap[] {
  const [settled] = useDebouncedValue(range, settleMs);
  const asked = settled ?? { fromUtcMs: 0, toUtcMs: 1 };
  const isRange = settled !== null && settled.toUtcMs > settled.fromUtcMs;
  const answer = useQuery({
    ...callQuery(recordingsCalls.coverage, { params: { id: cameraId }, query: { ...asked, buckets: 1 } }),
    enabled: isRange,
    placeholderData: keepPreviousData,
  });
  if (!range || !answer.data) return [];
  return answer.data.gaps
    .filter((gap) => gap.toUtcMs > range.fromUtcMs && gap.fromUtcMs < range.toUtcMs)
    .map((gap) => ({
      ...gap,
      fromUtcMs: Math.max(gap.fromUtcMs, range.fromUtcMs),
      toUtcMs: Math.min(gap.toUtcMs, range.toUtcMs),
    }));
}
