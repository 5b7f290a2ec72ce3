import type { Event } from '@sightline/contracts/events/event';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { clockLength } from '../../../platform/i18n/format-number.ts';
import { formatClock } from '../../../platform/i18n/format-time.ts';
import { Plate } from '../facts/plate.tsx';
import { Who } from '../facts/who.tsx';
import { isInView } from '../facts/is-in-view.ts';
import { useEventWords } from '../facts/use-event-words.ts';
import { ClassShape } from './class-shape-icon.tsx';
import { leadMs } from './lane/lane-hit.ts';
import { RowPicture } from './row-picture.tsx';
import classes from './events-panel.module.css';

interface EventRowProps {
  event: Event;
  isCurrent: boolean;
  /** The instant on screen, for events that go on. */
  nowMs: number;
  isLive: boolean;
  timeZone: string;
  onPlay: (utcMs: number) => void;
}

/** One event of the list, 72 px: picture, what, when, how long; a click plays it from a little before. */
export const EventRow = memo(Row, (before, now) => {
  const isSame =
    before.event === now.event &&
    before.isCurrent === now.isCurrent &&
    before.timeZone === now.timeZone &&
    before.onPlay === now.onPlay;
  // Only what goes on counts the seconds.
  return (
    isSame && (now.event.endedAtUtcMs !== null || Math.floor(before.nowMs / 1000) === Math.floor(now.nowMs / 1000))
  );
});

function Row({ event, isCurrent, nowMs, isLive, timeZone, onPlay }: EventRowProps) {
  const { t } = useTranslation();
  const words = useEventWords();
  const clockMs = useNow(5000);
  const isOpen = event.endedAtUtcMs === null && isInView(event, clockMs);
  const lastMs = event.endedAtUtcMs ?? Math.max(event.lastSeenUtcMs, isLive && isOpen ? nowMs : 0);
  const clock = formatClock(event.startedAtUtcMs, timeZone, 'second');
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        data-event={event.id}
        data-open={isOpen}
        aria-current={isCurrent ? 'true' : undefined}
        disabled={!event.can.playback}
        onClick={() => onPlay(event.startedAtUtcMs - leadMs)}
      >
        <span className={classes.picture} data-severity={event.severity}>
          <RowPicture event={event} />
        </span>
        <span className={classes.facts}>
          <span className={classes.what}>
            <ClassShape kind={event.class} />
            <b>{event.person === null ? words.kind(event) : <Who person={event.person} />}</b>
            {event.plate !== null && <Plate text={event.plate.text} />}
          </span>
          <span className={classes.when}>
            {isOpen ? <span className={classes.open}>{t('events.timeline.now')}</span> : <bdi dir="ltr">{clock}</bdi>}
            {' · '}
            <bdi dir="ltr">{clockLength(lastMs - event.startedAtUtcMs)}</bdi>
            {event.severity !== 'info' && (
              <>
                {' · '}
                <span data-severity={event.severity}>{words.severity(event)}</span>
              </>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}
