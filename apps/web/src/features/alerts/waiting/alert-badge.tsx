import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { useWaiting } from './use-waiting.ts';
import classes from './waiting.module.css';

/** More than this is told as more. */
const most = 99;

/** How many alerts nobody has taken, at the entry of the menu; nothing while there are none. */
export function AlertBadge() {
  const { t } = useTranslation();
  const { count = 0 } = useWaiting();
  if (count === 0) return null;
  return (
    <>
      <bdi dir="ltr" className={classes.badge} aria-hidden="true">
        {count > most ? `${formatCount(most)}+` : formatCount(count)}
      </bdi>
      <VisuallyHidden>{t('alerts.monitoring.untaken', { count, shown: formatCount(count) })}</VisuallyHidden>
    </>
  );
}
