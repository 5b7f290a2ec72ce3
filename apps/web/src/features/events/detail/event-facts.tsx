import type { Event } from '@sightline/contracts/events/event';
import { IconArrowUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatShare } from '../../../platform/i18n/format-number.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { isInView } from '../facts/is-in-view.ts';
import { headingName } from '../facts/heading.ts';
import { Plate } from '../facts/plate.tsx';
import { Who } from '../facts/who.tsx';
import { useEventWords } from '../facts/use-event-words.ts';
import { ColourFacts } from './colour-facts.tsx';
import { FaceFacts } from './face-facts.tsx';
import { Fact } from './fact.tsx';
import classes from './event-detail.module.css';

/** What is known of an event, and what of it is only a guess. */
export function EventFacts({ event }: { event: Event }) {
  const { t } = useTranslation();
  const words = useEventWords();
  return (
    <dl className={classes.facts}>
      <Fact name={t('events.search.detail.when')}>
        <Moment utcMs={event.startedAtUtcMs} timeZone={event.timeZone} />
        <br />
        <span className={classes.quiet}>
          <Stay event={event} />
          {event.isStationary && ` · ${t('events.search.card.atRest')}`}
        </span>
        {event.continuesId !== null && (
          <>
            <br />
            <Link
              from="/search"
              to="/search"
              search={(address) => ({ ...address, event: event.continuesId ?? undefined })}
              replace
            >
              {t('events.search.detail.continues')}
            </Link>
          </>
        )}
      </Fact>
      <Fact name={t('events.search.detail.where')}>
        <Link to="/camera/$cameraId" params={{ cameraId: event.cameraId }}>
          {event.cameraName}
        </Link>
        <br />
        <span className={classes.quiet}>{event.locationName}</span>
      </Fact>
      {event.zones.length > 0 && (
        <Fact name={t('events.search.filters.zones')}>
          {event.zones.map((zone) => (
            <span key={`${zone.zoneId} ${zone.enteredAtUtcMs}`} className={classes.item}>
              {zone.name ?? t('events.search.detail.deletedZone')}{' '}
              <bdi dir="ltr" className={classes.quiet}>
                {formatTime(zone.enteredAtUtcMs, event.timeZone, 'seconds')}
                {zone.leftAtUtcMs !== null && ` – ${formatTime(zone.leftAtUtcMs, event.timeZone, 'seconds')}`}
              </bdi>
            </span>
          ))}
        </Fact>
      )}
      {event.severity !== 'info' && <Fact name={t('events.search.filters.severity')}>{words.severity(event)}</Fact>}
      <Movement event={event} />
      <ColourFacts colours={event.colours} />
      {event.person !== null && (
        <Fact name={t('events.search.detail.person')}>
          <Who person={event.person} />
        </Fact>
      )}
      {event.plate !== null && (
        <Fact name={t('events.search.detail.plate')}>
          <Plate text={event.plate.text} />{' '}
          <span className={classes.quiet}>
            {t('events.search.detail.plateSure', {
              score: leftToRight(formatShare(event.plate.score)),
              count: event.plate.reads,
            })}
          </span>
        </Fact>
      )}
      {event.vehicle !== null && (
        <Fact name={t('events.search.detail.vehicle')}>
          <Link to="/database/vehicles" search={{ search: event.vehicle.plate }}>
            <Plate text={event.vehicle.plate.toUpperCase()} />
          </Link>{' '}
          <span className={classes.quiet}>
            {t('events.search.detail.vehicleSure', { score: leftToRight(formatShare(event.vehicle.score)) })}
          </span>
        </Fact>
      )}
      {event.face !== null && <FaceFacts face={event.face} pictureUrl={event.thumbnails.face} />}
      <Fact name={t('events.search.detail.score')}>
        <bdi dir="ltr">{formatShare(event.score)}</bdi>{' '}
        <span className={classes.quiet}>
          {t('events.search.detail.model')} <bdi dir="ltr">{event.modelId}</bdi>
        </span>
      </Fact>
    </dl>
  );
}

function Stay({ event }: { event: Event }) {
  const { t } = useTranslation();
  const now = useNow(5000);
  if (event.phase === 'closed') return t('events.search.detail.lasted', { time: formatDuration(event.dwellMs) });
  if (isInView(event, now)) return t('events.search.detail.stillThere');
  return t('events.search.detail.lastSeen', {
    time: leftToRight(formatTime(event.lastSeenUtcMs, event.timeZone, 'seconds')),
  });
}

function Movement({ event: { heading, speed, motionLevel } }: { event: Event }) {
  const { t } = useTranslation();
  return (
    <>
      {(heading !== null || speed !== null) && (
        <Fact name={t('events.search.detail.movement')}>
          {heading !== null && (
            <Row as="span" inline align="center" gap={6}>
              <IconArrowUp size={16} stroke={1.6} style={{ transform: `rotate(${heading}deg)` }} aria-hidden="true" />
              {t(`events.search.heading.${headingName(heading)}`)}
            </Row>
          )}
          {speed !== null && (
            <span className={classes.item}>
              {t('events.search.detail.speed', { speed: leftToRight(speed.toFixed(2)) })}
            </span>
          )}
        </Fact>
      )}
      <Fact name={t('events.search.filters.motion')}>
        <bdi dir="ltr">{motionLevel} / 255</bdi>
      </Fact>
    </>
  );
}
