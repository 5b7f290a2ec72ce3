import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { readLastContact } from '../../platform/realtime/last-contact.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { LogoMark } from '../../ui/logo/logo-mark.tsx';
import classes from './session-life.module.css';

// Whoever waits longer wants to know for what.
const slowMs = 4000;

const followLine = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Covers the page while it is not known yet who is there and what they may see. */
export function Splash() {
  const { t } = useTranslation();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  const isOffline = useSyncExternalStore(followLine, () => !navigator.onLine);
  return (
    <Stack
      justify="center"
      gap={16}
      className={classes.splash}
      role="status"
      aria-label={t('sessionLife.splash.label')}
      data-splash
    >
      <span className={classes.splashMark}>
        <LogoMark size={48} />
      </span>
      {isOffline ? <Offline /> : <p className={classes.splashText}>{isSlow && t('sessionLife.splash.slow')}</p>}
    </Stack>
  );
}

/** All that is known without a network: that there is none here, since when, and what goes on. */
function Offline() {
  const { t } = useTranslation();
  const lastMs = readLastContact();
  return (
    <div className={classes.splashText} data-testid="offline-start">
      <h1 className={classes.splashTitle}>{t('sessionLife.splash.offlineTitle')}</h1>
      {lastMs !== null && <p>{t('sessionLife.splash.lastContact', { time: formatTime(lastMs, ownZone(), 'full') })}</p>}
      <p>{t('sessionLife.splash.offlineText')}</p>
    </div>
  );
}
