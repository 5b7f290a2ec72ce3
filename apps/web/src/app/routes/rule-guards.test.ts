import type { Role } from '@sightline/contracts/accounts/account';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Session } from '@sightline/contracts/sessions/session';
import { isRedirect } from '@tanstack/react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { appInfoQuery } from '../../platform/app-info/app-info.ts';
import { sessionStore, signedInState } from '../../platform/session/session-store.ts';
import { workRoutes } from './work-routes.ts';

const enter = (roles: Role[], permissions: Permission[]): void => {
  const session = {
    user: { roles, isDeveloper: false, isDevTeam: false, settings: {} },
    organizations: [{ organizationId: 'first' }],
    activeOrganizationId: 'first',
    organization: { id: 'first', isDefault: true },
    permissions: permissions.map((name) => ({ name, entityIds: null })),
    barredBy: null,
  } as unknown as Session;
  sessionStore.setState(signedInState(session, { status: 'unknown' }), true);
};

/** What becomes of opening the form of a pair. */
const opening = async (group: string, number: string): Promise<string> => {
  const route = workRoutes.find(({ options }) => 'path' in options && options.path === '/alert/create/$group/$number');
  const guard = route?.options.beforeLoad as (context: unknown) => Promise<void>;
  try {
    await guard({ params: { group, number } });
  } catch (refusal) {
    if (isRedirect(refusal)) return String(refusal.options.to);
    if (refusal instanceof ApiError) return refusal.code;
    throw refusal;
  }
  return 'opens';
};

beforeAll(() => {
  queryClient.setQueryData(appInfoQuery().queryKey, { environment: 'production' } as never);
});
afterAll(() => queryClient.clear());

test('the form of a rule needs the right to edit rules', async () => {
  enter(['USER'], ['AlertMonitoring']);
  expect(await opening('0', '0')).toBe('forbidden');
  expect(await opening('5', '3')).toBe('forbidden');
});

test('ALERT-034: pairs that name no kind lead to the templates', async () => {
  enter(['USER'], ['AlertEdit']);
  for (const [group, number] of [
    ['4', '2'],
    ['9', '9'],
    ['0', 'motion'],
    ['00', '0'],
  ] as const)
    expect(await opening(group, number)).toBe('/alert/templates');
  expect(await opening('4', '3')).toBe('opens');
});

test('ALERT-036: the form for developers is not there for anybody else', async () => {
  enter(['USER'], ['AlertEdit']);
  expect(await opening('5', '3')).toBe('not_found');
  enter(['USER', 'DEVELOPER'], ['AlertEdit']);
  expect(await opening('5', '3')).toBe('opens');
});
