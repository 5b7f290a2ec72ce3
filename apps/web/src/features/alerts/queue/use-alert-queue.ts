import type { Alert } from '@sightline/contracts/alerts/alert';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { Page } from '@sightline/contracts/shared/paging';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { toApiError } from '../../../platform/api/api-error.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import type { AlertFilters } from '../alert-filters.ts';
import { queuePages, queueQuery } from '../alert-queries.ts';
import { onAlert } from '../alerts.live.ts';
import { freshOf, withChanged, withNewest, without, type QueuePages } from './queue-pages.ts';
import { readEach, type ReadRows } from './read-rows.ts';

const firstMs = 50;
const betweenMs = 1000;
const tickMs = 1000;
const staleMs = 60_000;
/** A row that is done stays so long, so that it can be taken back. */
const doneStaysMs = 10_000;
/** Rows beyond the newest page that are read one by one after a change. */
const readAtMost = 20;
/** The first may be one that was on its way for something else. */
const pagesReadAtMost = 2;

/** Rows that changed beyond the newest page, read one by one. */
const readOthers = (ids: readonly string[]): Promise<ReadRows> =>
  readEach(ids, (id) => call(alertsCalls.get, { params: { id } }));

/** Those of the ids that are on the screen. */
const knownOf = (shown: QueuePages | undefined, ids: ReadonlySet<string>): string[] =>
  shown?.pages.flatMap(({ items }) => items.map(({ id }) => id).filter((id) => ids.has(id))) ?? [];

interface Request {
  filters: AlertFilters;
  isReading: () => boolean;
}

/** Hears of alerts: known rows change in place, new ones wait until they are let in, or until nobody reads. */
function useUpdates({ filters, isReading }: Request) {
  const [waiting, setWaiting] = useState<Page<Alert> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const askedAt = useRef(-betweenMs);
  const changedIds = useRef(new Set<string>());
  const { queryKey } = queuePages(filters);
  const name = JSON.stringify(queryKey);
  const letIn = (newest: Page<Alert> | null): void => {
    if (newest !== null) changeShown(queryKey, (shown) => withNewest(shown, newest));
    setWaiting(null);
  };
  const look = useEffectEvent(async (): Promise<void> => {
    timer.current = null;
    askedAt.current = performance.now();
    const newest = await call(alertsCalls.queue, { query: queueQuery(filters) }).catch(toApiError);
    // The next alert asks again; meanwhile the filters may have become others.
    if (newest instanceof Error || name !== JSON.stringify(queryKey)) return;
    const before = queryClient.getQueryData<QueuePages>(queryKey);
    const known = knownOf(before, changedIds.current).filter((id) => !newest.items.some((alert) => alert.id === id));
    // The rest is read the next time.
    changedIds.current = new Set(known.slice(readAtMost));
    const others = await readOthers(known.slice(0, readAtMost));
    changeShown(queryKey, (shown) => without(withChanged(shown, [...newest.items, ...others.read]), others.takenAway));
    const shown = queryClient.getQueryData<QueuePages>(queryKey);
    if (shown === undefined) return;
    if (freshOf(shown, newest).length === 0 || !isReading()) letIn(newest);
    else setWaiting(newest);
  });
  const hear = useEffectEvent((alertId: string): void => {
    changedIds.current.add(alertId);
    timer.current ??= setTimeout(() => void look(), Math.max(firstMs, askedAt.current + betweenMs - performance.now()));
  });
  // What was left over by the last look is read by the next one, also when nothing more is heard.
  const lookOn = useEffectEvent((): void => {
    if (changedIds.current.size > 0 && timer.current === null && performance.now() - askedAt.current >= betweenMs)
      void look();
  });
  useEffect(() => {
    const looking = setInterval(() => lookOn(), betweenMs);
    return () => clearInterval(looking);
  }, []);
  useEffect(() => onAlert(({ alertId }) => hear(alertId)), []);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
      setWaiting(null);
    },
    [name],
  );
  return { waiting, letIn };
}

const changeShown = (queryKey: readonly unknown[], update: (shown: QueuePages) => QueuePages): void => {
  queryClient.setQueryData<QueuePages>(queryKey, (shown) => (shown === undefined ? shown : update(shown)));
};

type Find = (rows: readonly Alert[]) => Alert | undefined;

/** The queue of alerts, kept true. Rows that are done leave some seconds later, and new ones come, once nobody reads. */
export function useAlertQueue(filters: AlertFilters, isReading: () => boolean) {
  const options = queuePages(filters);
  const list = useInfiniteQuery({ ...options, staleTime: staleMs });
  const { waiting, letIn } = useUpdates({ filters, isReading });
  const doneAt = useRef(new Map<string, number>());
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const tick = useEffectEvent((): void => {
    const gone = doneFor(doneAt.current, filters.handling === 'done' ? [] : rows);
    if (isReading()) return;
    if (waiting !== null) letIn(waiting);
    if (gone.size > 0) changeShown(options.queryKey, (shown) => without(shown, gone));
  });
  useEffect(() => {
    const ticking = setInterval(() => tick(), tickMs);
    return () => clearInterval(ticking);
  }, []);
  // The last row that is loaded is not the last there is.
  const findBelow = async (find: Find): Promise<Alert | undefined> => {
    let found = find(rows);
    let hasMore = list.hasNextPage;
    for (let tries = 0; found === undefined && hasMore && tries < pagesReadAtMost; tries += 1) {
      const read = await list.fetchNextPage({ cancelRefetch: false });
      found = find(read.data?.pages.flatMap(({ items }) => items) ?? rows);
      hasMore = read.hasNextPage;
    }
    return found;
  };
  const waitingCount = waiting !== null && list.data !== undefined ? freshOf(list.data, waiting).length : 0;
  return { list, rows, findBelow, waitingCount, letIn: () => letIn(waiting) };
}

/** Rows that were seen to be done long enough ago to leave; `since` keeps when each was first seen so. */
function doneFor(since: Map<string, number>, rows: readonly Alert[]): ReadonlySet<string> {
  const nowMs = performance.now();
  const done = new Set(rows.filter(({ handling }) => handling === 'done').map(({ id }) => id));
  for (const id of since.keys()) if (!done.has(id)) since.delete(id);
  for (const id of done) if (!since.has(id)) since.set(id, nowMs);
  return new Set([...since].filter(([, ms]) => nowMs - ms >= doneStaysMs).map(([id]) => id));
}
