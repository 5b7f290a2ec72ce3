import type { Event } from '@sightline/contracts/events/event';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { EventThumbnail } from '../../../features/events/search/event-thumbnail.tsx';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import classes from './developer.module.css';
import { useNewestEvents } from './use-newest-events.ts';

function Card({ event }: { event: Event }) {
  return (
    <li>
      <Link to="/search" search={{ event: event.id }} className={classes.card}>
        <span className={classes.picture}>
          <EventThumbnail event={event} />
        </span>
        <span>{event.cameraName}</span>
        <bdi dir="ltr">
          {event.class} {event.score.toFixed(2)} · {event.modelId}
        </bdi>
        <bdi>{formatTime(event.startedAtUtcMs, event.timeZone, 'full')}</bdi>
      </Link>
    </li>
  );
}

/** The newest events with what the model said of them. */
export function SearchGridPage() {
  const { t } = useTranslation();
  const query = useNewestEvents();
  return (
    <DeveloperSection title={t('developer.menu.searchGrid')} query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('developer.noEvents')} text={t('developer.noEventsText')} />
        ) : (
          <ul className={classes.cards}>
            {items.map((event) => (
              <Card key={event.id} event={event} />
            ))}
          </ul>
        )
      }
    </DeveloperSection>
  );
}
