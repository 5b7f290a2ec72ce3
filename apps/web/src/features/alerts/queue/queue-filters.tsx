import { useTranslation } from 'react-i18next';
import { FoldedFilters } from '../../../ui/filters/folded-filters.tsx';
import { AlertFilterBar } from '../alert-filter-bar.tsx';
import { filterCount, type AlertFilters } from '../alert-filters.ts';

interface QueueFiltersProps {
  filters: AlertFilters;
  onChange: (change: AlertFilters | 'none') => void;
}

/** Filters above the queue. */
export function QueueFilters({ filters, onChange }: QueueFiltersProps) {
  const { t } = useTranslation();
  return (
    <FoldedFilters count={filterCount(filters)} onClear={() => onChange('none')}>
      <AlertFilterBar filters={filters} onChange={onChange} unsetHandling={t('alerts.handling.open')} />
    </FoldedFilters>
  );
}
