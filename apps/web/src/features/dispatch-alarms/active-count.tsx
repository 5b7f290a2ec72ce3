import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { activeAlarms } from './dispatch-queries.ts';

/** How many alarms are active; nothing while that is not known. */
export function ActiveCount() {
  const { t } = useTranslation();
  const { data, error } = useInfiniteQuery(activeAlarms());
  const count = data?.pages[0]?.total.value;
  if (count === undefined || error !== null) return null;
  if (count === 0) return <StatusLabel level="ok">{t('dispatchAlarms.indicator.none')}</StatusLabel>;
  return (
    <StatusLabel level="bad">{t('dispatchAlarms.indicator.active', { count, shown: formatCount(count) })}</StatusLabel>
  );
}
