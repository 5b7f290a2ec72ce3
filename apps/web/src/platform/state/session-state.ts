import type { HeldPermission } from '@sightline/contracts/sessions/session';
import { createStore, useStore } from 'zustand';
import { devtools } from 'zustand/middleware';
import { toApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionStore, type SessionState } from '../session/session-store.ts';
import { atRest, busyStateOf, type BusyState, type Deed, type RunningDeed } from './busy-state.ts';
import { guardedUpdate } from './guarded-update.ts';

/** What goes on, and what the person may do. */
export interface UiState extends BusyState {
  permissions: readonly HeldPermission[];
}

/**
 * What is assumed before the server answered. No screen is drawn from it: the guards wait for the session, whose own list
 * then stands here.
 */
export const initialPermissions: readonly HeldPermission[] = [
  { name: 'CoreCreate', entityIds: null },
  { name: 'CoreEdit', entityIds: null },
  { name: 'CoreDelete', entityIds: null },
  { name: 'LocationCreate', entityIds: null },
  { name: 'LocationDelete', entityIds: null },
  { name: 'LocationEdit', entityIds: [] },
];

/** The list that counts for a state of the session. */
export const permissionsOf = (state: SessionState): readonly HeldPermission[] => {
  if (state.status === 'signedIn') return state.session.permissions;
  return state.status === 'unknown' ? initialPermissions : [];
};

const keptActions = 100;

/** The state of the frame. Tools that look into it work in development only, and keep the last hundred changes. */
export const uiStateStore = createStore<UiState>()(
  devtools((): UiState => ({ ...atRest, permissions: initialPermissions }), {
    name: 'sightline',
    enabled: import.meta.env.DEV,
    maxAge: keptActions,
  }),
);

export const useUiState = <T>(select: (state: UiState) => T): T => useStore(uiStateStore, select);

/** Whether this one thing is worked on: its row shows it and cannot be used meanwhile. */
export const useIsProcessing = (id: string): boolean => useUiState(({ processingId }) => processingId === id);

const deedsNow = (): RunningDeed[] =>
  queryClient
    .getMutationCache()
    .getAll()
    .map(({ state, meta }) => ({
      status: state.status,
      failure: state.error === null ? null : toApiError(state.error),
      deed: (meta ?? {}) as Deed,
    }));

const firstReadings = (): number => queryClient.isFetching({ predicate: ({ state }) => state.data === undefined });

const followWork = (): void =>
  guardedUpdate(uiStateStore, (state) => ({ ...state, ...busyStateOf(deedsNow(), firstReadings(), state) }));

let isWaiting = false;

/** Caches tell of themselves while a screen is drawn; the state changes after it. */
const followWorkSoon = (): void => {
  if (isWaiting) return;
  isWaiting = true;
  queueMicrotask(() => {
    isWaiting = false;
    followWork();
  });
};

const followSession = (): void =>
  guardedUpdate(uiStateStore, (state) => {
    const session = sessionStore.getState();
    return {
      ...state,
      permissions: permissionsOf(session),
      isApplicationLoaded: state.isApplicationLoaded && session.status === 'signedIn',
    };
  });

/** The first data of the person has come. */
export const markApplicationLoaded = (): void =>
  guardedUpdate(uiStateStore, (state) => ({ ...state, isApplicationLoaded: true }));

/** Keeps the state of the frame true; answers how to stop. */
export const startUiState = (): (() => void) => {
  followSession();
  followWork();
  const stops = [
    sessionStore.subscribe(followSession),
    queryClient.getMutationCache().subscribe(followWorkSoon),
    queryClient.getQueryCache().subscribe(followWorkSoon),
  ];
  return () => stops.forEach((stop) => stop());
};
