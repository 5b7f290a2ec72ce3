import { useTranslation } from 'react-i18next';
import type { ActiveFilter } from './use-active-filters.ts';
import type { SearchControl } from '../search-control.ts';
import { Cross } from '../../../../ui/filters/cross.tsx';
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
          <Cross label={t('common.actions.clearFilter', { name })} size="small" onClick={() => control.change(clear)} />
        </span>
      ))}
      <button type="button" className={classes.clearAll} onClick={onClear}>
        {t('common.actions.clearFilters')}
      </button>
    </div>
  );
}
