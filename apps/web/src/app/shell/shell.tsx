import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { realtime } from '../../platform/realtime/realtime-client.ts';
import { useIsSignedIn } from '../../platform/session/session-store.ts';
import { startRealtimeFeatures } from '../realtime-features.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { Rail } from './rail.tsx';
import { TabBar } from './tab-bar.tsx';
import { ToSignIn } from './to-sign-in.tsx';
import { useShellKeys } from './use-shell-keys.ts';
import classes from './shell.module.css';

const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }));

/** Every screen behind the sign-in. When the session ends, here or in another tab, the sign-in comes, and then the way back. */
export function Shell() {
  const isSignedIn = useIsSignedIn();
  return isSignedIn ? <Frame /> : <ToSignIn />;
}

/** Rail or tab bar, banner, page. It also keeps the live link open. */
function Frame() {
  const { t } = useTranslation();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openHelp = (): void => setHelpOpen(true);
  useShellKeys(openHelp);
  useEffect(() => {
    const stopFeatures = startRealtimeFeatures();
    realtime.start();
    return () => {
      stopFeatures();
      realtime.stop();
    };
  }, []);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('common.actions.skipToContent')}
      </a>
      <OfflineBanner />
      <Rail onHelp={openHelp} />
      <main className={classes.main} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <TabBar onHelp={openHelp} />
      {isHelpOpen && (
        <Suspense>
          <KeySheet onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
