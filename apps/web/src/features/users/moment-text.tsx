import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { ownZone } from '../../platform/time/own-zone.ts';

/** Day and time of this browser's zone; a word when there is none. */
export function MomentText({ utcMs }: { utcMs: number | null }) {
  const { t } = useTranslation();
  if (utcMs === null) return <>{t('users.list.never')}</>;
  const zone = ownZone();
  return (
    <>
      <bdi>{formatTime(utcMs, zone, 'day')}</bdi> <bdi dir="ltr">{formatTime(utcMs, zone, 'time')}</bdi>
    </>
  );
}
