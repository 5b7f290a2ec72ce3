import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ActiveFilter } from './use-active-filters.ts';
import type { SearchControl } from './search-control.ts';
import classes from './filters.module.css';

/** Active filters as chips with a cross each. */
export function FilterChips({
  active,
  control,
  onClear,
}: {
  active: readonly ActiveFilter[];
  control: SearchControl;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  if (active.length === 0) return null;
  return (
    <div className={classes.chips} data-testid="active-filters">
      {active.map(({ key, name, value, clear }) => (
        <span key={key} className={classes.chip}>
          {name}: <strong>{value}</strong>
          <button
            type="button"
            className={classes.remove}
            aria-label={t('common.actions.clearFilter', { name })}
            onClick={() => control.change(clear)}
          >
            <IconX size={14} stroke={1.75} aria-hidden="true" />
          </button>
        </span>
      ))}
      <button type="button" className={classes.clearAll} onClick={onClear}>
        {t('common.actions.clearFilters')}
      </button>
    </div>
  );
}
