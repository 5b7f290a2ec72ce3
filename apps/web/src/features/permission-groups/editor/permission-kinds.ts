import type { Permission } from '@sightline/contracts/shared/permissions';

/** Permissions by what one does with them, as the screens list them. */
export const permissionKinds = {
  see: ['LocationView', 'CoreView', 'CameraView', 'PlaybackView', 'SearchView', 'OriginalsView'],
  takeOut: ['ExportCreate'],
  act: ['CameraTalk'],
  change: [
    'LocationCreate',
    'LocationEdit',
    'LocationDelete',
    'CoreCreate',
    'CoreEdit',
    'CoreDelete',
    'CameraCreate',
    'CameraEdit',
    'CameraDelete',
  ],
  organization: ['OrganizationEdit', 'OrganizationDatabase', 'UserManage', 'AuditView', 'ApiKeyManage'],
} as const satisfies Record<string, readonly Permission[]>;

export type PermissionKind = keyof typeof permissionKinds;

/** The kinds in their order. */
export const kindsInOrder = Object.keys(permissionKinds) as PermissionKind[];
