import { permissions, type Permission } from '../shared/permissions.ts';

const live = ['LocationView', 'CoreView', 'CameraView'] as const satisfies readonly Permission[];
const guard = [...live, 'PlaybackView', 'AlertMonitoring', 'CameraTalk'] as const satisfies readonly Permission[];
const investigator = [
  ...live,
  'PlaybackView',
  'SearchView',
  'ExportCreate',
  'AlertMonitoring',
] as const satisfies readonly Permission[];
/** Of one place, what its manager doesn't get: to take the place itself away, and to look behind what is hidden for privacy. */
const notOfManagers: readonly Permission[] = ['LocationDelete', 'OriginalsView'];

/**
 * Ready sets of permissions for the commonest jobs. What can be given on a site is given on the chosen sites, or everywhere; what can
 * only be given on the organization is given there. Plain data: screens show it before anything is sent.
 */
export const accessPresets = {
  viewer: live,
  guard,
  investigator,
  siteManager: (Object.keys(permissions) as Permission[]).filter(
    (name) => permissions[name] !== 'organization' && !notOfManagers.includes(name),
  ),
  auditor: ['LocationView', 'CoreView', 'AuditView'],
} as const satisfies Record<string, readonly Permission[]>;

/** Name of a ready set. */
export type AccessPreset = keyof typeof accessPresets;

/** The ready sets, from the least to the most. */
export const presetsInOrder = Object.keys(accessPresets) as AccessPreset[];
