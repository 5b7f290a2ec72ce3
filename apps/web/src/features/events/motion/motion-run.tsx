import type { Camera } from '@sightline/contracts/cameras/camera';
import type { MotionMatches } from '@sightline/contracts/events/motion';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatShare } from '../../../platform/i18n/format-number.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import { Moment } from '../../../ui/time/moment.tsx';
import classes from './motion.module.css';

interface MotionRunProps {
  run: MotionMatches['items'][number];
  camera: Camera;
  picture: ReactNode;
}

/** One run of motion; a click plays it. */
export function MotionRun({ run: { fromUtcMs, toUtcMs, peakLevel, cellShare }, camera, picture }: MotionRunProps) {
  const { t } = useTranslation();
  return (
    <li>
      <Link
        to="/camera/$cameraId"
        params={{ cameraId: camera.id }}
        search={{ at: String(fromUtcMs) }}
        className={classes.run}
        preload={false}
        data-testid="motion-run"
      >
        <span className={classes.moment}>{picture}</span>
        <span className={classes.words}>
          <span className={classes.time}>
            <Moment utcMs={fromUtcMs} timeZone={camera.timeZone} />
          </span>
          <span className={classes.quiet}>
            {formatDuration(toUtcMs - fromUtcMs)} ·{' '}
            {t('events.search.motion.cellShare', { share: leftToRight(formatShare(cellShare)) })}
          </span>
        </span>
        <span className={classes.level}>
          <span className={classes.bar} aria-hidden="true">
            <i style={{ inlineSize: `${(peakLevel / 255) * 100}%` }} />
          </span>
          <span className={classes.quiet}>
            {t('events.search.motion.peak', { level: leftToRight(`${peakLevel} / 255`) })}
          </span>
        </span>
      </Link>
    </li>
  );
}
