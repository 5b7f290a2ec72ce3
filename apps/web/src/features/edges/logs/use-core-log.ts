import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { LogLevel, LogLine, LogPage } from '@sightline/contracts/edges/edge-logs';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/client.ts';

/** What is looked for in the log of a core. */
export interface LogFilter {
  level: LogLevel;
  process: string | undefined;
  text: string;
}

const perPage = 200;
const followMs = 2_000;
/** Lines that stay on the screen while following. */
const maxLines = 2_000;

const readLog = (
  edgeId: string,
  query: Partial<LogFilter> & { before?: string | undefined; after?: string | undefined },
  signal: AbortSignal,
): Promise<LogPage> =>
  call(edgesCalls.logs, { params: { id: edgeId }, query: { ...query, limit: perPage } }, { signal });

/** Lines of the log of a core, newest first: pages back in time, and what is said from now on while it is followed. */
export function useCoreLog(edgeId: string, filter: LogFilter, isFollowing: boolean) {
  const pages = useInfiniteQuery({
    queryKey: ['core-log', edgeId, filter],
    queryFn: ({ signal, pageParam }) => readLog(edgeId, { ...filter, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.before ?? undefined,
    // Newer lines come by following; reading the first page again would show them twice.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const start = pages.data?.pages[0]?.after;
  const [fresh, setFresh] = useState<{ of: string | undefined; lines: LogLine[]; after: string | undefined }>({
    of: undefined,
    lines: [],
    after: undefined,
  });
  const after = fresh.of === start ? (fresh.after ?? start) : start;
  const updates = useQuery({
    queryKey: ['core-log-news', edgeId, filter, after],
    queryFn: ({ signal }) => readLog(edgeId, { ...filter, after }, signal),
    enabled: isFollowing && after !== undefined,
    refetchInterval: followMs,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    const page = updates.data;
    if (page === undefined || page.after === after) return;
    setFresh((known) => ({
      of: start,
      after: page.after,
      lines: [...page.items, ...(known.of === start ? known.lines : [])].slice(0, maxLines),
    }));
  }, [updates.data, after, start]);
  const older = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return {
    pages,
    failure: pages.error ?? updates.error,
    lines: fresh.of === start ? [...fresh.lines, ...older] : older,
  };
}
