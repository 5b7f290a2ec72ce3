import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { alertCounts } from '../../../features/alerts/alert-queries.ts';
import { SoundMenu } from '../../../features/alerts/sound/sound-menu.tsx';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { AlertViews } from '../../../ui/alerts/alert-views.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { NotificationBanner } from '../../shell/notices/notification-banner.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { useMonitoring } from './use-monitoring.ts';
import classes from './monitoring.module.css';

const UndoBar = lazy(async () => ({
  default: (await import('../../../features/alerts/detail/undo-bar.tsx')).UndoBar,
}));
const OpenedAlert = lazy(async () => ({ default: (await import('./opened-alert.tsx')).OpenedAlert }));

/** The queue of alerts, and the one that is being looked at beside it; on phones one after the other. */
export function MonitoringPage() {
  const { t } = useTranslation();
  const monitoring = useMonitoring('/alert/monitoring');
  const { openId, deeds, does } = monitoring;
  return (
    <div className={classes.page} data-open={openId !== undefined}>
      <div className={classes.header}>
        <PageHeader title={t('alerts.monitoring.title')} meta={<Waiting />}>
          <AlertViews />
          <SoundMenu />
        </PageHeader>
        <NotificationBanner />
      </div>
      <div className={classes.body}>
        <QueuePanel monitoring={monitoring} />
        <div className={classes.detail}>
          {openId === undefined ? (
            <EmptyState title={t('alerts.detail.noneTitle')} text={t('alerts.detail.noneText')} />
          ) : (
            <Suspense>
              <OpenedAlert id={openId} monitoring={monitoring} />
            </Suspense>
          )}
          <Suspense>
            <UndoBar last={deeds.last} onUndo={() => does('reopen')} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

/** How many alerts are open, and how many of them nobody took. */
function Waiting() {
  const { t } = useTranslation();
  const counts = useQuery(alertCounts()).data;
  if (counts === undefined) return null;
  const fresh = counts.new.critical + counts.new.warning + counts.new.info;
  const open = fresh + counts.taken;
  return (
    <>
      {t('alerts.monitoring.open', { count: open, shown: formatCount(open) })} ·{' '}
      {t('alerts.monitoring.untaken', { count: fresh, shown: formatCount(fresh) })}
    </>
  );
}

/** The same queue as a list over the whole width; an alert opens beside the queue. */
export function ViewListPage() {
  const { t } = useTranslation();
  const monitoring = useMonitoring('/alert/view-list');
  return (
    <div className={classes.page}>
      <div className={classes.header}>
        <PageHeader title={t('alerts.list.title')} meta={<Waiting />}>
          <AlertViews />
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/alert/monitoring" search={monitoring.filters} {...props} />}
          >
            {t('alerts.list.toMonitoring')}
          </Button>
          <SoundMenu />
        </PageHeader>
        <NotificationBanner />
      </div>
      <div className={classes.body} data-list="true">
        <QueuePanel monitoring={monitoring} />
      </div>
    </div>
  );
}
