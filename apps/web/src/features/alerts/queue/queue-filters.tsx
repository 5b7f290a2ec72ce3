import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { AlertFilterBar } from '../alert-filter-bar.tsx';
import { filterCount, type AlertFilters } from '../alert-filters.ts';

const FilterSheet = lazy(async () => ({
  default: (await import('../../../ui/filters/filter-sheet.tsx')).FilterSheet,
}));

interface QueueFiltersProps {
  filters: AlertFilters;
  onChange: (change: AlertFilters | 'none') => void;
}

/** Filters above the queue. On phones the alerts come first: one button, which says how many filters hold and opens them as a sheet. */
export function QueueFilters({ filters, onChange }: QueueFiltersProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [isOpen, sheet] = useDisclosure(false);
  const bar = <AlertFilterBar filters={filters} onChange={onChange} unsetHandling={t('alerts.handling.open')} />;
  if (!isPhone) return <Toolbar>{bar}</Toolbar>;
  const count = filterCount(filters);
  return (
    <Toolbar
      end={
        count > 0 && (
          <Button variant="subtle" onClick={() => onChange('none')}>
            {t('common.actions.clearFilters')}
          </Button>
        )
      }
    >
      <Button
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden="true" />}
        onClick={sheet.open}
      >
        {count === 0 ? t('common.filters.label') : t('common.filters.active', { count })}
      </Button>
      {isOpen && (
        <Suspense>
          <FilterSheet onClose={sheet.close}>
            <Toolbar>{bar}</Toolbar>
          </FilterSheet>
        </Suspense>
      )}
    </Toolbar>
  );
}
