import type { Event } from '@sightline/contracts/events/event';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { EventThumbnail } from '../../../features/events/search/results/event-thumbnail.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { machineText } from './cells.tsx';
import classes from './developer.module.css';
import { rawFields } from './canvas/raw-fields.ts';
import { useNewestEvents } from './canvas/use-newest-events.ts';

const picture = (event: Event): ReactNode => (
  <Link to="/search" search={{ event: event.id }} className={classes.picture} aria-label={event.id}>
    <EventThumbnail event={event} />
  </Link>
);

/** The newest events with every field as the server answers it. */
export function SearchGridPage() {
  const { t } = useTranslation();
  const query = useNewestEvents();
  return (
    <DeveloperSection title={t('developer.menu.searchGrid')} query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('developer.noEvents')} text={t('developer.noEventsText')} />
        ) : (
          <PlainTable
            label={t('developer.menu.searchGrid')}
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              { id: 'picture', header: t('developer.grid.picture'), cell: picture },
              // Names of fields are those of the interface, in every language.
              ...Object.entries(rawFields).map(([name, text]) => ({
                id: name,
                header: machineText(name),
                cell: (event: Event) => machineText(text(event)),
              })),
            ]}
          />
        )
      }
    </DeveloperSection>
  );
}
