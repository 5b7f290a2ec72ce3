/**
 * Every permission, with the kind of entity that a grant of it is given on.
 * `organization`: held for the whole organization. `location`: given on a location, inherited downwards.
 */
export const permissions = {
  OrganizationEdit: 'organization',
  UserManage: 'organization',
  AuditView: 'organization',
  LocationCreate: 'organization',
  LocationView: 'location',
  LocationEdit: 'location',
  CoreView: 'location',
  CoreCreate: 'location',
  CoreEdit: 'location',
  CameraView: 'location',
  PlaybackView: 'location',
  SearchView: 'location',
  CameraCreate: 'location',
  CameraEdit: 'location',
  CameraDelete: 'location',
  ExportCreate: 'location',
} as const;

export type Permission = keyof typeof permissions;

/**
 * What a call demands. `public`: nobody need be signed in. `signedIn`: any session, also one without an organization.
 * `member`: a session with an active organization.
 */
export type CallPermission = Permission | 'public' | 'signedIn' | 'member';
