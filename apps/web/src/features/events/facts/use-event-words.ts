import type { Event, EventColour, EventMark } from '@sightline/contracts/events/event';
import { eventSubtypes } from '@sightline/domain/global-search/event-subtypes';
import { useTranslation } from 'react-i18next';

/** Words for what was seen. The model's finer word is used when the catalogue knows it. */
export function useEventWords() {
  const { t } = useTranslation();
  return {
    kind: ({ class: kind, subtype }: Pick<EventMark, 'class' | 'subtype'>): string => {
      const finer = eventSubtypes.find((word) => word === subtype);
      return finer ? t(`events.search.subtype.${finer}`) : t(`events.search.class.${kind}`);
    },
    colours: (colours: readonly EventColour[]): string =>
      [...new Set(colours.map(({ colour }) => colour))].map((colour) => t(`events.search.colour.${colour}`)).join(', '),
    severity: ({ severity }: Pick<Event, 'severity'>): string => t(`events.search.severity.${severity}`),
  };
}
