import type { Event } from '@sightline/contracts/events/event';
import { boxAt, pathLine } from '../facts/box-at.ts';
import classes from './way-overlay.module.css';

interface WayOverlayProps {
  event: Pick<Event, 'class' | 'path' | 'best' | 'startedAtUtcMs'>;
  /** The instant on screen. */
  atUtcMs: number;
}

/** The way that a thing went and its box at this instant, in picture coordinates: they never mirror. */
export function WayOverlay({ event: { class: kind, path, best, startedAtUtcMs }, atUtcMs }: WayOverlayProps) {
  const box = Math.abs(atUtcMs - best.atUtcMs) < 60 ? best.box : boxAt(path, atUtcMs - startedAtUtcMs);
  return (
    <svg
      className={classes.overlay}
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-kind={kind}
      data-testid="event-way"
    >
      {path.length > 1 && <polyline points={pathLine(path)} className={classes.way} />}
      {box && (
        <rect
          x={box.x * 1000}
          y={box.y * 1000}
          width={box.width * 1000}
          height={box.height * 1000}
          className={classes.box}
          data-testid="event-box"
        />
      )}
    </svg>
  );
}
