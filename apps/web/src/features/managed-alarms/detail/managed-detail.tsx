import type { Alert } from '@sightline/contracts/alerts/alert';
import type { ManagedAlarm } from '@sightline/contracts/managed-alarms/managed-alarm';
import { managedAlarmStatus } from '@sightline/contracts/managed-alarms/managed-alarm-status';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration } from '../../../platform/i18n/format-number.ts';
import { Facts } from '../../../ui/page/facts.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { alertsOfManaged, managedById } from '../managed-alarm-queries.ts';
import { alertsText, numberText } from '../managed-table.tsx';
import { ManagedState } from '../managed-state.tsx';
import { CloseAlarm } from './close-alarm.tsx';
import classes from './detail.module.css';

interface ManagedDetailProps {
  id: string;
  onClose: () => void;
  /** One alert of it, as alerts are drawn elsewhere. */
  renderAlert: (alert: Alert) => ReactNode;
}

/** One managed alarm: since when, where, its alerts, and the button that closes it. */
export function ManagedDetail({ id, onClose, renderAlert }: ManagedDetailProps) {
  const { t } = useTranslation();
  const [isClosing, setClosing] = useState(false);
  const { data: alarm, error, refetch } = useQuery(managedById(id));
  return (
    <section className={classes.detail} aria-label={t('managedAlarms.detail.label')} data-testid="managed-alarm">
      <Head alarm={alarm} onClose={onClose} />
      {alarm === undefined ? (
        <div className={classes.body}>
          <NotThere error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          <div className={classes.body}>
            <AlarmFacts alarm={alarm} />
            <LinkedAlerts alarm={alarm} renderAlert={renderAlert} />
          </div>
          {alarm.status !== managedAlarmStatus.closed && (
            <div className={classes.foot}>
              <Button className={classes.deed} onClick={() => setClosing(true)}>
                {t('managedAlarms.close.action')}
              </Button>
            </div>
          )}
          {isClosing && <CloseAlarm alarm={alarm} onClose={() => setClosing(false)} />}
        </>
      )}
    </section>
  );
}

function Head({ alarm, onClose }: { alarm: ManagedAlarm | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.back} aria-label={t('managedAlarms.detail.back')} onClick={onClose}>
        <IconArrowLeft size={20} stroke={1.5} aria-hidden="true" className={classes.arrow} />
      </ActionIcon>
      <div className={classes.names}>
        {alarm !== undefined && (
          <>
            <h2>
              <bdi>{alarm.name}</bdi> <bdi dir="ltr">{numberText(alarm.number)}</bdi>
            </h2>
            <p className={classes.where}>
              <bdi>{alarm.locationName}</bdi>
            </p>
          </>
        )}
      </div>
      <ActionIcon className={classes.cross} aria-label={t('common.actions.close')} onClick={onClose}>
        <IconX size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </header>
  );
}

function NotThere({ error, onRetry }: { error: { code: string } | null; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error === null) return <LoadingRows rows={4} />;
  const isGone = ['not_found', 'forbidden', 'validation_failed', 'bad_request'].includes(error.code);
  if (isGone)
    return <EmptyState title={t('managedAlarms.detail.goneTitle')} text={t('managedAlarms.detail.goneText')} />;
  return <ErrorState title={t('managedAlarms.detail.failed')} failure={error} onRetry={onRetry} />;
}

function AlarmFacts({ alarm }: { alarm: ManagedAlarm }) {
  const { t } = useTranslation();
  const { createdAt, lastAlertAt, closedAt, closedBy, status, timeZone } = alarm;
  return (
    <div className={classes.facts}>
      <Facts>
        <dt>{t('managedAlarms.list.status')}</dt>
        <dd>
          <ManagedState status={status} />
        </dd>
        <dt>{t('managedAlarms.list.opened')}</dt>
        <dd>
          <Moment utcMs={createdAt} timeZone={timeZone} />
        </dd>
        <dt>{t('managedAlarms.list.last')}</dt>
        <dd>
          <Moment utcMs={lastAlertAt} timeZone={timeZone} />
        </dd>
        {closedAt !== null && (
          <>
            <dt>{t('managedAlarms.detail.closed')}</dt>
            <dd>
              <Moment utcMs={closedAt} timeZone={timeZone} />
            </dd>
            <dt>{t('managedAlarms.list.closedBy')}</dt>
            <dd>
              <bdi>{closedBy?.name}</bdi>
            </dd>
            <dt>{t('managedAlarms.detail.took')}</dt>
            <dd>{formatDuration(closedAt - createdAt)}</dd>
          </>
        )}
      </Facts>
    </div>
  );
}

function LinkedAlerts({ alarm, renderAlert }: { alarm: ManagedAlarm } & Pick<ManagedDetailProps, 'renderAlert'>) {
  const { t } = useTranslation();
  const alerts = useQuery(alertsOfManaged(alarm.id));
  return (
    <section className={classes.alerts} aria-label={t('managedAlarms.list.alerts')}>
      <h3>
        {t('managedAlarms.list.alerts')} <span className={classes.count}>{alertsText(t, alarm)}</span>
      </h3>
      <ListScreen list={alerts} failed={t('managedAlarms.detail.alertsFailed')} rows={3}>
        {({ items, hiddenCount }) => (
          <>
            <ul>
              {items.map((alert) => (
                <li key={alert.id}>{renderAlert(alert)}</li>
              ))}
            </ul>
            {hiddenCount > 0 && (
              <p className={classes.note}>
                {t('managedAlarms.detail.hidden', { count: hiddenCount, shown: formatCount(hiddenCount) })}
              </p>
            )}
            {items.length + hiddenCount < alarm.alertCount && (
              <p className={classes.note}>
                {t('managedAlarms.detail.newest', { shown: formatCount(items.length + hiddenCount) })}
              </p>
            )}
          </>
        )}
      </ListScreen>
    </section>
  );
}
