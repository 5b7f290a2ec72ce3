import type { Event } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';
import { pathLine } from '../../../../features/events/facts/box-at.ts';
import classes from '../developer.module.css';

const thousandths = (share: number): number => Math.round(share * 1000);

/** Events over a picture: the box in which each was seen best, and the way that it went. Which is which is said when it is pointed at. */
export function EventWays({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation();
  return (
    <svg
      className={classes.ways}
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('developer.canvas.ways', { count: events.length })}
    >
      {events.map(({ id, class: kind, score, best: { box }, path }) => (
        <g key={id} className={classes.way} data-class={kind}>
          <title>{`${kind} ${score.toFixed(2)} ${id}`}</title>
          <polyline points={pathLine(path)} />
          <rect
            x={thousandths(box.x)}
            y={thousandths(box.y)}
            width={thousandths(box.width)}
            height={thousandths(box.height)}
          />
        </g>
      ))}
    </svg>
  );
}
