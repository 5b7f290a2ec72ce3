import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertDetail as Detail } from '@sightline/contracts/alerts/alert';
import { alertCounts } from '../../../features/alerts/alert-queries.ts';
import { SoundMenu } from '../../../features/alerts/sound/sound-menu.tsx';
import { AlertActions } from '../../../features/alerts/detail/alert-actions.tsx';
import { AlertDetail } from '../../../features/alerts/detail/alert-detail.tsx';
import { MoreMenu } from '../../../features/alerts/detail/more-menu.tsx';
import { UndoBar } from '../../../features/alerts/detail/undo-bar.tsx';
import { DispatchBanner } from '../../../features/dispatch-alarms/dispatch/dispatch-banner.tsx';
import { DispatchButton } from '../../../features/dispatch-alarms/dispatch/dispatch-button.tsx';
import type { DispatchSubject } from '../../../features/dispatch-alarms/dispatch/dispatch-dialog.tsx';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { AlertViews } from '../../../ui/alerts/alert-views.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { NotificationBanner } from '../../shell/notices/notification-banner.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { useMonitoring } from './use-monitoring.ts';
import classes from './monitoring.module.css';

const AlertStage = lazy(async () => ({ default: (await import('./alert-stage.tsx')).AlertStage }));

const renderStage = (alert: Detail): ReactNode => (
  <Suspense>
    <AlertStage alert={alert} />
  </Suspense>
);

const subjectOf = ({ id, locationId, locationName, cameraId }: Detail): DispatchSubject => ({
  locationId,
  locationName,
  alertId: id,
  cameraId: cameraId ?? undefined,
});

/** The queue of alerts, and the one that is being looked at beside it; on phones one after the other. */
export function MonitoringPage() {
  const { t } = useTranslation();
  const monitoring = useMonitoring('/alert/monitoring');
  const { openId, rows, total, deeds, does, close } = monitoring;
  const index = rows.findIndex(({ id }) => id === openId);
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
            <AlertDetail
              key={openId}
              id={openId}
              place={index < 0 ? null : { index: index + 1, total }}
              onClose={close}
              renderStage={renderStage}
              renderMore={(alert) => <MoreMenu alert={alert} deeds={deeds} />}
              renderActions={(alert) => (
                <>
                  <DispatchBanner locationId={alert.locationId} />
                  <AlertActions
                    alert={alert}
                    deeds={deeds}
                    onDeed={does}
                    extra={<DispatchButton subject={subjectOf(alert)} />}
                  />
                </>
              )}
            />
          )}
          <UndoBar last={deeds.last} onUndo={() => does('reopen')} />
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
