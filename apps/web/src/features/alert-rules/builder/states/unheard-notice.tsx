import { IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../builder.module.css';

/** Says above the form that nobody hears of the rule any more, and what to do. */
export function UnheardNotice() {
  const { t } = useTranslation();
  return (
    <p className={classes.waits} role="status">
      <IconBellOff size={18} stroke={1.6} aria-hidden="true" />
      <span>{t('alertRules.reachesNobody')}</span>
    </p>
  );
}
