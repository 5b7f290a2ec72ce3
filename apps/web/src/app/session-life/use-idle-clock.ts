import { focusManager } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '../../platform/api/query-client.ts';
import { IdleClock } from '../../platform/idle/idle-clock.ts';
import type { IdleSettings } from '../../platform/idle/idle-rules.ts';
import { idleStore, onAttention, resetIdle } from '../../platform/idle/idle-store.ts';
import { signOut } from '../../platform/session/session-actions.ts';
import { markIdle, sessionStore } from '../../platform/session/session-store.ts';
import { loadStillThere } from './late-parts.ts';
import { logProblem } from '../../platform/log/log.ts';

const settings = (): IdleSettings => {
  const state = sessionStore.getState();
  if (state.status !== 'signedIn') return { disableInactivity: true, autoLogoutSeconds: null };
  return {
    disableInactivity: state.session.organization?.disableInactivity ?? false,
    autoLogoutSeconds: state.autoLogoutMinutes === null ? null : state.autoLogoutMinutes * 60,
  };
};

const leave = (): void => {
  const state = sessionStore.getState();
  if (state.status !== 'signedIn') return;
  signOut({ reason: 'idle', minutes: state.autoLogoutMinutes ?? 0 }).catch((failure: unknown) =>
    logProblem('Signed out here only', failure),
  );
};

/** Polling stops while nobody looks; what is on the screen is read again for whoever comes back. */
const followAttention = (isInactive: boolean): void => {
  markIdle(isInactive);
  focusManager.setFocused(isInactive ? false : undefined);
  if (!isInactive) void queryClient.refetchQueries({ type: 'active', stale: true });
};

/** Counts how long nobody was there, for as long as somebody is signed in; answers how to say "I am here". */
export const useIdleClock = (): (() => void) => {
  const [channel] = useState(() =>
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sightline-activity'),
  );
  const [clock] = useState(
    () =>
      new IdleClock({
        target: window,
        channel,
        settings,
        onState: (state) => idleStore.setState(state, true),
        onWarning: () => void loadStillThere(),
        onLogout: leave,
      }),
  );
  useEffect(() => {
    const stopFollowing = onAttention(followAttention);
    clock.start();
    return () => {
      clock.stop();
      resetIdle();
      stopFollowing();
    };
  }, [clock]);
  return () => clock.stay();
};
