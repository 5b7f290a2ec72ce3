import { expect, test } from 'vitest';
import {
  homeOf,
  isDeveloperPerson,
  notInDefaultOrganization,
  operatorOnly,
  seesDeveloperMenu,
  userOnly,
} from './guard-rules.ts';
import type { Role } from '@sightline/contracts/accounts/account';

/** Roles as people have them: that of the membership first, then those of the staff. Outside of organizations there are the latter alone. */
const who = (...roles: Role[]) => ({ roles, isDeveloper: false, isDevTeam: false });
const member = (role: 'USER' | 'OPERATOR', ...staff: ('DEVELOPER' | 'SALES' | 'ADMIN')[]) => who(role, ...staff);

test('ROUTE-048 ROUTE-049 the user-only guard sends operators and everybody else to their own home', () => {
  expect(userOnly(member('OPERATOR'))).toBe('/operator');
  expect(userOnly(member('OPERATOR', 'DEVELOPER'))).toBe('/operator');
  expect(userOnly(member('USER', 'DEVELOPER'))).toBe('/logs');
  expect(userOnly(member('USER', 'DEVELOPER', 'ADMIN'))).toBe('/logs');
  for (const role of ['DEVELOPER', 'SALES', 'ADMIN'] as const) expect(userOnly(who(role))).toBe('/logs');
});

test('ROUTE-047 the user-only guard lets users through, also those who look after the installation besides', () => {
  expect(userOnly(who('USER'))).toBeNull();
  for (const role of ['ADMIN', 'SALES'] as const) expect(userOnly(member('USER', role))).toBeNull();
});

test('ROUTE-035 ROUTE-051 ROUTE-052 the operator-only guard sends everybody else to a page that they can open', () => {
  expect(operatorOnly(who('DEVELOPER'))).toBe('/logs');
  expect(operatorOnly(member('USER', 'DEVELOPER'))).toBe('/logs');
  expect(operatorOnly(member('USER', 'ADMIN'))).toBe('/location/home');
  expect(operatorOnly(who('SALES'))).toBe('/logs');
  const sent = operatorOnly(who('USER'));
  expect(sent).toBe('/location/home');
  expect(userOnly(who('USER'))).toBeNull();
});

test('ROUTE-050 the operator-only guard lets operators through', () => {
  expect(operatorOnly(who('OPERATOR'))).toBeNull();
  expect(operatorOnly(who('OPERATOR', 'ADMIN'))).toBeNull();
});

test('ROUTE-053 every role has a home of its own', () => {
  expect([member('USER'), member('OPERATOR'), who('DEVELOPER')].map(homeOf)).toEqual([
    '/location/home',
    '/operator',
    '/logs',
  ]);
  expect([member('USER', 'DEVELOPER'), member('OPERATOR', 'DEVELOPER'), member('USER', 'ADMIN')].map(homeOf)).toEqual([
    '/logs',
    '/operator',
    '/location/home',
  ]);
});

test('SHELL-030 SHELL-031 the menu of developers is for administrators, and in development for users', () => {
  expect(seesDeveloperMenu(who('USER'), false)).toBe(false);
  expect(seesDeveloperMenu(who('OPERATOR'), true)).toBe(false);
  expect(seesDeveloperMenu(who('USER'), true)).toBe(true);
  expect(seesDeveloperMenu(who('USER', 'ADMIN'), false)).toBe(true);
});

test('SHELL-032 ROUTE-054 pages for developers exist for developers and for whoever sees the menu, and for nobody else', () => {
  expect(isDeveloperPerson(who('USER'), false)).toBe(false);
  expect(isDeveloperPerson(who('OPERATOR'), true)).toBe(false);
  expect(isDeveloperPerson({ ...who('USER'), isDeveloper: true }, false)).toBe(true);
  expect(isDeveloperPerson(who('USER', 'ADMIN'), false)).toBe(true);
  expect(isDeveloperPerson(who('USER'), true)).toBe(true);
});

test('ROUTE-055 the guard of other organizations sends people of the first one home, but for those who administer it', () => {
  expect(notInDefaultOrganization({ isDefault: true }, false)).toBe('/location/home');
  expect(notInDefaultOrganization({ isDefault: true }, true)).toBeNull();
  expect(notInDefaultOrganization({ isDefault: false }, false)).toBeNull();
  expect(notInDefaultOrganization(null, false)).toBeNull();
});
