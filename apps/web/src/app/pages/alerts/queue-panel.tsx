import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isFiltered } from '../../../features/alerts/alert-filters.ts';
import { AlertQueue } from '../../../features/alerts/queue/alert-queue.tsx';
import { QueueFilters } from '../../../features/alerts/queue/queue-filters.tsx';
import { QueueKeys } from '../../../features/alerts/queue/queue-keys.tsx';
import { WaitingRows } from '../../../features/alerts/queue/waiting-rows.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import type { Monitoring } from './use-monitoring.ts';
import classes from './monitoring.module.css';

const MutedCameras = lazy(async () => ({
  default: (await import('../../../features/alerts/mutes/muted-cameras.tsx')).MutedCameras,
}));

const FloodLines = lazy(async () => ({
  default: (await import('../../../features/alerts/floods/flood-lines.tsx')).FloodLines,
}));

/** Filters, the queue in its four states, and the keys below it. */
export function QueuePanel({ monitoring }: { monitoring: Monitoring }) {
  const { t } = useTranslation();
  const { list, rows, total, filters, filter, scroller, openId, open, waitingCount, letIn, loadMore } = monitoring;
  return (
    <section
      className={classes.queue}
      aria-label={t('alerts.queue.label')}
      onPointerEnter={() => monitoring.hover(true)}
      onPointerLeave={() => monitoring.hover(false)}
    >
      <div className={classes.filters}>
        <QueueFilters filters={filters} onChange={filter} />
      </div>
      <Suspense>
        <MutedCameras />
      </Suspense>
      <Suspense>
        <FloodLines shownId={filters.flood} onShow={(flood) => filter({ flood })} />
      </Suspense>
      <WaitingRows count={waitingCount} onLetIn={letIn} />
      <ListScreen
        list={list}
        failed={t('alerts.queue.failed')}
        stillWorks={t('alerts.queue.stillWorks')}
        isEmpty={() => rows.length === 0}
        empty={
          isFiltered(filters) ? (
            <EmptyState title={t('alerts.queue.noneTitle')} text={t('alerts.queue.noneText')}>
              <Button variant="default" onClick={() => filter('none')}>
                {t('common.actions.clearFilters')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              title={t('alerts.queue.emptyTitle')}
              text={t('alerts.queue.emptyText')}
              art={<EmptyDrawing />}
            />
          )
        }
      >
        {() => (
          <AlertQueue
            label={t('alerts.queue.label')}
            rows={rows}
            total={total}
            openId={openId}
            scroller={scroller}
            isReading={monitoring.isReading}
            onOpen={open}
            onEndReached={loadMore}
          />
        )}
      </ListScreen>
      <QueueKeys />
    </section>
  );
}

/** A bell at rest above an even line. */
function EmptyDrawing() {
  return (
    <svg width="200" height="56" viewBox="0 0 200 56" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M1 46h198" />
      <path d="M86 38c4-4 4-8 4-13a10 10 0 0 1 20 0c0 5 0 9 4 13ZM96 42a4 4 0 0 0 8 0" />
    </svg>
  );
}
