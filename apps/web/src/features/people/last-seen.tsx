import { useTranslation } from 'react-i18next';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Moment } from '../../ui/time/moment.tsx';

/** When somebody was seen last, in the zone of the reader: they may have been at several sites. */
export function LastSeen({ utcMs }: { utcMs: number }) {
  const { t } = useTranslation();
  return (
    <>
      {t('people.card.lastSeen')} <Moment utcMs={utcMs} timeZone={ownZone()} to="time" />
    </>
  );
}
