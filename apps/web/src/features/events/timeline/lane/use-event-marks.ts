import type { EventMark } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { callQuery } from '../../../../platform/api/client.ts';
import { onEvent } from '../../../../platform/realtime/event-bus.ts';
import type { MarkTile } from './mark-tiles.ts';
import { mergeMarks } from './merge-marks.ts';

interface MarksRequest {
  cameraId: string;
  tiles: readonly MarkTile[];
  nowMs: () => number;
}

export interface EventMarks {
  marks: EventMark[];
  isLoading: boolean;
  /** Set when nothing could be read. */
  failure: unknown;
  /** False when there are more events than are drawn. */
  isComplete: boolean;
  retry: () => void;
}

const limit = 2000;
const pastStaleMs = 10 * 60_000;
/** Realtime tells what happens now; reading again covers what it missed. */
const growingMs = 30_000;
/** A core that was away for long tells its events late, but seldom later than this. */
const growsWithinMs = 15 * 60_000;
const keptRevisions = 1000;

/** Revisions of a camera's events as they are told. */
function useRevised(cameraId: string): EventMark[] {
  const [heard, setHeard] = useState<{ cameraId: string; marks: EventMark[] }>({ cameraId, marks: [] });
  useEffect(
    () =>
      onEvent('events.revised', (told) => {
        if (told.cameraId !== cameraId) return;
        setHeard((known) => ({
          cameraId,
          marks: mergeMarks([known.cameraId === cameraId ? known.marks : [], told.events]).slice(-keptRevisions),
        }));
      }),
    [cameraId],
  );
  return heard.cameraId === cameraId ? heard.marks : nothing;
}

const nothing: EventMark[] = [];

/** Marks of a camera in pieces of time, with what is told of them meanwhile. */
export function useEventMarks({ cameraId, tiles, nowMs }: MarksRequest): EventMarks {
  const revised = useRevised(cameraId);
  const answers = useQueries({
    queries: tiles.map((tile) => {
      const isGrowing = tile.toUtcMs > nowMs() - growsWithinMs;
      return {
        ...callQuery(eventsCalls.ofCamera, { params: { id: cameraId }, query: { ...tile, limit } }),
        staleTime: isGrowing ? growingMs : pastStaleMs,
        refetchInterval: isGrowing ? growingMs : (false as const),
      };
    }),
    combine: combined,
  });
  const marks = useMemo(() => mergeMarks([...answers.pieces, revised]), [answers.pieces, revised]);
  return {
    marks,
    isLoading: answers.isLoading,
    failure: answers.failure,
    isComplete: answers.isComplete,
    retry: answers.retry,
  };
}

interface Result {
  data: { items: EventMark[]; isComplete: boolean } | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

function combined(results: readonly Result[]) {
  const read = results.map(({ data }) => data).filter((data) => data !== undefined);
  return {
    pieces: read.map(({ items }) => items),
    isLoading: read.length === 0 && results.some(({ isPending }) => isPending),
    failure: read.length === 0 ? (results.find(({ error }) => error !== null)?.error ?? null) : null,
    isComplete: read.every(({ isComplete }) => isComplete),
    retry: () => results.forEach((result) => void result.refetch()),
  };
}
