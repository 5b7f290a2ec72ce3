import type { AlertDetail as Detail } from '@sightline/contracts/alerts/alert';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { useKnownNow } from '../../../platform/realtime/use-known-now.ts';
import { SeverityLabel } from '../../../ui/alerts/severity-glyph.tsx';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { alertById } from '../alert-queries.ts';
import { AlertComments } from './alert-comments.tsx';
import { AlertFacts } from './alert-facts.tsx';
import classes from './detail.module.css';

interface AlertDetailProps {
  id: string;
  /** Where it stands in the queue, from 1; null when it is not in it. */
  place: { index: number; total: number } | null;
  onClose: () => void;
  /** Whoever has it keeps it for longer. */
  onKeep: () => void;
  /** Picture and clip. */
  renderStage: (alert: Detail) => ReactNode;
  /** What can be done, docked at the foot. */
  renderActions: (alert: Detail) => ReactNode;
  renderMore: (alert: Detail) => ReactNode;
}

const nowEveryMs = 1000;
/** Not everybody who sees alerts hears of cores: whether that of an open one went is looked at now and then. */
const openEveryMs = 30_000;
const lookAgainMs = (alert: Detail | undefined): number | false =>
  alert === undefined || alert.phase === 'closed' ? false : openEveryMs;

/** One alert: what was seen, why it is told, what people say of it, and what to do. */
export function AlertDetail(props: AlertDetailProps) {
  const { id, place, onClose, renderStage, renderActions } = props;
  const { t } = useTranslation();
  const alert = useQuery({ ...alertById(id), refetchInterval: ({ state }) => lookAgainMs(state.data) });
  const { data } = alert;
  return (
    <section className={classes.detail} aria-label={t('alerts.detail.label')} data-testid="alert-detail">
      {data === undefined ? (
        <>
          <header className={classes.head}>
            <Back onClose={onClose} />
          </header>
          {alert.error === null ? <Waiting /> : <NotThere failure={alert.error} onRetry={() => void alert.refetch()} />}
        </>
      ) : (
        <>
          <Head alert={data} place={place} onClose={onClose} more={props.renderMore(data)} />
          <div className={classes.body}>
            <div className={classes.main}>
              <div className={classes.stage}>{renderStage(data)}</div>
              <AlertComments alert={data} />
            </div>
            <AlertFacts alert={data} onKeep={props.onKeep} />
          </div>
          {renderActions(data)}
        </>
      )}
    </section>
  );
}

function Back({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon className={classes.back} aria-label={t('alerts.detail.back')} onClick={onClose}>
      <IconArrowLeft size={20} stroke={1.5} aria-hidden="true" className={classes.arrow} />
    </ActionIcon>
  );
}

interface HeadProps extends Pick<AlertDetailProps, 'place' | 'onClose'> {
  alert: Detail;
  more: ReactNode;
}

function Head({ alert, place, onClose, more }: HeadProps) {
  const { t } = useTranslation();
  const words = useAlertWords();
  const nowUtcMs = useKnownNow(nowEveryMs);
  const { unknownSinceUtcMs } = alert;
  const isOpen = alert.phase !== 'closed';
  // Counted on only as long as it is known to hold.
  const ageMs = (alert.closedAtUtcMs ?? unknownSinceUtcMs ?? nowUtcMs) - alert.openedAtUtcMs;
  return (
    <header className={classes.head}>
      <Back onClose={onClose} />
      <div className={classes.names}>
        {place !== null && (
          <p className={classes.ordinal}>{t('alerts.detail.ordinal', { index: place.index, total: place.total })}</p>
        )}
        <h2>{words.kind(alert.kind)}</h2>
        <p className={classes.where}>
          <bdi>{alert.cameraName}</bdi> · <bdi>{alert.locationName}</bdi> ·{' '}
          <Moment utcMs={alert.openedAtUtcMs} timeZone={alert.timeZone} />
        </p>
      </div>
      <Row align="center" gap={8} className={classes.chips}>
        <span className={classes.chip} data-severity={alert.severity}>
          <SeverityLabel severity={alert.severity} />
        </span>
        <span className={classes.chip} data-quiet="true">
          {unknownSinceUtcMs === null
            ? t(isOpen ? 'alerts.detail.openFor' : 'alerts.detail.lasted', { duration: formatDuration(ageMs) })
            : t('alerts.detail.unknownSince', { time: formatSince(unknownSinceUtcMs, nowUtcMs, alert.timeZone) })}
        </span>
        {more}
      </Row>
    </header>
  );
}

function Waiting() {
  return (
    <div className={classes.body}>
      <div className={classes.main}>
        <div className={classes.stage} />
        <Skeleton width="60%" height="12px" />
        <Skeleton width="40%" height="12px" />
      </div>
    </div>
  );
}

function NotThere({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const isGone = ['not_found', 'forbidden', 'validation_failed', 'bad_request'].includes(toApiError(failure).code);
  if (isGone) return <EmptyState title={t('alerts.detail.goneTitle')} text={t('alerts.detail.goneText')} />;
  return <ErrorState title={t('alerts.detail.failed')} failure={failure} onRetry={onRetry} />;
}
