import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import classes from './developer.module.css';
import { EventCanvas } from './event-canvas.tsx';
import { useNewestEvents } from './use-newest-events.ts';

/** The newest events by time and score. */
export function SearchCanvasPage() {
  const { t } = useTranslation();
  const query = useNewestEvents();
  return (
    <DeveloperSection title={t('developer.menu.searchCanvas')} query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('developer.noEvents')} text={t('developer.noEventsText')} />
        ) : (
          <>
            <p className={classes.text}>{t('developer.canvas.text')}</p>
            <EventCanvas events={items} />
          </>
        )
      }
    </DeveloperSection>
  );
}
