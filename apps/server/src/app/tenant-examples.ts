import { newId } from '../platform/ids/ids.ts';

/** Ids of things in one organization, for making requests about them. */
export interface TenantThings {
  organizationId: string;
  locationId: string;
  edgeId: string;
  cameraId: string;
  exportId: string;
  authProviderId: string;
  eventId: string;
  groupId: string;
  /** A member without rights. */
  userId: string;
  inviteId: string;
  /** An organization that helps. */
  helperId: string;
}

export interface Example {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const signed = { expires: 1, session: 'x.y', signature: 'z' };
const hour = { fromUtcMs: 1_790_000_000_000, toUtcMs: 1_790_003_600_000 };
// A number and no name: nothing is asked where it leads.
const provider = { kind: 'oidc', name: 'Provider', oidc: { issuer: 'https://192.88.0.1', clientId: 'c' }, clientSecret: 'a secret' };
/** Far beyond what a clock may lie, and within what helping may last. */
const soonMs = (): number => Date.now() + 86_400_000;
// The public half of a key pair that nobody has.
const browserKeys = {
  p256dh: 'BL4bcsui32DikuRI2a5M1dwq5r5gjb-JqUpIMDYRJD80JGgAbBpsbtEePkAYgsuwtyZ1hSQ4mV1y9-HGiLWRHMo',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
};
const stream = { kind: 'main', url: 'rtsp://10.0.0.9/other' };

/**
 * A valid request for every call of the API, about the given things. The generated tenant test calls each of them as
 * nobody, as somebody of another organization, as a member without the permission, and with broken input; a call that
 * is missing here fails it.
 */
export const tenantExamples: Record<string, (things: TenantThings) => Example> = {
  'sessions.setup': () => ({}),
  'sessions.createFirstAccount': () => ({ body: { name: 'A', email: 'a@example.com', password: 'a long password' } }),
  'sessions.signIn': () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
  'sessions.refresh': () => ({}),
  'sessions.signOut': () => ({}),
  'sessions.switchOrganization': ({ organizationId }) => ({ body: { organizationId } }),
  'sessions.answerChallenge': () => ({ body: { challenge: 'x', code: '000000' } }),
  'sessions.exchangeCode': () => ({ body: { code: 'x' } }),
  'sessions.current': () => ({}),
  'accounts.signUp': () => ({ body: { firstName: 'A', email: 'nobody@example.com', password: 'a long password' } }),
  'accounts.sendVerification': () => ({ body: { email: 'nobody@example.com' } }),
  'accounts.verifyEmail': () => ({ body: { token: 'x' } }),
  'accounts.requestPasswordReset': () => ({ body: { email: 'nobody@example.com' } }),
  'accounts.resetPassword': () => ({ body: { token: 'x', password: 'a long password' } }),
  'accounts.getProfile': () => ({}),
  'accounts.updateProfile': () => ({ body: { firstName: 'Renamed' } }),
  'accounts.updateSettings': () => ({ body: { lang: 'he' } }),
  'accounts.changeEmail': () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
  'accounts.changePassword': () => ({ body: { currentPassword: 'x', newPassword: 'a long password' } }),
  'accounts.listSessions': () => ({}),
  'accounts.endSession': () => ({ params: { sessionId: newId() } }),
  'accounts.endOtherSessions': () => ({}),
  'accounts.removeIdentity': () => ({ params: { id: newId() } }),
  'accounts.renewMediaToken': () => ({ body: { kind: 'vmPlayback' } }),
  'mfa.list': () => ({}),
  'mfa.create': () => ({ body: { name: 'Phone', password: 'x' } }),
  'mfa.verify': () => ({ params: { id: newId() }, body: { code: '000000' } }),
  'mfa.remove': () => ({ params: { id: newId() }, body: { code: '000000' } }),
  'mfa.renewBackupCodes': () => ({ body: { code: '000000' } }),
  'apiKeys.list': () => ({ query: { page: 1 } }),
  'apiKeys.create': () => ({ body: { name: 'Key', scopes: ['CameraView'], expiresAt: null } }),
  'apiKeys.remove': () => ({ params: { id: newId() } }),
  'loginFirewall.get': () => ({}),
  'loginFirewall.set': () => ({ body: { isEnabled: false, rules: [{ cidr: '10.0.0.0/8', note: 'Office' }], revision: 9 } }),
  'appInfo.get': () => ({}),
  'appInfo.getLegalTexts': () => ({}),
  'appInfo.trackPageView': () => ({ body: { route: '/location/list' } }),
  'weeklySummary.get': () => ({}),
  'weeklySummary.set': () => ({ body: { isEnabled: true, weekday: 1, hour: 9, timeZone: 'Europe/Berlin' } }),
  'weeklySummary.preview': () => ({ query: { lang: 'he' } }),
  'weeklySummary.sendToMe': () => ({}),
  'userDevices.list': () => ({}),
  'userDevices.register': () => ({
    body: { deviceUid: 'a-browser', name: 'Browser', subscription: { endpoint: 'https://192.88.0.1/push', keys: browserKeys } },
  }),
  'userDevices.update': () => ({ params: { deviceUid: 'a-browser' }, body: { enabled: false } }),
  'userDevices.remove': () => ({ params: { deviceUid: 'a-browser' } }),
  'userDevices.sendTest': () => ({ params: { deviceUid: 'a-browser' } }),
  'userDevices.getSchedule': () => ({}),
  'userDevices.setSchedule': () => ({ body: { enabled: false, timezone: 'UTC', days: [[], [], [], [], [], [], []] } }),
  'userDevices.getNotices': () => ({}),
  'userDevices.setNotices': () => ({ body: { coreOffline: true, cameraOffline: false } }),
  'audit.findByFilter': () => ({ query: { limit: 30 }, body: {} }),
  'audit.findAndGroupByDailyEvents': () => ({ query: { limit: 30, timeZone: 'Europe/Berlin' }, body: {} }),
  'audit.methods': () => ({}),
  'audit.exportCsv': () => ({ body: { events: ['camera.update'] } }),
  'audit.mailReportPdf': () => ({ body: {} }),
  'audit.mailLogPdf': () => ({ body: {} }),
  'audit.verify': () => ({}),
  'audit.verifyRange': () => ({ query: {} }),
  'organizations.create': () => ({ body: { name: 'Another', color: '#336699' } }),
  'organizations.getCurrent': () => ({}),
  'organizations.updateCurrent': () => ({ body: { name: 'Renamed' } }),
  // A name that none has: the organization of the test must outlive it.
  'organizations.removeCurrent': () => ({ body: { name: 'No such name' } }),
  'users.list': ({ groupId }) => ({ query: { search: 'a', groupId } }),
  'users.update': ({ userId, groupId }) => ({ params: { id: userId }, body: { role: 'OPERATOR', groupIds: [groupId] } }),
  'users.remove': ({ userId }) => ({ params: { id: userId } }),
  'users.leave': () => ({}),
  'users.listInvites': () => ({ query: { kind: 'user', search: 'a' } }),
  'users.invite': ({ groupId }) => ({ body: { emails: [`${newId()}@example.com`], groupIds: [groupId] } }),
  'users.inviteSupport': ({ groupId }) => ({ body: { email: `${newId()}@example.com`, accessUntil: soonMs(), groupIds: [groupId] } }),
  'users.resendInvite': ({ inviteId }) => ({ params: { id: inviteId } }),
  'users.cancelInvite': ({ inviteId }) => ({ params: { id: inviteId } }),
  'users.readInvite': () => ({ body: { token: 'x' } }),
  'users.acceptInvite': () => ({ body: { token: 'x' } }),
  'users.signUpByInvite': () => ({ body: { token: 'x', firstName: 'A', password: 'a long password' } }),
  'users.listSupport': () => ({}),
  'users.updateSupport': ({ helperId, groupId }) => ({ params: { id: helperId }, body: { accessUntil: soonMs(), groupIds: [groupId] } }),
  'users.removeSupport': ({ helperId }) => ({ params: { id: helperId } }),
  'users.findAll': ({ organizationId }) => ({ body: { orgIds: [organizationId], query: 'a' } }),
  'developer.setStaff': ({ userId }) => ({ params: { id: userId }, body: { roles: [], isDeveloper: false, isDevTeam: false, isPartner: false } }),
  'permissionGroups.filter': ({ userId, helperId }) => ({ query: { query: 'a' }, body: { userId, organizationId: helperId } }),
  'permissionGroups.create': () => ({ body: { name: `Group ${newId()}` } }),
  'permissionGroups.get': ({ groupId }) => ({ params: { id: groupId } }),
  'permissionGroups.update': ({ groupId }) => ({ params: { id: groupId }, body: { name: 'Renamed', revision: 1 } }),
  'permissionGroups.remove': ({ groupId }) => ({ params: { id: groupId } }),
  'permissionGroups.change': ({ groupId, cameraId }) => ({
    params: { id: groupId },
    body: { changes: [{ action: 'changePermission', permission: 'CameraView', entityId: cameraId, isAllowed: true }], revision: 1 },
  }),
  'permissionGroups.setUsers': ({ groupId, userId }) => ({ params: { id: groupId }, body: { users: [userId], revision: 1 } }),
  'permissionGroups.setOrganizations': ({ groupId, helperId }) => ({ params: { id: groupId }, body: { organizations: [helperId], revision: 1 } }),
  'permissionGroups.setUserGroups': ({ userId, groupId }) => ({ params: { id: userId }, body: { groupIds: [groupId] } }),
  'permissionGroups.setOrganizationGroups': ({ helperId, groupId }) => ({ params: { id: helperId }, body: { groupIds: [groupId] } }),
  'permissionGroups.entities': () => ({ query: { search: 'a' } }),
  'permissionGroups.own': () => ({}),
  'permissionGroups.byUser': ({ userId }) => ({ params: { id: userId } }),
  'permissionGroups.byOrganization': ({ helperId }) => ({ params: { id: helperId } }),
  'permissionGroups.explain': ({ cameraId }) => ({ query: { permission: 'CameraView', entityId: cameraId } }),
  'globalSearch.find': () => ({ query: { query: 'a' } }),
  'locations.list': () => ({ query: { search: 'a' } }),
  'locations.create': ({ locationId }) => ({ body: { name: 'Gate', parentId: locationId, timeZone: 'Europe/Berlin' } }),
  'locations.get': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.update': ({ locationId }) => ({ params: { id: locationId }, body: { name: 'Renamed' } }),
  'locations.deleteCheck': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.fitting': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.remove': ({ locationId }) => ({ params: { id: locationId } }),
  'edges.list': ({ locationId }) => ({ query: { locationId } }),
  'edges.create': ({ locationId }) => ({ body: { name: 'Core', locationId } }),
  'edges.get': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.update': ({ edgeId }) => ({ params: { id: edgeId }, body: { name: 'Renamed' } }),
  'edges.remove': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.createClaimCode': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.claimLocal': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.localNetwork': ({ edgeId }) => ({ body: { edgeIds: [edgeId], localLiveStream: true } }),
  'edges.notices': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.revoke': ({ edgeId }) => ({ params: { id: edgeId } }),
  'syncOperations.lastCommitted': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.next': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.publish': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.cancel': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.resetPublishCounter': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.organization': () => ({}),
  'syncOperations.validate': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.repair': ({ edgeId }) => ({ body: { edgeId } }),
  'syncOperations.unsyncedEdges': ({ locationId }) => ({ body: { locationId } }),
  'edges.claim': () => ({ body: { code: '0000-0000-0000', publicKey: 'A'.repeat(43), version: '1', hostname: 'h' } }),
  'cameras.list': ({ locationId, edgeId }) => ({ query: { locationId, edgeId } }),
  'cameras.test': ({ edgeId }) => ({ body: { edgeId, url: 'rtsp://10.0.0.9/1' } }),
  'cameras.create': ({ edgeId, locationId }) => ({ body: { name: 'Camera', edgeId, locationId, streams: [stream] } }),
  'cameras.get': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.update': ({ cameraId }) => ({ params: { id: cameraId }, body: { name: 'Renamed' } }),
  'cameras.remove': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.poster': ({ cameraId }) => ({ params: { id: cameraId }, query: signed }),
  'analysis.ofEdge': ({ edgeId }) => ({ params: { id: edgeId } }),
  'developer.environment': () => ({}),
  'developer.heartbeats': () => ({}),
  'developer.analytics': () => ({}),
  'developer.logs': () => ({ query: { level: 'info', search: 'a', limit: 10 } }),
  'live.offer': ({ cameraId }) => ({ params: { id: cameraId }, body: { sdp: 'v=0 and more' } }),
  'live.relay': ({ cameraId }) => ({ params: { id: cameraId }, body: {} }),
  'live.candidate': () => ({ params: { leaseId: newId() }, body: { candidate: 'candidate:1', mid: '0' } }),
  'live.renew': () => ({ params: { leaseId: newId() }, body: {} }),
  'live.close': () => ({ params: { leaseId: newId() } }),
  'recordings.coverage': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'recordings.days': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'events.list': ({ cameraId, locationId }) => ({
    query: {
      cameraIds: cameraId,
      locationId,
      classes: 'person',
      colours: 'red',
      plate: 'AB 12',
      plateMatch: 'similar',
      ...hour,
      minDwellMs: 1,
      hasFace: 'true',
    },
  }),
  'events.get': ({ eventId }) => ({ params: { id: eventId } }),
  'events.similar': ({ eventId }) => ({ params: { id: eventId }, query: { by: 'appearance', ...hour } }),
  'events.ofCamera': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'events.paths': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'events.motion': ({ cameraId }) => ({ params: { id: cameraId }, query: { ...hour, cells: 'f'.repeat(36) } }),
  'events.thumbnail': ({ eventId }) => ({ params: { id: eventId, kind: 'object' }, query: signed }),
  'exports.create': ({ cameraId }) => ({ params: { id: cameraId }, body: hour }),
  'exports.list': ({ cameraId }) => ({ query: { cameraId } }),
  'exports.get': ({ exportId }) => ({ params: { id: exportId } }),
  'exports.cancel': ({ exportId }) => ({ params: { id: exportId } }),
  'exports.file': ({ exportId }) => ({ params: { id: exportId }, query: signed }),
  'authProviders.list': () => ({}),
  'authProviders.create': () => ({ body: provider }),
  'authProviders.update': ({ authProviderId }) => ({ params: { id: authProviderId }, body: { provider, revision: 1 } }),
  'authProviders.remove': ({ authProviderId }) => ({ params: { id: authProviderId } }),
  'authProviders.test': ({ authProviderId }) => ({ params: { id: authProviderId } }),
  'authProviders.offered': () => ({ body: { email: 'a@example.com' } }),
  'authProviders.begin': () => ({ params: { id: newId() }, body: { redirectUrl: '/' } }),
};
