/**
 * Every permission, with the kind of entity that a grant of it is given on.
 * `organization`: held for the whole organization or not at all.
 * `location`: given on the whole organization or on a location, inherited downwards to everything below it.
 * `core`: as `location`, and on a single core with its cameras. `camera`: as `core`, and on a single camera.
 */
export const permissions = {
  OrganizationEdit: 'organization',
  OrganizationDatabase: 'organization',
  OrganizationDatabasePeopleDirectory: 'organization',
  OrganizationDatabaseVehiclesDirectory: 'organization',
  OrganizationDatabaseDoorsDirectory: 'organization',
  UserManage: 'organization',
  AuditView: 'organization',
  ApiKeyManage: 'organization',
  LocationCreate: 'organization',
  LocationView: 'location',
  LocationEdit: 'location',
  LocationDelete: 'location',
  CoreView: 'core',
  CoreCreate: 'location',
  CoreEdit: 'core',
  CoreDelete: 'core',
  CameraView: 'camera',
  PlaybackView: 'camera',
  SearchView: 'camera',
  CameraCreate: 'core',
  CameraEdit: 'camera',
  CameraDelete: 'camera',
  CameraTalk: 'camera',
  ExportCreate: 'camera',
  OriginalsView: 'camera',
  AlertMonitoring: 'camera',
  AlertEdit: 'camera',
  AlarmManagementEdit: 'location',
  EventTags: 'organization',
  AccessEvents: 'organization',
  Entrances: 'organization',
  UniformDirectory: 'organization',
} as const;

export type Permission = keyof typeof permissions;

/** Permissions by what one does with them, as screens list them. */
export const permissionKinds = {
  see: ['LocationView', 'CoreView', 'CameraView', 'PlaybackView', 'SearchView', 'OriginalsView', 'AlertMonitoring'],
  takeOut: ['ExportCreate'],
  act: ['CameraTalk', 'AlarmManagementEdit'],
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
    'AlertEdit',
  ],
  organization: [
    'OrganizationEdit',
    'OrganizationDatabase',
    'OrganizationDatabasePeopleDirectory',
    'OrganizationDatabaseVehiclesDirectory',
    'OrganizationDatabaseDoorsDirectory',
    'UserManage',
    'AuditView',
    'ApiKeyManage',
    'EventTags',
    'AccessEvents',
    'Entrances',
    'UniformDirectory',
  ],
} as const satisfies Record<string, readonly Permission[]>;

/** What one does with a permission. */
export type PermissionKind = keyof typeof permissionKinds;

/** The kinds in their order. */
export const kindsInOrder = Object.keys(permissionKinds) as PermissionKind[];

/**
 * What a call demands. `public`: nobody need be signed in. `signedIn`: any session, also one without an organization.
 * `member`: a session with an active organization, or an API key. `person`: the same without keys, for what belongs to a person. `staff`: people who look after the whole installation
 * (`isDeveloper`, `isDevTeam` or the role ADMIN); anybody else is answered 403.
 */
export type CallPermission = Permission | 'public' | 'signedIn' | 'member' | 'person' | 'staff';
