import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import type { Found } from './use-found.ts';
import classes from './palette.module.css';

/** What is said beside the results: that they are awaited, that there are none, that the server could not be asked, or what can be looked for. */
export function PaletteNotes({ found, typed, count }: { found: Found; typed: string; count: number }) {
  const { t } = useTranslation();
  const isEmpty = typed.trim() === '';
  if (found.failure !== null)
    return (
      <p className={classes.note} role="alert">
        <strong>{t('globalSearch.failed')}</strong>
        {t(`errors.${toApiError(found.failure).code}`)}
      </p>
    );
  if (found.isFirstLoading && count === 0) return <LoadingRows rows={3} />;
  if (count > 0) return null;
  if (isEmpty) return <p className={classes.note}>{t('globalSearch.hint')}</p>;
  if (!found.isSettled) return <LoadingRows rows={3} />;
  return (
    <p className={classes.note}>
      <strong>{t('globalSearch.nothing', { text: typed.trim() })}</strong>
      {t('globalSearch.nothingHint')}
    </p>
  );
}
