import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { alertSearch, type AlertFilters, type AlertSearch } from '../../../features/alerts/alert-filters.ts';
import { commentFieldId } from '../../../features/alerts/detail/alert-comments.tsx';
import { neighbour, nextOpen } from '../../../features/alerts/queue/queue-pages.ts';
import { useAlertQueue } from '../../../features/alerts/queue/use-alert-queue.ts';
import { useAlertDeeds } from '../../../features/alerts/use-alert-deeds.ts';
import { useAlertKeys, type DeedName } from '../../../features/alerts/use-alert-keys.ts';
import { alertById } from '../../../features/alerts/alert-queries.ts';
import { queryClient } from '../../../platform/api/query-client.ts';

/** Somebody who opened an alert reads it so long after their last touch. */
const readingMs = 10_000;

/** Whether somebody reads: the pointer is over the list, it was scrolled, or an alert is open and the page was touched lately. */
function useReading(openId: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const touchedMs = useRef(0);
  const open = useRef(openId);
  open.current = openId;
  useEffect(() => {
    const touch = (): void => {
      touchedMs.current = performance.now();
    };
    const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const kind of kinds) document.addEventListener(kind, touch, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, touch);
    };
  }, []);
  const isReading = useCallback(
    (): boolean =>
      isOver.current ||
      (scroller.current?.scrollTop ?? 0) > 0 ||
      (open.current !== undefined && performance.now() - touchedMs.current < readingMs),
    [],
  );
  const hover = useCallback((over: boolean): void => {
    isOver.current = over;
  }, []);
  return { scroller, isReading, hover };
}

/** The queue with what is open in it, and what the keys and buttons do. */
export function useMonitoring(page: '/alert/monitoring' | '/alert/view-list') {
  const navigate = useNavigate();
  const search = alertSearch(useSearch({ strict: false }));
  const { alert: openId, ...filters } = search;
  const { scroller, isReading, hover } = useReading(openId);
  const { list, rows, waitingCount, letIn } = useAlertQueue(filters, isReading);
  const deeds = useAlertDeeds();
  const go = (next: AlertSearch, isReplaced: boolean, to = page): void =>
    void navigate({ to, search: next, replace: isReplaced });
  const open = (id: string): void => go({ ...filters, alert: id }, openId !== undefined, '/alert/monitoring');
  const close = (): void => go(filters, true);
  const step = (direction: 1 | -1): void => {
    const next = neighbour(rows, openId, direction);
    if (next !== undefined) open(next.id);
  };
  const current = () =>
    openId === undefined
      ? undefined
      : (queryClient.getQueryData(alertById(openId).queryKey) ?? rows.find(({ id }) => id === openId));
  /** Goes on to the next one that waits; without one, what was done stays on the screen. */
  const goOn = (id: string): void => {
    const next = nextOpen(rows, id);
    if (next !== undefined) open(next.id);
  };
  const does = (deed: DeedName): void => {
    if (deed === 'next' || deed === 'previous') return step(deed === 'next' ? 1 : -1);
    if (deed === 'reopen' && deeds.last !== null) {
      const { id } = deeds.last.alert;
      void deeds.undo().then(() => openId !== undefined && openId !== id && open(id));
      return;
    }
    const alert = current();
    if (alert === undefined || !alert.can.handle || deeds.busyId === alert.id) return;
    if (deed === 'comment') return document.getElementById(commentFieldId)?.focus();
    if (deed === 'reopen') {
      if (alert.handling === 'done') void deeds.reopen(alert);
      return;
    }
    if (alert.handling === 'done') return;
    if (deed === 'take') {
      if (alert.handling === 'new') void deeds.take(alert);
      return;
    }
    void deeds.end(alert, deed).then((isDone) => isDone && goOn(alert.id));
  };
  useAlertKeys(does);
  const loadMore = useCallback((): void => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  }, [list]);
  const total = Math.max(rows.length, list.data?.pages[0]?.total.value ?? 0);
  return {
    openId,
    filters,
    filter: (change: AlertFilters | 'none'): void =>
      go(change === 'none' ? { alert: openId } : { ...search, ...change }, true),
    list,
    rows,
    total,
    waitingCount,
    letIn: (): void => {
      letIn();
      scroller.current?.scrollTo({ top: 0 });
    },
    loadMore,
    scroller,
    hover,
    open,
    close,
    deeds,
    does,
  };
}

/** What {@link useMonitoring} answers. */
export type Monitoring = ReturnType<typeof useMonitoring>;
