import type { Session } from '@sightline/contracts/sessions/session';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { leftOrganization } from './left-organization.ts';
import { acceptSession, forgetSession } from './session-renewal.ts';

const names: Record<string, string> = { harbour: 'Harbour Foods', second: 'Second Foods' };

/** A session of one person in an organization, or none, who belongs to these. */
const of = (activeOrganizationId: string | null, organizationIds: string[]): Session =>
  ({
    accessToken: 'a.b.c',
    expiresAt: Date.now() + 300_000,
    activeOrganizationId,
    organizations: organizationIds.map((organizationId) => ({ organizationId, name: names[organizationId] })),
    user: { id: 'gil', settings: { autoLogout: 30, autoLogoutEnabled: false } },
  }) as unknown as Session;

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
});

afterEach(() => {
  forgetSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('somebody whose organization takes their access away', () => {
  test('is told which one, whether or not there is another one, until one is entered', () => {
    for (const others of [[], ['second']]) {
      acceptSession(of('harbour', ['harbour', ...others]));
      acceptSession(of(null, others));
      expect(leftOrganization(of(null, []))?.name).toBe('Harbour Foods');
      acceptSession(of(null, others));
      expect(leftOrganization(of(null, []))?.name).toBe('Harbour Foods');
      acceptSession(of('second', ['second']));
      expect(leftOrganization(of(null, []))).toBeNull();
    }
  });

  test('is told after signing in later, as long as there is no other one', () => {
    const later = { ...of(null, []), formerOrganization: { name: 'Harbour Foods', endedAt: 1 } };
    acceptSession(later);
    expect(leftOrganization(later)?.name).toBe('Harbour Foods');
    expect(leftOrganization(of('second', ['second']))).toBeNull();
  });

  test('nobody else is told', () => {
    acceptSession(of('harbour', ['harbour']));
    acceptSession(of(null, []));
    expect(leftOrganization({ ...of(null, []), user: { id: 'dana' } } as unknown as Session)).toBeNull();
  });

  test('nor who chose none, or changed to another one', () => {
    acceptSession(of('harbour', ['harbour', 'second']));
    acceptSession(of('second', ['harbour', 'second']));
    expect(leftOrganization(of(null, []))).toBeNull();
    acceptSession(of(null, ['harbour', 'second']));
    expect(leftOrganization(of(null, []))).toBeNull();
  });
});

describe('what was read in one organization', () => {
  const cached = (): unknown => queryClient.getQueryData(['sites']);

  test.each([
    ['another one', of('second', ['harbour', 'second'])],
    ['none', of(null, [])],
  ])('is forgotten with the change to %s, also when nobody here chose it', (_where, session) => {
    acceptSession(of('harbour', ['harbour', 'second']));
    queryClient.setQueryData(['sites'], 'North yard');
    const stop = new QueryObserver(queryClient, { queryKey: ['other'], enabled: false }).subscribe(() => undefined);
    acceptSession(session);
    expect(cached()).toBeUndefined();
    stop();
  });

  test('stays with a renewal', () => {
    acceptSession(of('harbour', ['harbour']));
    queryClient.setQueryData(['sites'], 'North yard');
    acceptSession(of('harbour', ['harbour']));
    expect(cached()).toBe('North yard');
  });
});
