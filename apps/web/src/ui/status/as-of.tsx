import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { useConnection } from '../../platform/realtime/connection-store.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import classes from './status.module.css';

/** When something was last heard, in the own zone of whoever looks. */
export const useFreshTime = (): string => leftToRight(formatTime(useConnection().freshUtcMs, ownZone(), 'seconds'));

/** Of when everything on the page is, while it cannot be known how it is now; nothing otherwise. */
export function AsOf() {
  const { t } = useTranslation();
  const { state } = useConnection();
  const time = useFreshTime();
  return state === 'offline' ? <span className={classes.asOf}>{t('common.states.asOf', { time })}</span> : null;
}
