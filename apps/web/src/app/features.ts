import { accountsFeature } from '../features/accounts/accounts.feature.ts';
import { alertRulesFeature } from '../features/alert-rules/alert-rules.feature.ts';
import { armedAlarmsFeature } from '../features/armed-alarms/armed-alarms.feature.ts';
import { alertsFeature } from '../features/alerts/alerts.feature.ts';
import { analysisFeature } from '../features/analysis/analysis.feature.ts';
import { apiKeysFeature } from '../features/api-keys/api-keys.feature.ts';
import { attentionFeature } from '../features/attention/attention.feature.ts';
import { auditFeature } from '../features/audit/audit.feature.ts';
import { authProvidersFeature } from '../features/auth-providers/auth-providers.feature.ts';
import { cameraDevicesFeature } from '../features/camera-devices/camera-devices.feature.ts';
import { cameraOnboardingFeature } from '../features/camera-onboarding/camera-onboarding.feature.ts';
import { cameraPagesFeature } from '../features/camera-pages/camera-pages.feature.ts';
import { camerasFeature } from '../features/cameras/cameras.feature.ts';
import { edgeReleasesFeature } from '../features/edge-releases/edge-releases.feature.ts';
import { developerFeature } from '../features/developer/developer.feature.ts';
import { dispatchAlarmsFeature } from '../features/dispatch-alarms/dispatch-alarms.feature.ts';
import { edgesFeature } from '../features/edges/edges.feature.ts';
import { eventTagsFeature } from '../features/event-tags/event-tags.feature.ts';
import { doorsFeature } from '../features/doors/doors.feature.ts';
import { entrancesFeature } from '../features/entrances/entrances.feature.ts';
import { eventsFeature } from '../features/events/events.feature.ts';
import { exportsFeature } from '../features/exports/exports.feature.ts';
import { favouritesFeature } from '../features/favourites/favourites.feature.ts';
import { floorsFeature } from '../features/floors/floors.feature.ts';
import { globalSearchFeature } from '../features/global-search/global-search.feature.ts';
import { homeFeature } from '../features/home/home.feature.ts';
import { integrationsFeature } from '../features/integrations/integrations.feature.ts';
import { liveFeature } from '../features/live/live.feature.ts';
import { locationsFeature } from '../features/locations/locations.feature.ts';
import { loginFirewallFeature } from '../features/login-firewall/login-firewall.feature.ts';
import { managedAlarmsFeature } from '../features/managed-alarms/managed-alarms.feature.ts';
import { mfaFeature } from '../features/mfa/mfa.feature.ts';
import { orgGroupsFeature } from '../features/org-groups/org-groups.feature.ts';
import { orgVariablesFeature } from '../features/org-variables/org-variables.feature.ts';
import { organizationsFeature } from '../features/organizations/organizations.feature.ts';
import { passkeysFeature } from '../features/passkeys/passkeys.feature.ts';
import { peopleFeature } from '../features/people/people.feature.ts';
import { permissionGroupsFeature } from '../features/permission-groups/permission-groups.feature.ts';
import { recordingsFeature } from '../features/recordings/recordings.feature.ts';
import { schedulesFeature } from '../features/schedules/schedules.feature.ts';
import { sessionsFeature } from '../features/sessions/sessions.feature.ts';
import { statusFeature } from '../features/status/status.feature.ts';
import { syncOperationsFeature } from '../features/sync-operations/sync-operations.feature.ts';
import { talkFeature } from '../features/talk/talk.feature.ts';
import { userDevicesFeature } from '../features/user-devices/user-devices.feature.ts';
import { uniformsFeature } from '../features/uniforms/uniforms.feature.ts';
import { usersFeature } from '../features/users/users.feature.ts';
import { vehiclesFeature } from '../features/vehicles/vehicles.feature.ts';
import { webhooksFeature } from '../features/webhooks/webhooks.feature.ts';
import { weeklySummaryFeature } from '../features/weekly-summary/weekly-summary.feature.ts';
import { youtubeLinksFeature } from '../features/youtube-links/youtube-links.feature.ts';
import type { WebFeature } from '../platform/features/web-feature.ts';

/** Everything that the web does, one line each. Where no order is declared, that of this list holds. */
export const features = [
  globalSearchFeature,
  homeFeature,
  locationsFeature,
  camerasFeature,
  cameraOnboardingFeature,
  cameraDevicesFeature,
  cameraPagesFeature,
  edgesFeature,
  edgeReleasesFeature,
  syncOperationsFeature,
  floorsFeature,
  favouritesFeature,
  liveFeature,
  recordingsFeature,
  eventsFeature,
  talkFeature,
  alertsFeature,
  analysisFeature,
  alertRulesFeature,
  armedAlarmsFeature,
  dispatchAlarmsFeature,
  managedAlarmsFeature,
  statusFeature,
  exportsFeature,
  attentionFeature,
  organizationsFeature,
  usersFeature,
  peopleFeature,
  permissionGroupsFeature,
  authProvidersFeature,
  loginFirewallFeature,
  apiKeysFeature,
  auditFeature,
  schedulesFeature,
  vehiclesFeature,
  orgGroupsFeature,
  eventTagsFeature,
  uniformsFeature,
  youtubeLinksFeature,
  orgVariablesFeature,
  entrancesFeature,
  doorsFeature,
  integrationsFeature,
  webhooksFeature,
  weeklySummaryFeature,
  sessionsFeature,
  accountsFeature,
  mfaFeature,
  passkeysFeature,
  userDevicesFeature,
  developerFeature,
] as const;

/** One of them with the very words of its declaration, from which addresses and keys of texts are checked. */
export type Feature = (typeof features)[number];

/** The same for reading: what may be declared instead of what is. */
export const declarations: readonly WebFeature[] = [...features];
