import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showPalette } from './palette-state.ts';
import classes from './find-button.module.css';

/** As keyboards write it. */
const shownKeys = 'Ctrl K';

const preload = (): void => void import('./global-search.tsx');

/** Opens the search for everything, from the head of a page: a field where the page gives it room, a sign elsewhere. */
export function FindButton() {
  const { t } = useTranslation();
  const label = t('globalSearch.button', { key: shownKeys });
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
      <IconSearch size={16} stroke={1.6} aria-hidden="true" />
      {/* A space between them, so that what is read is what is seen. */}
      <span className={classes.words}>{t('globalSearch.title')}</span>{' '}
      <kbd className={classes.keys} dir="ltr">
        {shownKeys}
      </kbd>
    </button>
  );
}
