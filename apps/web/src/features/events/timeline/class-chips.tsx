import type { EventClass } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';
import { eventClasses } from '../search/filters/event-filters.ts';
import { ClassShape } from './class-shape-icon.tsx';
import classes from './events-panel.module.css';

interface ClassChipsProps {
  chosen: readonly EventClass[];
  onToggle: (kind: EventClass) => void;
  /** Only what the timeline shows is listed. */
  isNarrowed: boolean;
  onNarrow: () => void;
}

/** Narrows timeline and list to classes, none chosen shows all; and the list to what the timeline shows. */
export function ClassChips({ chosen, onToggle, isNarrowed, onNarrow }: ClassChipsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.chips} role="group" aria-label={t('events.timeline.filter')}>
      {eventClasses.map((kind) => (
        <button
          key={kind}
          type="button"
          className={classes.chip}
          data-kind={kind}
          aria-pressed={chosen.includes(kind)}
          onClick={() => onToggle(kind)}
        >
          <ClassShape kind={kind} />
          {t(`events.search.class.${kind}`)}
        </button>
      ))}
      <button type="button" className={classes.chip} aria-pressed={isNarrowed} onClick={onNarrow}>
        {t('events.timeline.inView')}
      </button>
    </div>
  );
}
