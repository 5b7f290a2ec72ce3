import type { Event } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';

/** Who somebody is, and how sure the face says so; nothing more where a person said it. */
export function Who({ person }: { person: NonNullable<Event['person']> }) {
  const { t } = useTranslation();
  const { name, sureness } = person;
  return (
    <span data-testid="who">
      <bdi>{name}</bdi>
      {sureness !== null && ` (${t(`events.who.${sureness}`)})`}
    </span>
  );
}
