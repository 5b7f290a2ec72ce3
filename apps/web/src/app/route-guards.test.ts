import type { Role } from '@sightline/contracts/accounts/account';
import type { Session } from '@sightline/contracts/sessions/session';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { isRedirect } from '@tanstack/react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../platform/api/api-error.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { appInfoQuery } from '../platform/app-info/app-info.ts';
import { sessionStore, signedInState } from '../platform/session/session-store.ts';
import { router } from './router.tsx';

interface Person {
  roles: Role[];
  /** In which organization the person works. */
  organization: 'first' | 'other' | null;
  permissions: Permission[];
  isDeveloper?: boolean;
}

const people = {
  'a user': { roles: ['USER'], organization: 'first', permissions: ['LocationView'] },
  'a user of another organization': { roles: ['USER'], organization: 'other', permissions: ['LocationView'] },
  'an administrator': {
    roles: ['USER'],
    organization: 'first',
    permissions: ['OrganizationEdit', 'UserManage', 'AuditView', 'ApiKeyManage'],
  },
  'an auditor': { roles: ['USER'], organization: 'first', permissions: ['AuditView'] },
  'an operator': { roles: ['OPERATOR'], organization: 'first', permissions: [] },
  'a developer': { roles: ['DEVELOPER'], organization: null, permissions: [] },
  'a developer in an organization': { roles: ['USER', 'DEVELOPER'], organization: 'other', permissions: [] },
  'staff who works there': { roles: ['USER', 'ADMIN'], organization: 'other', permissions: [] },
} as const satisfies Record<string, Person>;

const enter = ({ roles, organization, permissions, isDeveloper = false }: Person): void => {
  const id = organization;
  const session = {
    user: { roles, isDeveloper, isDevTeam: false, settings: {} },
    organizations: id === null ? [] : [{ organizationId: id }],
    activeOrganizationId: id,
    organization: id === null ? null : { id, isDefault: id === 'first' },
    permissions: permissions.map((name) => ({ name, entityIds: null })),
    barredBy: null,
  } as unknown as Session;
  sessionStore.setState(signedInState(session, { status: 'unknown' }), true);
};

/** What becomes of opening an address: `opens`, where it is sent, or why nothing is shown there. */
const opening = async (href: string, search: Record<string, string> = {}): Promise<string> => {
  const [matchedRoutes] = router.getMatchedRoutes(href);
  expect(matchedRoutes.length).toBeGreaterThan(1);
  try {
    for (const route of matchedRoutes) {
      const guard = route.options.beforeLoad as ((context: unknown) => unknown) | undefined;
      await guard?.({ location: { href }, search, params: {} });
    }
  } catch (refusal) {
    if (isRedirect(refusal)) return String(refusal.options.href ?? refusal.options.to);
    if (refusal instanceof ApiError) return refusal.code;
    throw refusal;
  }
  return 'opens';
};

beforeAll(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('these guards need no call')));
  queryClient.setQueryData(appInfoQuery().queryKey, { environment: 'production' } as never);
});

afterAll(() => {
  sessionStore.setState({ status: 'signedOut' }, true);
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Every guard with a route that carries it. */
const routes = [
  '/location/home',
  '/location/list',
  '/operator',
  '/operator-settings',
  '/logs',
  '/developer/environment',
  '/settings/details',
  '/settings/users',
  '/settings/audit-logs',
  '/account/details',
] as const;

const expected: Record<keyof typeof people, readonly string[]> = {
  'a user': [
    'opens',
    'opens',
    '/location/home',
    '/location/home',
    'not_found',
    'not_found',
    '/location/home',
    '/location/home',
    '/location/home',
    'opens',
  ],
  'a user of another organization': [
    'opens',
    'opens',
    '/location/home',
    '/location/home',
    'not_found',
    'not_found',
    'opens',
    'forbidden',
    'forbidden',
    'opens',
  ],
  'an administrator': [
    'opens',
    'opens',
    '/location/home',
    '/location/home',
    'not_found',
    'not_found',
    'opens',
    'opens',
    'opens',
    'opens',
  ],
  'an auditor': [
    'opens',
    'opens',
    '/location/home',
    '/location/home',
    'not_found',
    'not_found',
    'opens',
    'forbidden',
    'opens',
    'opens',
  ],
  'an operator': [
    '/operator',
    'opens',
    'opens',
    'opens',
    'not_found',
    'not_found',
    '/location/home',
    '/location/home',
    '/location/home',
    'opens',
  ],
  'a developer': ['/logs', '/logs', '/logs', '/logs', 'opens', 'opens', '/logs', '/logs', '/logs', 'opens'],
  'a developer in an organization': [
    '/logs',
    'opens',
    '/logs',
    '/logs',
    'opens',
    'opens',
    'opens',
    'forbidden',
    'forbidden',
    'opens',
  ],
  'staff who works there': [
    'opens',
    'opens',
    '/location/home',
    '/location/home',
    'opens',
    'opens',
    'opens',
    'forbidden',
    'forbidden',
    'opens',
  ],
};

describe.each(Object.keys(people) as (keyof typeof people)[])('%s', (name) => {
  it.each(routes.map((route, index) => [route, expected[name][index]] as const))(
    'ROUTE-055 ROUTE-056 at %s: %s',
    async (route, outcome) => {
      enter(people[name]);
      expect(await opening(route)).toBe(outcome);
    },
  );
});

it('ROUTE-017 the code of every page is fetched when it is entered, and is no part of the first bundle', () => {
  const pages = Object.values(router.routesById).filter(
    ({ id, options }) => id.startsWith('/shell') && options.component !== undefined,
  );
  expect(pages.length).toBeGreaterThan(40);
  const inFirstBundle = pages
    .filter(({ options }) => typeof (options.component as { preload?: unknown }).preload !== 'function')
    .map(({ id }) => id);
  expect(inFirstBundle).toEqual([]);
});

it('LOC-042 ROUTE-061 only whoever may make locations opens the page for it', async () => {
  enter(people['a user']);
  expect(await opening('/locations/add-location')).toBe('forbidden');
  enter({ ...people['a user'], permissions: ['LocationCreate'] });
  expect(await opening('/locations/add-location')).toBe('opens');
});

it('only whoever may make cameras opens the page for it', async () => {
  enter(people['a user']);
  expect(await opening('/cameras/add')).toBe('forbidden');
  enter({ ...people['a user'], permissions: ['CameraCreate'] });
  expect(await opening('/cameras/add')).toBe('opens');
});

it('LOC-015 the raw data of a location are there for developers only', async () => {
  enter(people['a user']);
  expect(await opening('/edit-location/1')).toBe('opens');
  expect(await opening('/edit-location/1/json')).toBe('not_found');
  enter({ ...people['a user'], isDeveloper: true });
  expect(await opening('/edit-location/1/json')).toBe('opens');
  enter(people['staff who works there']);
  expect(await opening('/edit-location/1/json')).toBe('opens');
});

it('AUTH-009 whoever is signed in and opens the sign-in goes on to where it would have led', async () => {
  enter(people['a user']);
  expect(await opening('/auth/login')).toBe('/location/home');
  expect(await opening('/auth/login', { redirectUrl: '/cameras?view=1' })).toBe('/cameras?view=1');
  expect(await opening('/auth/login', { redirectUrl: '//evil.example' })).toBe('/location/home');
  expect(await opening('/auth/login', { provider: '0190aaaa-0000-7000-8000-000000000000' })).toBe('/location/home');
  // What a provider brought back is looked at: a code opens another session, a refusal is read.
  expect(await opening('/auth/login', { code: 'a secret' })).toBe('opens');
  expect(await opening('/auth/login', { code: '403', msg: 'provider_sign_in_failed' })).toBe('opens');
  const state = sessionStore.getState();
  if (state.status === 'signedIn')
    sessionStore.setState({ ...state, session: { ...state.session, barredBy: 'mfa_demanded' } }, true);
  expect(await opening('/auth/login')).toBe('/auth/second-factor');
  sessionStore.setState({ status: 'signedOut' }, true);
  expect(await opening('/auth/login')).toBe('opens');
});

it('ROUTE-036 ROUTE-056 whoever is signed out comes to the sign-in from every one of them', async () => {
  sessionStore.setState({ status: 'signedOut' }, true);
  for (const route of routes) expect(await opening(route)).toBe('/auth/login');
});
