import { Suspense } from 'react';
import { useIdle } from '../../platform/idle/idle-store.ts';
import { AutoLogoutDialog, StillThere } from './late-parts.ts';
import { useAppliedSettings } from './use-applied-settings.ts';
import { useIdleClock } from './use-idle-clock.ts';
import { useReturn } from './use-return.ts';

/** What happens to a session by itself: pause, automatic sign-out, settings that were changed elsewhere, the network's return. */
export function SessionLife() {
  const stay = useIdleClock();
  useAppliedSettings();
  useReturn();
  const isLeaving = useIdle(({ logoutCountdown }) => logoutCountdown !== null);
  const isWarned = useIdle((state) => state.isWarned);
  return (
    <Suspense>
      {isWarned && !isLeaving && <StillThere />}
      {isLeaving && <AutoLogoutDialog onStay={stay} />}
    </Suspense>
  );
}
