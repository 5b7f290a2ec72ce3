import accounts from './he/accounts.json' with { type: 'json' };
import analysis from './he/analysis.json' with { type: 'json' };
import apiKeys from './he/api-keys.json' with { type: 'json' };
import attention from './he/attention.json' with { type: 'json' };
import audit from './he/audit.json' with { type: 'json' };
import authProviders from './he/auth-providers.json' with { type: 'json' };
import cameraDevices from './he/camera-devices.json' with { type: 'json' };
import cameraEdit from './he/camera-edit.json' with { type: 'json' };
import cameraOnboarding from './he/camera-onboarding.json' with { type: 'json' };
import cameraPages from './he/camera-pages.json' with { type: 'json' };
import cameras from './he/cameras.json' with { type: 'json' };
import common from './he/common.json' with { type: 'json' };
import coreReleases from './he/core-releases.json' with { type: 'json' };
import developer from './he/developer.json' with { type: 'json' };
import edges from './he/edges.json' with { type: 'json' };
import errors from './he/errors.json' with { type: 'json' };
import events from './he/events.json' with { type: 'json' };
import exports from './he/exports.json' with { type: 'json' };
import favourites from './he/favourites.json' with { type: 'json' };
import floors from './he/floors.json' with { type: 'json' };
import globalSearch from './he/global-search.json' with { type: 'json' };
import live from './he/live.json' with { type: 'json' };
import locations from './he/locations.json' with { type: 'json' };
import loginFirewall from './he/login-firewall.json' with { type: 'json' };
import mfa from './he/mfa.json' with { type: 'json' };
import organizations from './he/organizations.json' with { type: 'json' };
import pages from './he/pages.json' with { type: 'json' };
import permissionGroups from './he/permission-groups.json' with { type: 'json' };
import permissions from './he/permissions.json' with { type: 'json' };
import recordings from './he/recordings.json' with { type: 'json' };
import sessionLife from './he/session-life.json' with { type: 'json' };
import sessions from './he/sessions.json' with { type: 'json' };
import shell from './he/shell.json' with { type: 'json' };
import status from './he/status.json' with { type: 'json' };
import streetMap from './he/street-map.json' with { type: 'json' };
import syncOperations from './he/sync-operations.json' with { type: 'json' };
import talk from './he/talk.json' with { type: 'json' };
import userDevices from './he/user-devices.json' with { type: 'json' };
import users from './he/users.json' with { type: 'json' };
import weeklySummary from './he/weekly-summary.json' with { type: 'json' };

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
