import { eventsCalls } from '@sightline/contracts/events/events.api';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../../platform/api/client.ts';
import type { OverlaySource } from './overlay-source.ts';
import type { PathEvent } from './path-boxes-at.ts';

const minuteMs = 60_000;
/** The next minute is read this long before it is reached. */
const aheadMs = 20_000;
const checkEveryMs = 500;
const pastStaleMs = 10 * 60_000;
const growingMs = 2000;
/** An event of at most ten minutes that still goes on is told late by this much at most. */
const growsWithinMs = 30_000;

/** The minutes of footage around an instant, as starts since 1970. */
const minutesAround = (utcMs: number): number[] => [
  ...new Set([utcMs, utcMs + aheadMs].map((each) => Math.floor(each / minuteMs) * minuteMs)),
];

type KnownPath = PathEvent & { revision: number };

/** An event that lies in two minutes, or was read twice, as it was known last. */
function newestOfEach(results: readonly { data: { items: KnownPath[] } | undefined }[]): PathEvent[] {
  const known = new Map<string, KnownPath>();
  for (const item of results.flatMap((result) => result.data?.items ?? [])) {
    if ((known.get(item.id)?.revision ?? 0) < item.revision) known.set(item.id, item);
  }
  return [...known.values()];
}

interface PathsRequest {
  cameraId: string;
  source: OverlaySource;
  nowMs: () => number;
  isEnabled: boolean;
}

/** Ways of the events around the picture on screen, read minute by minute ahead of it. */
export function useEventPaths({ cameraId, source, nowMs, isEnabled }: PathsRequest): PathEvent[] {
  const [minutes, setMinutes] = useState<number[]>([]);
  useEffect(() => {
    if (!isEnabled) return setMinutes([]);
    const check = (): void => {
      const at = source.pictureUtcMs();
      const wanted = at === null ? [] : minutesAround(at);
      setMinutes((known) =>
        known.length === wanted.length && known.every((each, index) => each === wanted[index]) ? known : wanted,
      );
    };
    check();
    const timer = setInterval(check, checkEveryMs);
    return () => clearInterval(timer);
  }, [source, isEnabled]);
  return useQueries({
    combine: newestOfEach,
    queries: minutes.map((fromUtcMs) => {
      const isGrowing = fromUtcMs + minuteMs > nowMs() - growsWithinMs;
      return {
        ...callQuery(eventsCalls.paths, {
          params: { id: cameraId },
          query: { fromUtcMs, toUtcMs: fromUtcMs + minuteMs },
        }),
        staleTime: isGrowing ? growingMs : pastStaleMs,
        refetchInterval: isGrowing ? growingMs : (false as const),
        retry: false,
      };
    }),
  });
}
