import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '@sightline/contracts/sessions/session';
import { queryClient } from '../api/query-client.ts';
import { sessionStore, signedInState } from '../session/session-store.ts';
import {
  initialPermissions,
  markApplicationLoaded,
  permissionsOf,
  startUiState,
  uiStateStore,
} from './session-state.ts';

const session = (permissions: Session['permissions']): Session =>
  ({ permissions, user: { settings: { autoLogout: 30, autoLogoutEnabled: false } } }) as unknown as Session;
const enter = (permissions: Session['permissions']): void =>
  sessionStore.setState(signedInState(session(permissions), sessionStore.getState()), true);

let stop = (): void => undefined;
afterEach(() => {
  stop();
  queryClient.clear();
  sessionStore.setState({ status: 'unknown' }, true);
});

describe('tools that look into the state', () => {
  const connected: unknown[] = [];
  const load = async (isDevelopment: boolean): Promise<void> => {
    connected.length = 0;
    vi.stubEnv('DEV', isDevelopment);
    const tools = { init: () => undefined, send: () => undefined, subscribe: () => undefined };
    vi.stubGlobal('window', {
      __REDUX_DEVTOOLS_EXTENSION__: { connect: (options: unknown) => (connected.push(options), tools) },
    });
    vi.resetModules();
    await import('./session-state.ts');
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  };

  test('SHELL-060 find nothing in a build for people', async () => {
    await load(false);
    expect(connected).toEqual([]);
  });

  test('SHELL-060 keep a hundred actions in development', async () => {
    await load(true);
    expect(connected).toEqual([{ name: 'sightline', maxAge: 100 }]);
  });
});

test('PERM-001 begins with six permissions, editing locations on single ones only, before the server answered', () => {
  expect(initialPermissions.map(({ name }) => name)).toEqual([
    'CoreCreate',
    'CoreEdit',
    'CoreDelete',
    'LocationCreate',
    'LocationDelete',
    'LocationEdit',
  ]);
  expect(initialPermissions.find(({ name }) => name === 'LocationEdit')?.entityIds).toEqual([]);
  expect(permissionsOf({ status: 'unknown' })).toBe(initialPermissions);
});

test('PERM-002 SHELL-057 replaces them by what the server says, also when that is nothing, and by nothing after signing out', () => {
  stop = startUiState();
  enter([]);
  expect(uiStateStore.getState().permissions).toEqual([]);
  enter([{ name: 'CameraView', entityIds: ['x'] }]);
  expect(uiStateStore.getState().permissions).toEqual([{ name: 'CameraView', entityIds: ['x'] }]);
  sessionStore.setState({ status: 'signedOut' }, true);
  expect(uiStateStore.getState().permissions).toEqual([]);
});

test('SHELL-055 knows that the first data has come, until somebody signs out', () => {
  stop = startUiState();
  enter([]);
  markApplicationLoaded();
  expect(uiStateStore.getState().isApplicationLoaded).toBe(true);
  sessionStore.setState({ status: 'signedOut' }, true);
  expect(uiStateStore.getState().isApplicationLoaded).toBe(false);
});

test('SHELL-052 SHELL-056 follows deeds while they go on', async () => {
  stop = startUiState();
  let finish = (): void => undefined;
  const deed = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => new Promise<void>((resolve) => void (finish = resolve)),
    meta: { busy: 'deleting', processingId: 'camera' },
  });
  const done = deed.execute(undefined);
  await vi.waitFor(() => expect(uiStateStore.getState()).toMatchObject({ isDeleting: true, processingId: 'camera' }));
  finish();
  await done;
  await vi.waitFor(() => expect(uiStateStore.getState()).toMatchObject({ isDeleting: false, processingId: null }));
});
