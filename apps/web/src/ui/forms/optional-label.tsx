import { useTranslation } from 'react-i18next';
import classes from './optional-label.module.css';

/** Label of a field that may stay empty; required ones say nothing. */
export function OptionalLabel({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <>
      {children} <span className={classes.optional}>{t('common.words.optional')}</span>
    </>
  );
}
