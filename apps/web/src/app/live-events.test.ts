import { notificationsStore } from '@mantine/notifications';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Session } from '@sightline/contracts/sessions/session';
import { QueryObserver } from '@tanstack/react-query';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRebooting } from '../features/cameras/rebooting-cameras.ts';
import { callKey } from '../platform/api/client.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { deliverEvent } from '../platform/realtime/event-bus.ts';
import { readFarewell } from '../platform/session/farewell.ts';
import { forgetSession } from '../platform/session/session-renewal.ts';
import { sessionStore, signedInState } from '../platform/session/session-store.ts';
import { openWhenHeard, startRealtimeFeatures } from './realtime-features.ts';
import { textsIn } from './texts.ts';

const storage = (): Storage => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
};

const session = {
  accessToken: 'a.b.c',
  expiresAt: Date.now() + 300_000,
  activeOrganizationId: 'own',
  user: { id: 'user', isProfileLoaded: true, settings: { autoLogout: 15, autoLogoutEnabled: true } },
} as unknown as Session;

const theirs = { isOwn: false, mayToast: true };
const quiet = { isOwn: false, mayToast: false };
const mine = { isOwn: true, mayToast: false };
const camera = { id: 'c1', name: 'Gate', streams: [], status: { state: 'online' } };
const lists = [...callKey(camerasCalls.list), {}];
const edgeLists = [...callKey(edgesCalls.list), {}];

let asked: string[];
let answer: unknown;
let stop: () => void;

const toasts = (): unknown[] => notificationsStore.getState().notifications.map(({ title }) => title);
const isStale = (key: readonly unknown[]): boolean => queryClient.getQueryState(key)?.isInvalidated === true;
const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 700));

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: await textsIn('en') } },
    interpolation: { escapeValue: false },
  });
});

beforeEach(async () => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  asked = [];
  answer = camera;
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(answer));
  });
  notificationsStore.updateState((state) => ({ ...state, notifications: [], queue: [] }));
  sessionStore.setState((before) => signedInState(session, before), true);
  queryClient.setQueryData(lists, { items: [camera] });
  queryClient.setQueryData(edgeLists, { items: [{ id: 'e1', name: 'Core 1', state: 'online' }] });
  stop = await startRealtimeFeatures();
});

afterEach(() => {
  stop();
  forgetSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('changes of cameras and cores', () => {
  it.each([
    ['RT-004 a camera that was made', { kind: 'cameras.changed', cameraId: 'c2', locationId: 'l', revision: 1 }, lists],
    [
      'RT-005 a camera that was changed',
      { kind: 'cameras.changed', cameraId: 'c1', locationId: 'l', revision: 2 },
      lists,
    ],
    ['RT-006 a camera that was deleted', { kind: 'cameras.removed', cameraId: 'c1', locationId: 'l' }, lists],
    ['RT-007 a core that was made', { kind: 'edges.changed', edgeId: 'e2', locationId: 'l' }, edgeLists],
    ['RT-008 a core that was changed', { kind: 'edges.changed', edgeId: 'e1', locationId: 'l' }, edgeLists],
    ['RT-009 a core that was deleted', { kind: 'edges.removed', edgeId: 'e1', locationId: 'l' }, edgeLists],
    [
      'RT-010 a core that installs software',
      { kind: 'edges.software', edgeId: 'e1', locationId: 'l', state: 'installing', version: '2.0.0' },
      edgeLists,
    ],
  ] as [string, RealtimeEvent, unknown[]][])(
    '%s is read anew, without a toast where none is wanted',
    async (_title, event, key) => {
      deliverEvent(event, quiet);
      await vi.waitFor(() => expect(isStale(key)).toBe(true));
      expect(toasts()).toEqual([]);
    },
  );

  it('EDGE-001 a heartbeat tells when the core was last heard; other news of it do not', () => {
    const heard = (): unknown =>
      queryClient.getQueryData<{ items: { lastSeenUtcMs?: number }[] }>(edgeLists)?.items[0]?.lastSeenUtcMs;
    const updates = {
      kind: 'edges.status',
      edgeId: 'e1',
      locationId: 'l',
      state: 'online',
      sinceUtcMs: 1,
      clockOffsetMs: 0,
    };
    deliverEvent({ ...updates, health: null } as RealtimeEvent, quiet);
    expect(heard()).toBeUndefined();
    const beforeMs = Date.now();
    deliverEvent({ ...updates, health: { cpuShare: 0.1 } } as RealtimeEvent, quiet);
    expect(heard()).toBeGreaterThanOrEqual(beforeMs);
  });

  it('RT-011 a camera that was asked to restart is marked until it came back', () => {
    const status = (state: 'online' | 'offline', sinceUtcMs: number) =>
      deliverEvent(
        {
          kind: 'cameras.status',
          cameraId: 'c1',
          locationId: 'l',
          status: { state, part: null, cause: null, sinceUtcMs, isFlapping: false },
          streams: [],
        },
        quiet,
      );
    deliverEvent({ kind: 'cameras.reboot', cameraId: 'c1', locationId: 'l' }, quiet);
    expect(isRebooting('c1')).toBe(true);
    status('online', Date.now() - 60_000);
    status('offline', Date.now());
    expect(isRebooting('c1')).toBe(true);
    status('online', Date.now() + 1000);
    expect(isRebooting('c1')).toBe(false);
  });

  it('RT-002 the progress of an export moves in its row without asking again; its end is read', async () => {
    const exports = [...callKey(exportsCalls.list), {}];
    const progressOf = (): unknown =>
      queryClient.getQueryData<{ items: { state: string; progress: number }[] }>(exports)?.items;
    queryClient.setQueryData(exports, {
      items: [
        { id: 'x1', state: 'running', progress: 0.1 },
        { id: 'x2', state: 'ready', progress: 1 },
      ],
    });
    const notify = (exportId: string, state: 'running' | 'ready', progress: number): void =>
      deliverEvent(
        { kind: 'exports.progress', exportId, cameraId: 'c1', locationId: 'l', state, progress } as RealtimeEvent,
        quiet,
      );
    notify('x1', 'running', 0.6);
    // Late news of what has ended moves nothing back.
    notify('x2', 'running', 0.9);
    expect(progressOf()).toMatchObject([{ progress: 0.6 }, { state: 'ready', progress: 1 }]);
    expect(isStale(exports)).toBe(false);
    notify('x1', 'ready', 1);
    await vi.waitFor(() => expect(isStale(exports)).toBe(true));
  });

  it('RT-017 says by its new name what somebody else changed', async () => {
    answer = { ...camera, name: 'Main gate' };
    deliverEvent({ kind: 'cameras.changed', cameraId: 'c1', locationId: 'l', revision: 2 }, theirs);
    await vi.waitFor(() => expect(toasts()).toEqual(['Someone else changed Main gate']));
    await vi.waitFor(() => expect(isStale(lists)).toBe(true));
  });

  it('RT-017 says what somebody else deleted', async () => {
    deliverEvent({ kind: 'cameras.removed', cameraId: 'c1', locationId: 'l' }, theirs);
    deliverEvent({ kind: 'edges.removed', edgeId: 'e1', locationId: 'l' }, theirs);
    await vi.waitFor(() => expect(toasts()).toEqual(['Someone else deleted Gate', 'Someone else deleted Core 1']));
  });

  it('says nothing about a camera that is on no screen', async () => {
    deliverEvent({ kind: 'cameras.changed', cameraId: 'c9', locationId: 'l', revision: 2 }, theirs);
    await settle();
    expect(toasts()).toEqual([]);
  });
});

describe('the end of a session', () => {
  it('RT-001 is said when it was forced', () => {
    deliverEvent({ kind: 'sessions.ended', isForced: true }, mine);
    expect([sessionStore.getState().status, readFarewell()]).toEqual(['signedOut', { reason: 'forced' }]);
  });

  it('is not that of the session which began after it', () => {
    deliverEvent({ kind: 'sessions.ended', isForced: true }, quiet);
    expect(sessionStore.getState().status).toBe('signedIn');
  });

  it('AUTH-004 leaves neither session nor data, and no reason where the person asked for it', () => {
    deliverEvent({ kind: 'sessions.ended', isForced: false }, mine);
    expect([sessionStore.getState(), readFarewell(), queryClient.getQueryData(lists)]).toEqual([
      { status: 'signedOut' },
      null,
      undefined,
    ]);
  });

  it('RT-003 comes when the active organization is deleted', async () => {
    deliverEvent({ kind: 'organizations.deleted', organizationId: 'own' }, quiet);
    await vi.waitFor(() => expect(sessionStore.getState().status).toBe('signedOut'));
    expect([asked, readFarewell()]).toEqual([['/api/v1/sessions/sign-out'], { reason: 'organizationDeleted' }]);
  });

  it('RT-015 does not come when another one is deleted: the list of organizations is read anew', async () => {
    answer = session;
    deliverEvent({ kind: 'organizations.deleted', organizationId: 'other' }, quiet);
    await vi.waitFor(() => expect(asked).toEqual(['/api/v1/sessions/current']));
    expect(sessionStore.getState().status).toBe('signedIn');
  });
});

describe('what a person may do and wants', () => {
  it('is read anew once, however many messages come together', async () => {
    answer = session;
    for (let message = 0; message < 5; message += 1)
      deliverEvent({ kind: 'permissions.changed', userIds: ['user'] }, quiet);
    deliverEvent({ kind: 'accounts.changed', userId: 'user' }, quiet);
    await vi.waitFor(() => expect(asked).toEqual(['/api/v1/sessions/current']));
    await settle();
    expect(asked).toHaveLength(1);
  });

  it('takes from the cache what no screen shows, also where the list of permissions stays the same, and reads the rest anew', async () => {
    answer = session;
    const read = vi.fn(() => ({ items: [] }));
    const leave = new QueryObserver(queryClient, { queryKey: edgeLists, queryFn: read, staleTime: Infinity }).subscribe(
      () => undefined,
    );
    expect(read).not.toHaveBeenCalled();
    deliverEvent({ kind: 'permissions.changed', userIds: ['user'] }, quiet);
    // A camera of which the view was taken away would be shown again by its page until it was refused.
    expect(queryClient.getQueryData(lists)).toBeUndefined();
    await vi.waitFor(() => expect(queryClient.getQueryData(edgeLists)).toEqual({ items: [] }));
    leave();
  });

  it('is not read anew for somebody else', async () => {
    deliverEvent({ kind: 'permissions.changed', userIds: ['other'] }, quiet);
    deliverEvent({ kind: 'accounts.changed', userId: 'other' }, quiet);
    await settle();
    expect(asked).toEqual([]);
  });

  it('AUTH-003 AUTH-020 keeps autoLogout and whether the profile is loaded in the session, and AUTH-005 whether somebody is idle, over a renewal', () => {
    const idle = { ...signedInState(session, { status: 'unknown' }), isIdle: true };
    expect(signedInState(session, idle)).toMatchObject({ autoLogoutMinutes: 15, isIdle: true });
    expect(signedInState(session, { status: 'signedOut' }).isIdle).toBe(false);
    expect(signedInState(session, idle).session.user.isProfileLoaded).toBe(true);
  });
});

describe('the live link', () => {
  const link = () => ({ start: vi.fn(), stop: vi.fn() });

  it('opens once every feature listens, and ends with them', async () => {
    const one = link();
    const stopListening = vi.fn();
    const heard = Promise.withResolvers<() => void>();
    const close = openWhenHeard(one, () => heard.promise);
    await Promise.resolve();
    expect(one.start).not.toHaveBeenCalled();
    heard.resolve(stopListening);
    await vi.waitFor(() => expect(one.start).toHaveBeenCalledOnce());
    close();
    expect([stopListening.mock.calls.length, one.stop.mock.calls.length]).toEqual([1, 1]);
  });

  it('does not open, and nobody listens, when it ended meanwhile', async () => {
    const one = link();
    const stopListening = vi.fn();
    const heard = Promise.withResolvers<() => void>();
    openWhenHeard(one, () => heard.promise)();
    heard.resolve(stopListening);
    await vi.waitFor(() => expect(stopListening).toHaveBeenCalledOnce());
    expect(one.start).not.toHaveBeenCalled();
  });

  it('opens also where what listens cannot be fetched', async () => {
    const one = link();
    openWhenHeard(one, () => Promise.reject(new Error('gone')));
    await vi.waitFor(() => expect(one.start).toHaveBeenCalledOnce());
  });
});
