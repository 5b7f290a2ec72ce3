import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showPalette } from './palette-state.ts';
import classes from '../shell.module.css';

const preload = (): void => void import('./global-search.tsx');

/** Opens the global search from the rail. */
export function FindButton() {
  const { t } = useTranslation();
  const label = t('globalSearch.button', { key: 'Ctrl+K' });
  return (
    <button
      type="button"
      className={classes.find}
      aria-label={label}
      aria-keyshortcuts="Control+K Meta+K"
      title={label}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => showPalette(true)}
    >
      <IconSearch size={20} stroke={1.5} aria-hidden="true" />
    </button>
  );
}
