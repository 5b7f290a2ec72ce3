import type { AlertDetail } from '@sightline/contracts/alerts/alert';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { Moment } from '../../../ui/time/moment.tsx';
import { muteOfCamera } from '../mutes/mute-queries.ts';
import { ruleById } from '../alert-queries.ts';
import { useHandlingWords } from '../use-handling-words.ts';
import classes from './detail.module.css';

/** Why an alert is told, by which rule, whose it is, and what else is known. */
export function AlertFacts({ alert, onKeep }: { alert: AlertDetail; onKeep: () => void }) {
  const { t } = useTranslation();
  const words = useAlertWords();
  const handling = useHandlingWords();
  const since = (utcMs: number): string => formatSince(utcMs, serverNowUtcMs(), alert.timeZone);
  const subject = alert.why.map((reason) => words.subject(reason)).find((text) => text !== null);
  const { handler } = alert;
  return (
    <dl className={classes.facts}>
      <Fact name={t('alerts.facts.why')}>
        <ul className={classes.why}>
          {alert.why.map((reason) => (
            <li key={`${reason.what} ${reason.placeId ?? ''}`}>{words.reason(reason)}</li>
          ))}
        </ul>
        {alert.count > 1 && (
          <span className={classes.quiet}>
            {t('alerts.facts.times', { count: alert.count, shown: formatCount(alert.count) })}
          </span>
        )}
      </Fact>
      {subject !== undefined && <Fact name={t('alerts.facts.object')}>{subject}</Fact>}
      <Fact name={t('alerts.facts.rule')}>
        <bdi>{alert.ruleName}</bdi>
        {alert.ruleId === null ? (
          <span className={classes.quiet}>{t('alerts.facts.ruleGone')}</span>
        ) : (
          <Mute alert={alert} ruleId={alert.ruleId} />
        )}
      </Fact>
      <Fact name={t('alerts.facts.handling')}>
        {handling.owner(alert)}
        {handler !== null && (
          <span className={classes.quiet}>
            {alert.handling === 'taken'
              ? since(handler.atUtcMs)
              : t('alerts.facts.by', { name: handling.nameOf(alert) ?? handler.name, time: since(handler.atUtcMs) })}
          </span>
        )}
        <Lapse alert={alert} since={since} onKeep={onKeep} />
      </Fact>
      {alert.cameraId !== null && (
        <Fact name={t('alerts.facts.camera')}>
          {alert.cameraDeletedAtUtcMs === null ? (
            <CameraLink alert={alert} cameraId={alert.cameraId} />
          ) : (
            <>
              <bdi>{alert.cameraName}</bdi>
              <span className={classes.quiet}>
                {t('alerts.facts.cameraGone')} <Moment utcMs={alert.cameraDeletedAtUtcMs} timeZone={alert.timeZone} />
              </span>
            </>
          )}
        </Fact>
      )}
      <Fact name={t('alerts.facts.site')}>
        <bdi>{alert.locationName}</bdi>
      </Fact>
      <Fact name={t('alerts.facts.time')}>
        <span>
          <Moment utcMs={alert.openedAtUtcMs} timeZone={alert.timeZone} />
        </span>
      </Fact>
      {alert.footageUntilUtcMs !== null && alert.footageUntilUtcMs > serverNowUtcMs() && (
        <Fact name={t('alerts.facts.footage')}>
          <span>
            {t('alerts.facts.keptUntil')} <Moment utcMs={alert.footageUntilUtcMs} timeZone={alert.timeZone} />
          </span>
        </Fact>
      )}
      {alert.phase === 'closed' && (
        <Fact name={t('alerts.facts.ended')}>
          {words.closed(alert.closeReason)}
          {alert.closedAtUtcMs !== null && <span className={classes.quiet}>{since(alert.closedAtUtcMs)}</span>}
        </Fact>
      )}
      {alert.number !== null && <Fact name={t('alerts.facts.number')}>{String(alert.number)}</Fact>}
      {alert.isLate && (
        <Fact name={t('alerts.facts.late')}>{t('alerts.facts.lateText', { time: since(alert.receivedAtUtcMs) })}</Fact>
      )}
    </dl>
  );
}

function CameraLink({ alert, cameraId }: { alert: AlertDetail; cameraId: string }) {
  return (
    <>
      <Link
        to="/camera/$cameraId"
        params={{ cameraId }}
        search={alert.can.playback ? { at: String(alert.openedAtUtcMs) } : {}}
        className={classes.link}
      >
        <bdi>{alert.cameraName}</bdi>
      </Link>
      <CameraMuted alert={alert} cameraId={cameraId} />
    </>
  );
}

interface LapseProps {
  alert: AlertDetail;
  since: (utcMs: number) => string;
  onKeep: () => void;
}

/** When it goes back to everybody unless something is done about it, or that it went back. */
function Lapse({ alert, since, onKeep }: LapseProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { handling, handler, takeLapsesAtUtcMs, lapsed } = alert;
  if (handling === 'taken' && takeLapsesAtUtcMs !== null)
    return (
      <span className={classes.quiet}>
        {t('alerts.lapse.at', { time: since(takeLapsesAtUtcMs) })}{' '}
        {handler?.userId === user.id && alert.can.handle && (
          <button type="button" className={classes.keep} onClick={onKeep}>
            {t('alerts.lapse.keep')}
          </button>
        )}
      </span>
    );
  if (handling !== 'new' || lapsed === null) return null;
  const time = since(lapsed.atUtcMs);
  const isOwn = lapsed.userId === user.id;
  return (
    <span className={classes.muted}>
      {isOwn ? t('alerts.lapse.yours', { time }) : t('alerts.lapse.was', { name: lapsed.name, time })}
    </span>
  );
}

/** Until when the rule is silenced, and who said so. */
function Mute({ alert, ruleId }: { alert: AlertDetail; ruleId: string }) {
  const { t } = useTranslation();
  const snooze = useQuery(ruleById(ruleId)).data?.snooze;
  if (snooze === null || snooze === undefined) return null;
  const time = formatSince(snooze.untilUtcMs, serverNowUtcMs(), alert.timeZone);
  return <span className={classes.muted}>{t('alerts.mute.until', { time, name: snooze.byName })}</span>;
}

/** Until when the camera is muted, and who said so. */
function CameraMuted({ alert, cameraId }: { alert: AlertDetail; cameraId: string }) {
  const { t } = useTranslation();
  const mute = useQuery(muteOfCamera(cameraId)).data?.items[0];
  if (mute === undefined || mute.untilUtcMs <= serverNowUtcMs()) return null;
  const time = formatSince(mute.untilUtcMs, serverNowUtcMs(), alert.timeZone);
  return (
    <span className={classes.muted}>
      {t('alerts.muteCamera.until', { time, name: mute.byName })}
      {mute.state !== 'muted' && ` · ${t(`alerts.muteCamera.state.${mute.state}`)}`}
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
