import { useTranslation } from 'react-i18next';
import { readFarewell, type Farewell } from '../../platform/session/farewell.ts';
import classes from './session-life.module.css';

/** Says on the sign-in page why somebody is there who did not sign out. */
export function FarewellNotice() {
  const { t, i18n } = useTranslation();
  const farewell = readFarewell();
  if (farewell === null) return null;
  // The server writes English; a code of the catalogue is said in the language of the page.
  const reasonOf = ({ code, message }: Farewell): string => {
    const key = `errors.${code ?? ''}`;
    return i18n.language !== 'en' && i18n.exists(key) ? i18n.t(key as 'errors.internal') : (message ?? '');
  };
  const { reason, minutes } = farewell;
  return (
    <p className={classes.notice} role="status">
      {reason === 'forced' && t('sessionLife.farewell.forced')}
      {reason === 'expired' && t('sessionLife.farewell.expired')}
      {reason === 'idle' && t('sessionLife.farewell.idle', { minutes: minutes ?? 0 })}
      {reason === 'organizationDeleted' && t('sessionLife.farewell.organizationDeleted')}
      {reason === 'notConfirmed' && t('sessionLife.farewell.notConfirmed')}
      {reason === 'startFailed' && t('sessionLife.farewell.startFailed', { reason: reasonOf(farewell) })}
    </p>
  );
}
