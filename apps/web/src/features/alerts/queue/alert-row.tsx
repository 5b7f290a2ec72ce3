import type { Alert } from '@sightline/contracts/alerts/alert';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime, isSameDay } from '../../../platform/i18n/format-time.ts';
import { SeverityGlyph } from '../../../ui/alerts/severity-glyph.tsx';
import { saysMore, useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { Ellipsis } from '../../../ui/layout/ellipsis.tsx';
import { useHandlingWords } from '../use-handling-words.ts';
import classes from './queue.module.css';

/** What one row of the queue says: how bad, what, why, where, when, and whose it is. */
export function AlertRow({ alert, nowUtcMs }: { alert: Alert; nowUtcMs: number }) {
  const words = useAlertWords();
  const handling = useHandlingWords();
  const { t } = useTranslation();
  const [why] = alert.why;
  const reason = why !== undefined && saysMore(why) ? words.reason(why) : alert.ruleName;
  // Somebody took it and did nothing about it.
  const isBack = alert.handling === 'new' && alert.lapsed !== null;
  const isToday = isSameDay(alert.openedAtUtcMs, nowUtcMs, alert.timeZone);
  return (
    <>
      <SeverityGlyph severity={alert.severity} isNamed />
      <Picture key={alert.pictureUrl} url={alert.pictureUrl} />
      <span className={classes.said}>
        <span className={classes.words}>
          <Ellipsis className={classes.title}>{words.kind(alert.kind)}</Ellipsis>
          <Ellipsis className={classes.why} dir="auto" title={reason}>
            {reason}
          </Ellipsis>
          <span className={classes.place}>
            <Ellipsis as="bdi">{alert.cameraName}</Ellipsis>
            <span aria-hidden="true">·</span>
            <Ellipsis as="bdi">{alert.locationName}</Ellipsis>
          </span>
        </span>
        <span className={classes.end}>
          <bdi dir="ltr" className={classes.time}>
            {formatTime(alert.openedAtUtcMs, alert.timeZone, 'seconds')}
          </bdi>
          <span className={classes.owner}>{handling.owner(alert)}</span>
          {isBack && <span className={classes.still}>{t('alerts.queue.back')}</span>}
          {!isBack && (alert.isLate || !isToday) && (
            <span className={classes.still}>
              {alert.isLate ? t('alerts.queue.late') : formatTime(alert.openedAtUtcMs, alert.timeZone, 'day')}
            </span>
          )}
        </span>
      </span>
    </>
  );
}

/** A picture in its place; where there is none, or its address has ended, the sign of alerts. */
function Picture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={classes.picture}>
      {url === null || isBroken ? (
        <IconBell size={20} stroke={1.5} aria-hidden="true" />
      ) : (
        <img src={url} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
