import type { Event } from '@sightline/contracts/events/event';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { clockLength, formatDuration } from '../../../../platform/i18n/format-number.ts';
import { Ellipsis } from '../../../../ui/layout/ellipsis.tsx';
import { classNames } from '../../../../ui/layout/layout-parts.ts';
import { Row } from '../../../../ui/layout/row.tsx';
import tile from '../../../../ui/pictures/picture-tile.module.css';
import { Moment } from '../../../../ui/time/moment.tsx';
import { ColourDots } from '../../facts/colour-dots.tsx';
import { isInView } from '../../facts/is-in-view.ts';
import { EventClassIcon } from '../../facts/event-class-icon.tsx';
import { Plate } from '../../facts/plate.tsx';
import { Who } from '../../facts/who.tsx';
import { useEventWords } from '../../facts/use-event-words.ts';
import { EventThumbnail } from './event-thumbnail.tsx';
import { usePreviewHover } from './use-preview-hover.ts';
import classes from './event-card.module.css';

interface EventCardProps {
  event: Event;
  index: number;
  isCurrent: boolean;
  isOpen: boolean;
  /** Facts of some event are open: these replace them, so that one step back closes them. */
  isOtherOpen: boolean;
  /** Footage of the event, shown over its picture while wanted. */
  preview: ReactNode;
  /** Likeness in words and number, for results that are compared. */
  likeness?: ReactNode;
  onPreview: (event: Event | null) => void;
  onFocus: (index: number) => void;
}

/** One result: picture, what, where, when, how long. The whole card is a link to its facts. */
export const EventCard = memo(function EventCard({
  event,
  index,
  isCurrent,
  isOpen,
  isOtherOpen,
  preview,
  likeness,
  onPreview,
  onFocus,
}: EventCardProps) {
  const { t } = useTranslation();
  const words = useEventWords();
  const hover = usePreviewHover(event, onPreview);
  return (
    <Link
      from="/search"
      to="/search"
      search={(address) => ({ ...address, event: event.id })}
      replace={isOpen || isOtherOpen}
      className={classNames(tile.tile, classes.card)}
      data-index={index}
      data-open={isOpen}
      data-testid="event-card"
      data-event={event.id}
      tabIndex={isCurrent ? 0 : -1}
      preload={false}
      resetScroll={false}
      {...hover}
      onFocus={() => {
        onFocus(index);
        hover.onFocus();
      }}
    >
      <span className={classNames(tile.picture, classes.picture)} data-severity={event.severity}>
        <EventThumbnail event={event} />
        {preview !== null && <span className={classes.preview}>{preview}</span>}
        {likeness !== undefined && <span className={classes.startTop}>{likeness}</span>}
        <span className={classes.startBottom}>
          <Length event={event} />
        </span>
        {event.plate !== null && (
          <span className={classes.endBottom}>
            <Plate text={event.plate.text} isOnVideo />
          </span>
        )}
        {event.severity !== 'info' && (
          <span className={classes.endTop} data-severity={event.severity}>
            {words.severity(event)}
          </span>
        )}
      </span>
      <Ellipsis className={classNames(tile.name, classes.name)}>
        <bdi>{event.cameraName}</bdi> <bdi className={classes.site}>{event.locationName}</bdi>
      </Ellipsis>
      <span className={classes.small}>
        <Moment utcMs={event.startedAtUtcMs} timeZone={event.timeZone} />
      </span>
      <span className={classes.facts}>
        <EventClassIcon kind={event.class} size={14} />
        <span>{event.person === null ? words.kind(event) : <Who person={event.person} />}</span>
        <ColourDots colours={event.colours} />
        {event.isStationary && <span>{t('events.search.card.atRest')}</span>}
      </span>
    </Link>
  );
});

function Length({ event }: { event: Event }) {
  if (event.phase !== 'closed') return <OpenLength event={event} />;
  return <SeenLength event={event} />;
}

function SeenLength({ event }: { event: Event }) {
  const lengthMs = (event.endedAtUtcMs ?? event.lastSeenUtcMs) - event.startedAtUtcMs;
  return (
    <Row as="span" inline align="center" gap={4} className={classes.chip}>
      <bdi dir="ltr" aria-hidden="true">
        {clockLength(lengthMs)}
      </bdi>
      <span className={classes.said}>{formatDuration(lengthMs)}</span>
    </Row>
  );
}

function OpenLength({ event }: { event: Event }) {
  const { t } = useTranslation();
  const now = useNow(1000);
  if (!isInView(event, now)) return <SeenLength event={event} />;
  return (
    <Row as="span" inline align="center" gap={4} className={classes.chip} data-now="true">
      <i className={classes.nowDot} />
      {t('events.search.card.now')} <bdi dir="ltr">{clockLength(Math.max(0, now - event.startedAtUtcMs))}</bdi>
    </Row>
  );
}
