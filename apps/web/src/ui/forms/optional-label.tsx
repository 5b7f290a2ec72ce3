import { useTranslation } from 'react-i18next';
import classes from './optional-label.module.css';

/** Label of a field that may stay empty. Those that are empty at first and must not stay so are `required`. */
export function OptionalLabel({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <>
      {children} <span className={classes.optional}>{t('common.words.optional')}</span>
    </>
  );
}
