/**
 * What can be told of alerts outside. `updated`: more is known of it, or somebody took it, gave it on or opened it again; `handled`:
 * somebody is done with it.
 */
export const alertMessageKinds = {
  'alert.opened': { permission: 'AlertMonitoring' },
  'alert.updated': { permission: 'AlertMonitoring' },
  'alert.closed': { permission: 'AlertMonitoring' },
  'alert.handled': { permission: 'AlertMonitoring' },
} as const;
