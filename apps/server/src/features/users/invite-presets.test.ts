import { accessPresets, type AccessPreset } from '@sightline/contracts/permission-groups/access-presets';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
});

const address = (): string => `guest-${newId()}@example.com`;
const makeSite = async (name: string, parentId: string | null = null, by = owner): Promise<string> =>
  (await by.call(locationsCalls.create, { body: { name, parentId, timeZone: 'UTC' } })).body.id;
const invite = (
  access: { preset: AccessPreset; locationIds: string[] },
  more: { emails?: string[]; lang?: 'en' | 'he' } = {},
  by = owner,
) => by.call(usersCalls.invite, { body: { emails: [address()], ...more, access } });
const groups = async (): Promise<string[]> => {
  const page = await owner.call(permissionGroupsCalls.filter, { query: { page: 1, size: 200 }, body: {} });
  return page.body.items.map(({ name }) => name);
};
const groupOf = async (answer: Awaited<ReturnType<typeof invite>>): Promise<PermissionGroup> => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const [id = ''] = answer.body.invites[0]?.groupIds ?? [];
  return (await owner.call(permissionGroupsCalls.get, { params: { id } })).body;
};

describe('an invitation with a preset is refused, and makes no group', () => {
  it('for a site of another organization, one that never was, and a preset that there is not', async () => {
    const foreign = await makeSite('Foreign', null, await server.person());
    for (const locationIds of [[foreign], [newId()]])
      expect((await invite({ preset: 'guard', locationIds })).body).toMatchObject({ code: 'not_found' });
    const unknown = await invite({ preset: 'king' as AccessPreset, locationIds: [] });
    expect(unknown.body).toMatchObject({ code: 'validation_failed' });
    expect(await groups()).toEqual(['Administrators']);
  });

  it('for somebody who may not manage users, or does not hold what the preset gives at that place', async () => {
    const organizationId = owner.session.activeOrganizationId;
    const site = await makeSite('Port');
    const guard = await server.person({ organizationId, permissions: [...accessPresets.guard] });
    expect((await invite({ preset: 'guard', locationIds: [site] }, {}, guard)).body).toMatchObject({
      code: 'forbidden',
    });
    const clerk = await server.person({ organizationId, permissions: ['UserManage', ...accessPresets.viewer] });
    expect((await invite({ preset: 'guard', locationIds: [site] }, {}, clerk)).body).toMatchObject({
      code: 'grant_exceeds_own',
    });
    expect((await invite({ preset: 'viewer', locationIds: [site] }, {}, clerk)).status).toBe(201);
    expect(await groups()).toEqual(['Administrators', 'Viewers: Port']);
  });

  it('where everybody who is invited is a member already', async () => {
    const [self] = (await owner.call(usersCalls.list, { query: {} })).body.items;
    const { body } = await invite({ preset: 'guard', locationIds: [] }, { emails: [self?.email ?? ''] });
    expect(body).toMatchObject({ invites: [], refused: [{ code: 'already_member' }] });
    expect(await groups()).toEqual(['Administrators']);
  });
});

describe('an invitation with a preset', () => {
  it('gives on the chosen sites only what the preset says, and what lies below another chosen one inherits', async () => {
    const port = await makeSite('Port');
    const [dock, depot] = [await makeSite('Dock', port), await makeSite('Depot')];
    const group = await groupOf(await invite({ preset: 'guard', locationIds: [dock, port, depot] }));
    expect(group.name).toBe('Guards: Port +1');
    expect(group.permissions.map(({ name }) => name).sort()).toEqual([...accessPresets.guard].sort());
    for (const permission of group.permissions) {
      expect(permission).toMatchObject({ isWhole: false });
      expect(permission.entityIds.toSorted()).toEqual([port, depot].toSorted());
    }
  });

  it('gives what only an organization can give on the organization, everything else on the sites', async () => {
    const port = await makeSite('Port');
    const { permissions } = await groupOf(await invite({ preset: 'auditor', locationIds: [port] }));
    expect(permissions.find(({ name }) => name === 'AuditView')).toMatchObject({ isWhole: true, entityIds: [] });
    expect(permissions.find(({ name }) => name === 'LocationView')).toMatchObject({
      isWhole: false,
      entityIds: [port],
    });
    expect(permissions.some(({ name }) => name === 'CameraView')).toBe(false);
  });

  it('takes the group that gives just that already, whatever its name and language, also for two at once', async () => {
    const port = await makeSite('Port');
    const both = await Promise.all([1, 2].map(() => invite({ preset: 'siteManager', locationIds: [port] })));
    const [one, two] = [await groupOf(both[0]!), await groupOf(both[1]!)];
    expect(one.id).toBe(two.id);
    const renamed = { name: 'Port managers', description: '', revision: one.revision };
    await owner.call(permissionGroupsCalls.update, { params: { id: one.id }, body: renamed });
    const third = await groupOf(await invite({ preset: 'siteManager', locationIds: [port] }, { lang: 'he' }));
    expect(third.id).toBe(one.id);
    const changes = [{ action: 'changePermission', permission: 'AuditView', entityId: null, isAllowed: true }] as const;
    const { revision } = third;
    await owner.call(permissionGroupsCalls.change, {
      params: { id: one.id },
      body: { changes: [...changes], revision },
    });
    const other = await groupOf(await invite({ preset: 'siteManager', locationIds: [port] }, { lang: 'he' }));
    expect(other.id).not.toBe(one.id);
    expect(other.name).toBe('מנהלי אתרים: Port');
  });

  it('finds another name where that one is taken, and says everywhere where no site is chosen', async () => {
    await owner.call(permissionGroupsCalls.create, { body: { name: 'Guards: All Sites' } });
    const group = await groupOf(await invite({ preset: 'guard', locationIds: [] }));
    expect(group.name).toBe('Guards: all sites (2)');
    expect(group.permissions.every(({ isWhole }) => isWhole)).toBe(true);
  });
});
