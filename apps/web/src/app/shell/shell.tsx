import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { queryClient } from '../../platform/api/query-client.ts';
import { realtime } from '../../platform/realtime/realtime-client.ts';
import { onRightsChanged } from '../../platform/session/rights-watch.ts';
import { useIsSignedIn, useSession } from '../../platform/session/session-store.ts';
import { markApplicationLoaded, startUiState, useUiState } from '../../platform/state/session-state.ts';
import { HeaderFind } from '../../ui/page/header-find.ts';
import { openWhenHeard } from '../realtime-features.ts';
import { SessionLife } from '../session-life/session-life.tsx';
import { startUpDone } from '../start-up/start-up-wiring.ts';
import { needsBrowserNotice } from './notices/browser-notice-rule.ts';
import { startGreying } from './greying.ts';
import { KeySheetContext } from './keys/key-sheet-context.ts';
import { startObserving } from './observing.ts';
import { OfflineBanner } from './notices/offline-banner.tsx';
import { FindButton } from './finding/find-button.tsx';
import { paletteState, showPalette } from './finding/palette-state.ts';
import { Rail } from './rail.tsx';
import { TabBar } from './tab-bar.tsx';
import { ToSignIn } from './to-sign-in.tsx';
import { useShellKeys } from './keys/use-shell-keys.ts';
import classes from './shell.module.css';

const KeySheet = lazy(async () => ({ default: (await import('./keys/key-sheet.tsx')).KeySheet }));
const GlobalSearch = lazy(async () => ({ default: (await import('./finding/global-search.tsx')).GlobalSearch }));
const BrowserNotice = lazy(async () => ({ default: (await import('./notices/browser-notice.tsx')).BrowserNotice }));

/** One for all pages: its element never changes. */
const findButton = <FindButton />;

/** Every screen behind the sign-in. When the session ends, here or in another tab, the sign-in comes, and then the way back. */
export function Shell() {
  const isSignedIn = useIsSignedIn();
  return isSignedIn ? <Frame /> : <ToSignIn />;
}

/** Keeps the live link open, and the guards true to rights that change while a screen is open. */
const useLiveFrame = (): void => {
  const router = useRouter();
  useEffect(() => {
    const stopRights = onRightsChanged(() => {
      // What no screen shows just now was read with the rights of before: whoever comes back to it reads it anew.
      queryClient.removeQueries({ type: 'inactive' });
      void router.invalidate();
    });
    const stopState = startUiState();
    const stopObserving = startObserving(router);
    void startUpDone().then(markApplicationLoaded);
    const stopGreying = startGreying();
    const closeLink = openWhenHeard(realtime);
    return () => {
      stopGreying();
      stopObserving();
      stopState();
      stopRights();
      closeLink();
    };
  }, [router]);
};

/** The page; assistive technology hears while its first data is read. */
function Content() {
  const isLoading = useUiState((state) => state.isLoading);
  return (
    <main className={classes.main} id="content" tabIndex={-1} aria-busy={isLoading}>
      <Outlet />
    </main>
  );
}

/** Rail or tab bar, banners, page, and what lies over them. */
function Frame() {
  const { t } = useTranslation();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isNoticeOpen, setNoticeOpen] = useState(needsBrowserNotice);
  const isFinding = useStore(paletteState, ({ isOpen }) => isOpen);
  const { activeOrganizationId } = useSession();
  const openSheet = (): void => setSheetOpen(true);
  useShellKeys(openSheet);
  useLiveFrame();
  return (
    <KeySheetContext value={openSheet}>
      <div className={classes.shell}>
        <a className={classes.skip} href="#content">
          {t('common.actions.skipToContent')}
        </a>
        <div className={classes.banners}>
          <OfflineBanner />
        </div>
        <Rail />
        <HeaderFind value={findButton}>
          <Content />
        </HeaderFind>
        <TabBar />
        <SessionLife />
        <Suspense>
          {isSheetOpen && <KeySheet onClose={() => setSheetOpen(false)} />}
          {isFinding && <GlobalSearch key={activeOrganizationId} onClose={() => showPalette(false)} />}
          {isNoticeOpen && <BrowserNotice onClose={() => setNoticeOpen(false)} />}
        </Suspense>
      </div>
    </KeySheetContext>
  );
}
