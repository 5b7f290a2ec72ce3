import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../layout/use-is-phone.ts';
import { Toolbar } from '../page/toolbar.tsx';

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

interface FoldedFiltersProps {
  /** How many of them are set. */
  count: number;
  onClear: () => void;
  /** The filters. */
  children: ReactNode;
  /** What stands behind them on every screen. */
  after?: ReactNode;
  /** The total. On phones it gives its place to what clears the filters. */
  end?: ReactNode;
}

/** Filters above a list. On phones the list comes first: one button, which says how many filters hold and opens them as a sheet. */
export function FoldedFilters({ count, onClear, children, after, end }: FoldedFiltersProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [isOpen, sheet] = useDisclosure(false);
  if (!isPhone)
    return (
      <Toolbar end={end}>
        {children}
        {after}
      </Toolbar>
    );
  return (
    <Toolbar
      end={
        count > 0 ? (
          <Button variant="subtle" onClick={onClear}>
            {t('common.actions.clearFilters')}
          </Button>
        ) : (
          end
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
      {after}
      {isOpen && (
        <Suspense>
          <FilterSheet onClose={sheet.close}>
            <Toolbar>{children}</Toolbar>
          </FilterSheet>
        </Suspense>
      )}
    </Toolbar>
  );
}
