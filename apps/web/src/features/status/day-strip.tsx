import type { StatusDay, StatusSpan, StatusState } from '@sightline/contracts/status/status';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { drawnSpans, drawnUnits } from '../../ui/ribbon/drawn-spans.ts';
import classes from './status-history.module.css';

/** How high a state stands in a strip of ten: so that colour is not its only sign. */
const heights: Record<StatusState, number> = { online: 10, unhealthy: 6, notRecording: 6, offline: 3, notConnected: 0 };

const isFailure = ({ state }: StatusSpan): boolean => state === 'offline' || state === 'unhealthy';

/** One day of the site as a band. Time runs left to right in every language; what is to come, or is not known, stays empty. */
export function DayStrip({ day, timeZone }: { day: StatusDay; timeZone: string }) {
  const { t } = useTranslation();
  const name = formatTime(day.fromUtcMs, timeZone, 'day');
  const share = day.uptimeShare === null ? null : formatShare(day.uptimeShare);
  const clock = (utcMs: number): string => formatTime(utcMs, timeZone);
  return (
    <li className={classes.day}>
      <bdi className={classes.dayName}>{name}</bdi>
      <svg
        className={classes.strip}
        viewBox={`0 0 ${String(drawnUnits)} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          share === null ? t('status.history.dayUnknown', { day: name }) : t('status.history.day', { day: name, share })
        }
        direction="ltr"
      >
        {drawnSpans(day, day.spans, isFailure).map(({ span: { fromUtcMs, toUtcMs, state }, x, width }) => (
          <rect
            key={fromUtcMs}
            className={classes.span}
            data-state={state}
            x={x}
            y={10 - heights[state]}
            width={width}
            height={heights[state]}
          >
            <title>
              {t('status.history.span', {
                state: t(`status.state.${state}`),
                from: clock(fromUtcMs),
                to: clock(toUtcMs),
              })}
            </title>
          </rect>
        ))}
      </svg>
      <span className={classes.share}>{share}</span>
    </li>
  );
}
