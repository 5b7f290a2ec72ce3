import { IconCloudOff, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../platform/realtime/connection-store.ts';
import { realtime } from '../../../platform/realtime/realtime-client.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { useFreshTime } from '../../../ui/status/as-of.tsx';
import classes from './offline-banner.module.css';

/** Keeps drawers and dialogs below the banner: it lies over them, and their titles and crosses must stay in reach. */
const makeRoom = (banner: HTMLElement | null): (() => void) | undefined => {
  if (banner === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--s-banner-room', `${String(banner.offsetHeight)}px`));
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty('--s-banner-room');
  };
};

/** Says that what is shown is old, since when, and what still works. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const { state, cutOff } = useConnection();
  const time = useFreshTime();
  const [isHidden, setHidden] = useState(false);
  const isOffline = state === 'offline';
  useEffect(() => {
    if (!isOffline) setHidden(false);
  }, [isOffline]);
  if (!isOffline || isHidden) return null;
  return (
    <Row align="center" gap={8} ref={makeRoom} className={classes.banner} role="status">
      <IconCloudOff size={16} stroke={1.6} aria-hidden="true" />
      <strong className={classes.title}>
        {t(cutOff === 'browser' ? 'shell.offline.deviceTitle' : 'shell.offline.title', { time })}
      </strong>
      <span className={classes.detail}>{t('shell.offline.detail')}</span>
      <button type="button" className={classes.action} onClick={() => realtime.reconnect()}>
        {t('shell.offline.retry')}
      </button>
      <button
        type="button"
        className={classes.close}
        aria-label={t('shell.offline.dismiss')}
        onClick={() => setHidden(true)}
      >
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </Row>
  );
}
