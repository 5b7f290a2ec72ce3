import { newId } from '../../src/platform/ids/ids.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'permissionGroups.filter': ({ userId, helperId }) => ({
    query: { query: 'a' },
    body: { userId, organizationId: helperId },
  }),
  'permissionGroups.create': () => ({ body: { name: `Group ${newId()}` } }),
  'permissionGroups.get': ({ groupId }) => ({ params: { id: groupId } }),
  'permissionGroups.update': ({ groupId }) => ({ params: { id: groupId }, body: { name: 'Renamed', revision: 1 } }),
  'permissionGroups.remove': ({ groupId }) => ({ params: { id: groupId } }),
  'permissionGroups.change': ({ groupId, cameraId }) => ({
    params: { id: groupId },
    body: {
      changes: [{ action: 'changePermission', permission: 'CameraView', entityId: cameraId, isAllowed: true }],
      revision: 1,
    },
  }),
  'permissionGroups.setUsers': ({ groupId, userId }) => ({
    params: { id: groupId },
    body: { users: [userId], revision: 1 },
  }),
  'permissionGroups.setOrganizations': ({ groupId, helperId }) => ({
    params: { id: groupId },
    body: { organizations: [helperId], revision: 1 },
  }),
  'permissionGroups.setUserGroups': ({ userId, groupId }) => ({
    params: { id: userId },
    body: { groupIds: [groupId] },
  }),
  'permissionGroups.setOrganizationGroups': ({ helperId, groupId }) => ({
    params: { id: helperId },
    body: { groupIds: [groupId] },
  }),
  'permissionGroups.entities': () => ({ query: { search: 'a' } }),
  'permissionGroups.own': () => ({}),
  'permissionGroups.byUser': ({ userId }) => ({ params: { id: userId } }),
  'permissionGroups.byOrganization': ({ helperId }) => ({ params: { id: helperId } }),
  'permissionGroups.explain': ({ cameraId }) => ({ query: { permission: 'CameraView', entityId: cameraId } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'permissionGroups.filter': 'a question',
};
