import { createStore, useStore } from 'zustand';
import { camerasInState } from '../../features/cameras/camera-queries.ts';
import { homeLocations } from '../../features/locations/home-queries.ts';
import { firstLocation } from '../../features/locations/location-queries.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { whenCalm } from '../../platform/api/when-calm.ts';
import { appInfoQuery } from '../../platform/app-info/app-info.ts';
import { leaveSession, signOut } from '../../platform/session/session-actions.ts';
import { restoreSession } from '../../platform/session/session-renewal.ts';
import { currentSession, sessionStore } from '../../platform/session/session-store.ts';
import { sitesToLoad } from './sites-to-load.ts';
import { StartUp, type StartUpLoad, type StartUpPhase } from './start-up.ts';
import { logProblem } from '../../platform/log/log.ts';

const startUpStore = createStore<{ phase: StartUpPhase }>(() => ({ phase: 'away' }));

/** Whether the splash covers the page. */
export const useIsSplashShown = (): boolean =>
  useStore(startUpStore, ({ phase }) => phase === 'checking' || phase === 'loading');

/** Resolves once the first screen may show; at once when nobody is signed in. */
export const startUpDone = (): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      const { phase } = startUpStore.getState();
      if (phase !== 'ready' && (phase !== 'away' || sessionStore.getState().status !== 'signedOut')) return;
      stop();
      resolve();
    };
    const stop = startUpStore.subscribe(check);
    check();
  });

const isUsable = (): boolean => {
  const session = currentSession();
  return session?.activeOrganizationId != null && session.barredBy === null;
};

const quietly = (): null => null;

/** What the first screen shows of the sites: read once, here, and found there by the screen. */
const loadSites = (): Promise<unknown> =>
  sitesToLoad(location) === 'tree'
    ? queryClient.fetchQuery({ ...homeLocations(), staleTime: 0 })
    : queryClient.fetchQuery({ ...firstLocation(), staleTime: 0 });

/** One line for each area that has something to load before the first screen. */
const loads: StartUpLoad[] = [
  {
    name: 'locations',
    load: async () => (isUsable() ? loadSites() : undefined),
    onFailure: (failure) => {
      if (!(failure instanceof ApiError) || failure.status === 0) return 'again';
      // Who may see no site, or was just signed out elsewhere, is told so by the screen.
      if (failure.status === 403 || failure.status === 401) return null;
      return { reason: 'startFailed', code: failure.code, message: failure.message };
    },
  },
  {
    name: 'camera settings',
    load: async () => (isUsable() ? queryClient.fetchQuery(camerasInState(undefined, 1)) : undefined),
    onFailure: quietly,
  },
  { name: 'general options', load: () => queryClient.fetchQuery(appInfoQuery()), onFailure: quietly },
];

/** What nobody waits for is not part of the first download. */
const loadBehind = async (): Promise<void> => {
  // Signed out meanwhile: the next sign-in begins anew.
  if (startUpStore.getState().phase !== 'ready') return;
  try {
    const { loadUnhurried } = await import('./start-up-unhurried.ts');
    await loadUnhurried(isUsable());
  } catch (failure) {
    logProblem('What is loaded behind the first screen could not be loaded', failure);
  }
};

/** Confirms the sign-in and loads what the first screen needs, from now on and after every sign-in. */
export const beginStartUp = (): void => {
  const startUp = new StartUp({
    status: () => sessionStore.getState().status,
    ask: restoreSession,
    isOffline: () => !navigator.onLine,
    loads,
    onPhase: (phase) => {
      startUpStore.setState({ phase });
      if (phase === 'ready') whenCalm(queryClient, () => void loadBehind());
    },
    signOut: (farewell) => {
      if (farewell.reason === 'notConfirmed') leaveSession(farewell);
      else signOut(farewell).catch((failure: unknown) => logProblem('Signed out here only', failure));
    },
  });
  sessionStore.subscribe(() => startUp.follow());
  startUp.follow();
};
