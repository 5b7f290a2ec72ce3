import type { Alert } from '@sightline/contracts/alerts/alert';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { alertSearch, type AlertFilters, type AlertSearch } from '../../../features/alerts/alert-filters.ts';
import { commentFieldId } from '../../../features/alerts/detail/comment-field-id.ts';
import { useAlertQueue } from '../../../features/alerts/queue/use-alert-queue.ts';
import { useAlertDeeds, type AlertDeeds } from '../../../features/alerts/use-alert-deeds.ts';
import { useAlertKeys, type DeedName } from '../../../features/alerts/use-alert-keys.ts';
import { alertById } from '../../../features/alerts/alert-queries.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { currentSession } from '../../../platform/session/session-store.ts';
import { useGoingOn } from './use-going-on.ts';
import { useReading } from './use-reading.ts';

interface DoesDeps {
  openId: string | undefined;
  rows: readonly Alert[];
  deeds: AlertDeeds;
  open: (id: string) => void;
  step: (direction: 1 | -1) => void;
  /** Opens the one to go on with after this one. */
  goOn: (id: string) => Promise<void>;
}

/** Whoever has an alert and takes it again keeps it for longer. */
const isOwn = ({ handling, handler }: Alert): boolean =>
  handling === 'taken' && handler?.userId === currentSession()?.user.id;

/** What keys and buttons do with the alert that is open. After one is done, the next one that waits is opened. */
const doesWith =
  ({ openId, rows, deeds, open, step, goOn }: DoesDeps) =>
  (deed: DeedName): void => {
    if (deed === 'next' || deed === 'previous') return step(deed === 'next' ? 1 : -1);
    if (deed === 'reopen' && deeds.last !== null) {
      const { id } = deeds.last.alert;
      void deeds.undo().then(() => openId !== undefined && openId !== id && open(id));
      return;
    }
    const read = openId === undefined ? undefined : queryClient.getQueryData(alertById(openId).queryKey);
    const alert = read ?? rows.find(({ id }) => id === openId);
    if (alert === undefined || !alert.can.handle || deeds.busyId === alert.id) return;
    if (deed === 'comment') return document.getElementById(commentFieldId)?.focus();
    if (alert.handling === 'done') {
      if (deed === 'reopen') void deeds.reopen(alert);
    } else if (deed === 'take') {
      if (alert.handling === 'new' || isOwn(alert)) void deeds.take(alert);
    } else if (deed !== 'reopen')
      void deeds.end(alert, deed).then((isDone) => {
        if (isDone) void goOn(alert.id);
      });
  };

/** The queue with what is open in it, and what the keys and buttons do. */
export function useMonitoring(page: '/alert/monitoring' | '/alert/view-list') {
  const navigate = useNavigate();
  const search = alertSearch(useSearch({ strict: false }));
  const { alert: openId, ...filters } = search;
  const { scroller, isReading, hover } = useReading(openId);
  const { list, rows, findBelow, waitingCount, letIn } = useAlertQueue(filters, isReading);
  const deeds = useAlertDeeds();
  // The queue scrolls by itself: put back to where it was before, it would lose sight of what is open.
  const go = (next: AlertSearch, isReplaced: boolean, to = page): void =>
    void navigate({ to, search: next, replace: isReplaced, resetScroll: false });
  const toTop = (): void => scroller.current?.scrollTo({ top: 0 });
  const open = (id: string): void => go({ ...filters, alert: id }, openId !== undefined, '/alert/monitoring');
  const close = (): void => go(filters, true);
  const { step, goOn } = useGoingOn({ rows, findBelow, openId, open });
  const does = doesWith({ openId, rows, deeds, open, step, goOn });
  useAlertKeys(does);
  const loadMore = useCallback((): void => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  }, [list]);
  const total = Math.max(rows.length, list.data?.pages[0]?.total.value ?? 0);
  return {
    openId,
    filters,
    filter: (change: AlertFilters | 'none'): void => {
      go(change === 'none' ? { alert: openId } : { ...search, ...change }, true);
      toTop();
    },
    list,
    rows,
    total,
    waitingCount,
    letIn: (): void => {
      letIn();
      toTop();
    },
    loadMore,
    scroller,
    isReading,
    hover,
    open,
    close,
    deeds,
    does,
  };
}

/** What {@link useMonitoring} answers. */
export type Monitoring = ReturnType<typeof useMonitoring>;
