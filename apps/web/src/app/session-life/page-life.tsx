import { Suspense } from 'react';
import { useUpdate } from '../../platform/updates/update-store.ts';
import { useIsSplashShown } from '../start-up/start-up-wiring.ts';
import { UpdateDialog } from './late-parts.ts';
import { Splash } from './splash.tsx';

/** What covers every page, signed in or not: the splash, and the demand to update. */
export function PageLife() {
  const isSplashShown = useIsSplashShown();
  const { requiredVersion } = useUpdate();
  return (
    <>
      {isSplashShown && <Splash />}
      {requiredVersion !== null && (
        <Suspense>
          <UpdateDialog />
        </Suspense>
      )}
    </>
  );
}
