import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../ui/layout/stack.tsx';
import { LogoMark } from '../../ui/logo/logo-mark.tsx';
import classes from './session-life.module.css';

// Whoever waits longer wants to know for what.
const slowMs = 4000;

/** Covers the page while it is not known yet who is there and what they may see. */
export function Splash() {
  const { t } = useTranslation();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
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
      <p className={classes.splashText}>{isSlow && t('sessionLife.splash.slow')}</p>
    </Stack>
  );
}
