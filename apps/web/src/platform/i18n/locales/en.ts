import accounts from './en/accounts.json' with { type: 'json' };
import analysis from './en/analysis.json' with { type: 'json' };
import apiKeys from './en/api-keys.json' with { type: 'json' };
import attention from './en/attention.json' with { type: 'json' };
import audit from './en/audit.json' with { type: 'json' };
import authProviders from './en/auth-providers.json' with { type: 'json' };
import cameraDevices from './en/camera-devices.json' with { type: 'json' };
import cameraEdit from './en/camera-edit.json' with { type: 'json' };
import cameraOnboarding from './en/camera-onboarding.json' with { type: 'json' };
import cameraPages from './en/camera-pages.json' with { type: 'json' };
import cameras from './en/cameras.json' with { type: 'json' };
import common from './en/common.json' with { type: 'json' };
import coreReleases from './en/core-releases.json' with { type: 'json' };
import developer from './en/developer.json' with { type: 'json' };
import edges from './en/edges.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import events from './en/events.json' with { type: 'json' };
import exports from './en/exports.json' with { type: 'json' };
import favourites from './en/favourites.json' with { type: 'json' };
import floors from './en/floors.json' with { type: 'json' };
import globalSearch from './en/global-search.json' with { type: 'json' };
import live from './en/live.json' with { type: 'json' };
import locations from './en/locations.json' with { type: 'json' };
import loginFirewall from './en/login-firewall.json' with { type: 'json' };
import mfa from './en/mfa.json' with { type: 'json' };
import organizations from './en/organizations.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };
import permissionGroups from './en/permission-groups.json' with { type: 'json' };
import permissions from './en/permissions.json' with { type: 'json' };
import recordings from './en/recordings.json' with { type: 'json' };
import sessionLife from './en/session-life.json' with { type: 'json' };
import sessions from './en/sessions.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import status from './en/status.json' with { type: 'json' };
import streetMap from './en/street-map.json' with { type: 'json' };
import syncOperations from './en/sync-operations.json' with { type: 'json' };
import talk from './en/talk.json' with { type: 'json' };
import userDevices from './en/user-devices.json' with { type: 'json' };
import users from './en/users.json' with { type: 'json' };
import weeklySummary from './en/weekly-summary.json' with { type: 'json' };

/** Every text of this language, a file for each noun. */
export const texts = {
  accounts,
  analysis,
  apiKeys,
  attention,
  audit,
  authProviders,
  cameraDevices,
  cameraEdit,
  cameraOnboarding,
  cameraPages,
  cameras,
  common,
  coreReleases,
  developer,
  edges,
  errors,
  events,
  exports,
  favourites,
  floors,
  globalSearch,
  live,
  locations,
  loginFirewall,
  mfa,
  organizations,
  pages,
  permissionGroups,
  permissions,
  recordings,
  sessionLife,
  sessions,
  shell,
  status,
  streetMap,
  syncOperations,
  talk,
  userDevices,
  users,
  weeklySummary,
};
