import type { Session } from '@sightline/contracts/sessions/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFarewell } from '../platform/session/farewell.ts';
import { forgetSession } from '../platform/session/session-renewal.ts';
import { currentSession, sessionStore, signedInState } from '../platform/session/session-store.ts';
import { followOtherTab } from './other-tabs.ts';

const of = (userId: string, activeOrganizationId: string): Session =>
  ({
    accessToken: 'a.b.c',
    expiresAt: Date.now() + 300_000,
    activeOrganizationId,
    user: { id: userId, settings: { autoLogout: 30, autoLogoutEnabled: false } },
  }) as unknown as Session;

let went: string[];
let address: string;
const page = (): Location => {
  const { pathname, search } = new URL(address, 'http://page');
  return {
    pathname,
    search,
    assign: (to: string) => went.push(to),
    reload: () => went.push('reload'),
  } as unknown as Location;
};

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.useFakeTimers();
  went = [];
  address = '/exports';
  sessionStore.setState((before) => signedInState(of('user', 'one'), before), true);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('another tab', () => {
  it('AUTH-031 AUTH-034 that signs out leads this one to the root, with the reason', () => {
    followOtherTab({ type: 'ended', farewell: { reason: 'idle', minutes: 5 } }, page());
    expect([went, sessionStore.getState().status, readFarewell()]).toEqual([
      ['/'],
      'signedOut',
      { reason: 'idle', minutes: 5 },
    ]);
  });

  it('that is about to sign out says why, also when the end then comes without a reason', () => {
    followOtherTab({ type: 'leaving', farewell: { reason: 'idle', minutes: 5 } }, page());
    expect([went, sessionStore.getState().status]).toEqual([[], 'signedIn']);
    followOtherTab({ type: 'ended', farewell: null }, page());
    expect([went, readFarewell()]).toEqual([['/'], { reason: 'idle', minutes: 5 }]);
  });

  it('AUTH-034 that signs out leads this one to the root once, also when the live link tells of it first', () => {
    followOtherTab({ type: 'leaving', farewell: null }, page());
    forgetSession();
    followOtherTab({ type: 'ended', farewell: null }, page());
    expect(went).toEqual(['/']);
  });

  it('that signs out moves nothing in a tab that is signed out already', () => {
    sessionStore.setState({ status: 'signedOut' }, true);
    followOtherTab({ type: 'ended', farewell: null }, page());
    expect(went).toEqual([]);
  });

  it('AUTH-032 AUTH-034 that switches the organization leads this one to the root', () => {
    followOtherTab({ type: 'entered', session: of('user', 'two') }, page());
    expect([went, currentSession()?.activeOrganizationId]).toEqual([['/'], 'two']);
  });

  it('that signs in as somebody else leads this one to the root', () => {
    followOtherTab({ type: 'entered', session: of('somebody', 'one') }, page());
    expect(went).toEqual(['/']);
  });

  it('AUTH-033 AUTH-034 that was updated reloads this one where it is', () => {
    followOtherTab({ type: 'reload' }, page());
    expect(went).toEqual(['reload']);
  });

  it('that renews the token moves nothing', () => {
    followOtherTab({ type: 'renewed', session: of('user', 'one') }, page());
    expect(went).toEqual([]);
  });

  it('that renewed the token late does not sign in a tab that signed out', () => {
    sessionStore.setState({ status: 'signedOut' }, true);
    followOtherTab({ type: 'renewed', session: of('user', 'one') }, page());
    expect([went, sessionStore.getState().status]).toEqual([[], 'signedOut']);
  });

  it('that signs in leads a tab with the sign-in page to where that one was going, inside the application only', () => {
    for (const [from, to] of [
      ['/auth/login?redirectUrl=/camera/1', '/camera/1'],
      ['/auth/login?redirectUrl=//evil.example', '/location/home'],
      ['/terms', '/'],
    ] as const) {
      sessionStore.setState({ status: 'signedOut' }, true);
      address = from;
      followOtherTab({ type: 'entered', session: of('user', 'one') }, page());
      expect(went.at(-1)).toBe(to);
    }
  });
});
