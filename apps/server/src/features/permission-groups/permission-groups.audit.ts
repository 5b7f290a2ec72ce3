import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const permissionGroupsAudit = {
  names: { permissionGroup: { table: 'permission_groups' } },
  actions: {
    'organization.setGroups': 'organization',
    'permissionGroup.change': 'permissionGroup',
    'permissionGroup.create': 'permissionGroup',
    'permissionGroup.remove': 'permissionGroup',
    'permissionGroup.setOrganizations': 'permissionGroup',
    'permissionGroup.setUsers': 'permissionGroup',
    'permissionGroup.update': 'permissionGroup',
    'user.setGroups': 'user',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof permissionGroupsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
