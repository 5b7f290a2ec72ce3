import type { Alert } from '@sightline/contracts/alerts/alert';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { Page } from '@sightline/contracts/shared/paging';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { toApiError } from '../../../platform/api/api-error.ts';
import type { AlertFilters } from '../alert-filters.ts';
import { queuePages, queueQuery } from '../alert-queries.ts';
import { onAlert } from '../alerts.live.ts';
import { freshOf, withChanged, withNewest, without, type QueuePages } from './queue-pages.ts';

const firstMs = 50;
const betweenMs = 1000;
const tickMs = 1000;
/** A row that is done stays so long, so that it can be taken back. */
const doneStaysMs = 10_000;
/** Rows beyond the newest page that are read one by one after a change. */
const readAtMost = 20;

/** The queue of alerts, kept true: known rows change in place, new ones wait while somebody reads, and rows that are done leave once nobody does. */
export function useAlertQueue(filters: AlertFilters, isReading: () => boolean) {
  const client = useQueryClient();
  const options = queuePages(filters);
  const list = useInfiniteQuery({ ...options, staleTime: 60_000 });
  const [waiting, setWaiting] = useState<Page<Alert> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const askedAt = useRef(-betweenMs);
  const changedIds = useRef(new Set<string>());
  const doneAt = useRef(new Map<string, number>());
  const { queryKey } = options;
  const name = JSON.stringify(queryKey);
  const change = (update: (shown: QueuePages) => QueuePages): void => {
    client.setQueryData<QueuePages>(queryKey, (shown) => (shown === undefined ? shown : update(shown)));
  };
  const letIn = (newest: Page<Alert> | null): void => {
    if (newest !== null) change((shown) => withNewest(shown, newest));
    setWaiting(null);
  };
  const readRest = async (newest: Page<Alert>): Promise<void> => {
    const ids = [...changedIds.current].filter((id) => !newest.items.some((alert) => alert.id === id));
    changedIds.current.clear();
    const rest = await Promise.all(
      ids.slice(0, readAtMost).map((id) => call(alertsCalls.get, { params: { id } }).catch(() => null)),
    );
    change((shown) =>
      withChanged(
        shown,
        rest.filter((alert) => alert !== null),
      ),
    );
  };
  const look = useEffectEvent(async (): Promise<void> => {
    timer.current = null;
    askedAt.current = performance.now();
    const newest = await call(alertsCalls.queue, { query: queueQuery(filters) }).catch(toApiError);
    // The next alert asks again; meanwhile the filters may have become others.
    if (newest instanceof Error || name !== JSON.stringify(queryKey)) return;
    const shown = client.getQueryData<QueuePages>(queryKey);
    if (shown === undefined) return;
    change((pages) => withChanged(pages, newest.items));
    await readRest(newest);
    if (freshOf(shown, newest).length === 0 || !isReading()) letIn(newest);
    else setWaiting(newest);
  });
  const hear = useEffectEvent((alertId: string): void => {
    const shown = client.getQueryData<QueuePages>(queryKey);
    if (shown?.pages.some(({ items }) => items.some(({ id }) => id === alertId)) === true)
      changedIds.current.add(alertId);
    timer.current ??= setTimeout(() => void look(), Math.max(firstMs, askedAt.current + betweenMs - performance.now()));
  });
  const tick = useEffectEvent((): void => {
    const shown = client.getQueryData<QueuePages>(queryKey);
    if (shown === undefined) return;
    const nowMs = performance.now();
    const done =
      filters.handling === 'done'
        ? []
        : shown.pages.flatMap(({ items }) => items.filter(({ handling }) => handling === 'done'));
    for (const { id } of done) if (!doneAt.current.has(id)) doneAt.current.set(id, nowMs);
    for (const id of doneAt.current.keys()) if (!done.some((alert) => alert.id === id)) doneAt.current.delete(id);
    if (isReading()) return;
    if (waiting !== null) letIn(waiting);
    const gone = new Set([...doneAt.current].filter(([, ms]) => nowMs - ms >= doneStaysMs).map(([id]) => id));
    if (gone.size > 0) change((pages) => without(pages, gone));
  });
  useEffect(() => onAlert(({ alertId }) => hear(alertId)), []);
  useEffect(() => {
    const ticking = setInterval(() => tick(), tickMs);
    return () => clearInterval(ticking);
  }, []);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
      setWaiting(null);
    },
    [name],
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const waitingCount = waiting !== null && list.data !== undefined ? freshOf(list.data, waiting).length : 0;
  return { list, rows, waitingCount, letIn: () => letIn(waiting) };
}
