import { IconBellRinging, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../platform/realtime/connection-store.ts';
import classes from './offline-banner.module.css';
import { Row } from '../../../ui/layout/row.tsx';
import { closeNotificationBanner, wantsNotificationBanner } from './notification-asking.ts';

/** Asks to let this browser show notifications, where alerts are waited for and while nobody has answered that yet. */
export function NotificationBanner() {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(wantsNotificationBanner);
  const { state } = useConnection();
  // What cannot be known matters more, and without the server nothing can be turned on.
  if (!isShown || state !== 'online') return null;
  const close = (): void => {
    closeNotificationBanner();
    setShown(false);
  };
  const ask = async (): Promise<void> => {
    const { turnOnNotifications } = await import('../../../platform/push/push-device.ts');
    await turnOnNotifications();
    setShown(wantsNotificationBanner());
  };
  return (
    <Row align="center" gap={8} className={classes.banner} data-kind="notifications">
      <IconBellRinging size={16} stroke={1.6} aria-hidden="true" />
      <strong className={classes.title}>{t('shell.notifications.title')}</strong>
      <span className={classes.detail}>{t('shell.notifications.detail')}</span>
      <button type="button" className={classes.action} onClick={() => void ask()}>
        {t('shell.notifications.enable')}
      </button>
      <button type="button" className={classes.close} aria-label={t('shell.notifications.dismiss')} onClick={close}>
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </Row>
  );
}
