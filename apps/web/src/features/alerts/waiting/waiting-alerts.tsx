import type { Alert } from '@sightline/contracts/alerts/alert';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshSoon } from '../../../platform/api/cached-items.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { useKnownNow } from '../../../platform/realtime/use-known-now.ts';
import { SeverityGlyph } from '../../../ui/alerts/severity-glyph.tsx';
import { saysMore, useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { waitingAlerts } from '../alert-queries.ts';
import { onAlert } from '../alerts.live.ts';
import { useWaiting } from './use-waiting.ts';
import { classNames } from '../../../ui/layout/layout-parts.ts';
import notice from '../../../ui/lists/notice-list.module.css';
import classes from './waiting.module.css';

function WaitingRow({ alert, nowUtcMs }: { alert: Alert; nowUtcMs: number }) {
  const words = useAlertWords();
  const [why] = alert.why;
  return (
    <li className={notice.row}>
      <Link to="/alert/monitoring" search={{ alert: alert.id }} className={notice.item}>
        <SeverityGlyph severity={alert.severity} isNamed />
        <bdi className={notice.name}>{words.kind(alert.kind)}</bdi>
        <span className={notice.since}>{formatSince(alert.openedAtUtcMs, nowUtcMs, alert.timeZone)}</span>
        <span className={notice.text}>
          {why !== undefined && saysMore(why) ? words.reason(why) : <bdi>{alert.ruleName}</bdi>}
        </span>
        <span className={notice.site}>
          <bdi>{alert.cameraName}</bdi> · <bdi>{alert.locationName}</bdi>
        </span>
      </Link>
    </li>
  );
}

/** Alerts that nobody has taken: how many, and the newest of the worst of them. Nothing while there are none. */
export function WaitingAlerts() {
  const { t } = useTranslation();
  const nowUtcMs = useKnownNow(10_000);
  const { count, worst, error } = useWaiting();
  const list = useQuery({ ...waitingAlerts(worst), enabled: worst !== undefined });
  useEffect(() => onAlert(() => refreshSoon(waitingAlerts(worst).queryKey)), [worst]);
  const failure = error ?? list.error;
  if (count === 0 && failure === null) return null;
  // What somebody took meanwhile leaves before the list is read again.
  const items = list.data?.items.filter(({ handling }) => handling === 'new') ?? [];
  if (items.length === 0 && failure === null) return null;
  return (
    <section className={classes.waiting} aria-labelledby="waiting-title">
      <Row align="center" justify="between" gap={8} className={classNames(notice.head, classes.head)}>
        <Row as="h2" align="center" gap={8} className={notice.title} id="waiting-title">
          {t('alerts.monitoring.title')}{' '}
          {count !== undefined && <span className={notice.total}>{formatCount(count)}</span>}
        </Row>
        <Link to="/alert/monitoring" className={classes.all}>
          {t('common.actions.showAll', { count: count ?? items.length })}
        </Link>
      </Row>
      {failure !== null && items.length === 0 && (
        <p className={classes.failed} role="alert">
          {t('alerts.queue.failed')}
        </p>
      )}
      <ul>
        {items.map((alert) => (
          <WaitingRow key={alert.id} alert={alert} nowUtcMs={nowUtcMs} />
        ))}
      </ul>
    </section>
  );
}
