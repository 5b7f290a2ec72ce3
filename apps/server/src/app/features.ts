import { accessEventsFeature } from '../features/access-events/access-events.feature.ts';
import { accountsFeature } from '../features/accounts/accounts.feature.ts';
import { alertRulesFeature } from '../features/alert-rules/alert-rules.feature.ts';
import { alertsFeature } from '../features/alerts/alerts.feature.ts';
import { analysisFeature } from '../features/analysis/analysis.feature.ts';
import { apiKeysFeature } from '../features/api-keys/api-keys.feature.ts';
import { appInfoFeature } from '../features/app-info/app-info.feature.ts';
import { armedAlarmsFeature } from '../features/armed-alarms/armed-alarms.feature.ts';
import { attentionFeature } from '../features/attention/attention.feature.ts';
import { auditFeature } from '../features/audit/audit.feature.ts';
import { authProvidersFeature } from '../features/auth-providers/auth-providers.feature.ts';
import { cameraDevicesFeature } from '../features/camera-devices/camera-devices.feature.ts';
import { cameraOnboardingFeature } from '../features/camera-onboarding/camera-onboarding.feature.ts';
import { cameraPagesFeature } from '../features/camera-pages/camera-pages.feature.ts';
import { camerasFeature } from '../features/cameras/cameras.feature.ts';
import { dispatchAlarmsFeature } from '../features/dispatch-alarms/dispatch-alarms.feature.ts';
import { edgeReleasesFeature } from '../features/edge-releases/edge-releases.feature.ts';
import { developerFeature } from '../features/developer/developer.feature.ts';
import { edgesFeature } from '../features/edges/edges.feature.ts';
import { doorsFeature } from '../features/doors/doors.feature.ts';
import { entrancesFeature } from '../features/entrances/entrances.feature.ts';
import { eventTagsFeature } from '../features/event-tags/event-tags.feature.ts';
import { eventsFeature } from '../features/events/events.feature.ts';
import { exportsFeature } from '../features/exports/exports.feature.ts';
import { favouritesFeature } from '../features/favourites/favourites.feature.ts';
import { floorsFeature } from '../features/floors/floors.feature.ts';
import { integrationsFeature } from '../features/integrations/integrations.feature.ts';
import { globalSearchFeature } from '../features/global-search/global-search.feature.ts';
import { homeFeature } from '../features/home/home.feature.ts';
import { linkFeature } from '../features/link/link.feature.ts';
import type { LinkGateway } from '../features/link/link-gateway.ts';
import { liveFeature } from '../features/live/live.feature.ts';
import { localGrantsFeature } from '../features/local-grants/local-grants.feature.ts';
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
import { streetMapFeature } from '../features/street-map/street-map.feature.ts';
import { syncOperationsFeature } from '../features/sync-operations/sync-operations.feature.ts';
import { talkFeature } from '../features/talk/talk.feature.ts';
import { userDevicesFeature } from '../features/user-devices/user-devices.feature.ts';
import { uniformsFeature } from '../features/uniforms/uniforms.feature.ts';
import { usersFeature } from '../features/users/users.feature.ts';
import { vehiclesFeature } from '../features/vehicles/vehicles.feature.ts';
import { webhooksFeature } from '../features/webhooks/webhooks.feature.ts';
import { weeklySummaryFeature } from '../features/weekly-summary/weekly-summary.feature.ts';
import { youtubeLinksFeature } from '../features/youtube-links/youtube-links.feature.ts';
import type { ServerContext } from '../platform/features/server-context.ts';
import type { ServerFeature } from '../platform/features/server-feature.ts';

/** Everything that this server does, one line each. */
const declared = [
  mfaFeature,
  apiKeysFeature,
  sessionsFeature,
  accountsFeature,
  passkeysFeature,
  loginFirewallFeature,
  authProvidersFeature,
  appInfoFeature,
  organizationsFeature,
  usersFeature,
  permissionGroupsFeature,
  locationsFeature,
  edgesFeature,
  floorsFeature,
  camerasFeature,
  cameraOnboardingFeature,
  cameraDevicesFeature,
  cameraPagesFeature,
  liveFeature,
  talkFeature,
  localGrantsFeature,
  recordingsFeature,
  analysisFeature,
  eventsFeature,
  peopleFeature,
  uniformsFeature,
  schedulesFeature,
  eventTagsFeature,
  orgVariablesFeature,
  youtubeLinksFeature,
  vehiclesFeature,
  orgGroupsFeature,
  armedAlarmsFeature,
  entrancesFeature,
  doorsFeature,
  accessEventsFeature,
  alertRulesFeature,
  alertsFeature,
  managedAlarmsFeature,
  dispatchAlarmsFeature,
  exportsFeature,
  syncOperationsFeature,
  linkFeature,
  edgeReleasesFeature,
  statusFeature,
  homeFeature,
  attentionFeature,
  favouritesFeature,
  streetMapFeature,
  globalSearchFeature,
  auditFeature,
  userDevicesFeature,
  webhooksFeature,
  integrationsFeature,
  weeklySummaryFeature,
  developerFeature,
] as const;

type GivenBy<F> = F extends ServerFeature<never, infer Given, never> ? Given : never;
type All<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** The services that features give each other. */
export type Given = All<GivenBy<(typeof declared)[number]>>;

/** What features are given: the platform, the services of others, and the links of cores, over which they are asked. */
export type FeatureContext = ServerContext & Given & { edges: LinkGateway };

/** Every feature, in the order in which it gives and is started. */
export const features: readonly ServerFeature<FeatureContext, object, Given>[] = declared;
