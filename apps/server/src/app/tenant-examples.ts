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
  buildingId: string;
  floorId: string;
  releaseId: string;
  rollOutId: string;
  apiKeyId: string;
  importId: string;
  /** Of the account of the owner: a session besides the one that calls, a way of signing in, a second factor. */
  sessionId: string;
  identityId: string;
  mfaMethodId: string;
  /** What is open for a moment only: ids of nothing, but in the test that opens them. */
  leaseId: string;
  talkId: string;
  pageId: string;
  scanId: string;
}

export interface Example {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const signed = { expires: 1, session: 'x.y', signature: 'z' };
const hour = { fromUtcMs: 1_790_000_000_000, toUtcMs: 1_790_003_600_000 };
// A number and no name: nothing is asked where it leads.
const provider = {
  kind: 'oidc',
  name: 'Provider',
  oidc: { issuer: 'https://192.88.0.1', clientId: 'c' },
  clientSecret: 'a secret',
  domains: ['corp.example'],
};
/** Far beyond what a clock may lie, and within what helping may last. */
const soonMs = (): number => Date.now() + 86_400_000;
// The public half of a key pair that nobody has.
const browserKeys = {
  p256dh: 'BL4bcsui32DikuRI2a5M1dwq5r5gjb-JqUpIMDYRJD80JGgAbBpsbtEePkAYgsuwtyZ1hSQ4mV1y9-HGiLWRHMo',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
};
const row = { line: 2, name: 'Gate', ip: '10.0.0.9', port: '', username: 'u', password: 'p', connectionString: '/1' };
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
  'accounts.endSession': ({ sessionId }) => ({ params: { sessionId } }),
  'accounts.endOtherSessions': () => ({}),
  'accounts.removeIdentity': ({ identityId }) => ({ params: { id: identityId } }),
  'accounts.renewMediaToken': () => ({ body: { kind: 'vmPlayback' } }),
  'mfa.list': () => ({}),
  'mfa.create': () => ({ body: { name: 'Phone', password: 'x' } }),
  'mfa.verify': ({ mfaMethodId }) => ({ params: { id: mfaMethodId }, body: { code: '000000' } }),
  'mfa.remove': ({ mfaMethodId }) => ({ params: { id: mfaMethodId }, body: { code: '000000' } }),
  'mfa.renewBackupCodes': () => ({ body: { code: '000000' } }),
  'apiKeys.list': () => ({ query: { page: 1 } }),
  'apiKeys.create': () => ({ body: { name: 'Key', scopes: ['CameraView'], expiresAt: null } }),
  'apiKeys.remove': ({ apiKeyId }) => ({ params: { id: apiKeyId } }),
  'loginFirewall.get': () => ({}),
  'loginFirewall.set': () => ({
    body: { isEnabled: false, rules: [{ cidr: '10.0.0.0/8', note: 'Office' }], revision: 9 },
  }),
  'appInfo.get': () => ({}),
  'appInfo.getLegalTexts': () => ({}),
  'streetMap.get': () => ({}),
  'streetMap.read': () => ({ params: { version: 'x' } }),
  'appInfo.trackPageView': () => ({ body: { route: '/location/list' } }),
  'weeklySummary.get': () => ({}),
  'weeklySummary.set': () => ({ body: { isEnabled: true, weekday: 1, hour: 9, timeZone: 'Europe/Berlin' } }),
  'weeklySummary.preview': () => ({ query: { lang: 'he' } }),
  'weeklySummary.sendToMe': () => ({}),
  'userDevices.list': () => ({}),
  'userDevices.register': () => ({
    body: {
      deviceUid: 'a-browser',
      name: 'Browser',
      subscription: { endpoint: 'https://192.88.0.1/push', keys: browserKeys },
    },
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
  'organizations.getAnalyticsSwitches': () => ({}),
  'organizations.setAnalyticsSwitches': () => ({ body: { forklift: false } }),
  // A name that none has: the organization of the test must outlive it.
  'organizations.removeCurrent': () => ({ body: { name: 'No such name' } }),
  'users.list': ({ groupId }) => ({ query: { search: 'a', groupId } }),
  'users.update': ({ userId, groupId }) => ({
    params: { id: userId },
    body: { role: 'OPERATOR', groupIds: [groupId] },
  }),
  'users.remove': ({ userId }) => ({ params: { id: userId } }),
  'users.leave': () => ({}),
  'users.listInvites': () => ({ query: { kind: 'user', search: 'a' } }),
  'users.invite': ({ groupId }) => ({ body: { emails: [`${newId()}@example.com`], groupIds: [groupId] } }),
  'users.inviteSupport': ({ groupId }) => ({
    body: { email: `${newId()}@example.com`, accessUntil: soonMs(), groupIds: [groupId] },
  }),
  'users.resendInvite': ({ inviteId }) => ({ params: { id: inviteId } }),
  'users.cancelInvite': ({ inviteId }) => ({ params: { id: inviteId } }),
  'users.readInvite': () => ({ body: { token: 'x' } }),
  'users.acceptInvite': () => ({ body: { token: 'x' } }),
  'users.signUpByInvite': () => ({ body: { token: 'x', firstName: 'A', password: 'a long password' } }),
  'users.listSupport': () => ({}),
  'users.updateSupport': ({ helperId, groupId }) => ({
    params: { id: helperId },
    body: { accessUntil: soonMs(), groupIds: [groupId] },
  }),
  'users.removeSupport': ({ helperId }) => ({ params: { id: helperId } }),
  'users.findAll': ({ organizationId }) => ({ body: { orgIds: [organizationId], query: 'a' } }),
  'developer.setStaff': ({ userId }) => ({
    params: { id: userId },
    body: { roles: [], isDeveloper: false, isDevTeam: false, isPartner: false },
  }),
  'permissionGroups.filter': ({ userId, helperId }) => ({
    query: { query: 'a' },
    body: { userId, organizationId: helperId },
  }),
  'permissionGroups.create': () => ({ body: { name: `Group ${newId()}` } }),
  'permissionGroups.get': ({ groupId }) => ({ params: { id: groupId } }),
  'permissionGroups.update': ({ groupId }) => ({ params: { id: groupId }, body: { name: 'Renamed', revision: 1 } }),
  'permissionGroups.remove': ({ groupId }) => ({ params: { id: groupId } }),
  'permissionGroups.change': ({ groupId, cameraId }) => ({
    params: { id: groupId },
    body: {
      changes: [{ action: 'changePermission', permission: 'CameraView', entityId: cameraId, isAllowed: true }],
      revision: 1,
    },
  }),
  'permissionGroups.setUsers': ({ groupId, userId }) => ({
    params: { id: groupId },
    body: { users: [userId], revision: 1 },
  }),
  'permissionGroups.setOrganizations': ({ groupId, helperId }) => ({
    params: { id: groupId },
    body: { organizations: [helperId], revision: 1 },
  }),
  'permissionGroups.setUserGroups': ({ userId, groupId }) => ({
    params: { id: userId },
    body: { groupIds: [groupId] },
  }),
  'permissionGroups.setOrganizationGroups': ({ helperId, groupId }) => ({
    params: { id: helperId },
    body: { groupIds: [groupId] },
  }),
  'permissionGroups.entities': () => ({ query: { search: 'a' } }),
  'permissionGroups.own': () => ({}),
  'permissionGroups.byUser': ({ userId }) => ({ params: { id: userId } }),
  'permissionGroups.byOrganization': ({ helperId }) => ({ params: { id: helperId } }),
  'permissionGroups.explain': ({ cameraId }) => ({ query: { permission: 'CameraView', entityId: cameraId } }),
  'globalSearch.find': () => ({ query: { query: 'a' } }),
  'globalSearch.known': ({ cameraId }) => ({ query: { ids: cameraId } }),
  'locations.list': () => ({ query: { search: 'a' } }),
  'locations.create': ({ locationId }) => ({ body: { name: 'Gate', parentId: locationId, timeZone: 'Europe/Berlin' } }),
  'locations.get': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.update': ({ locationId }) => ({ params: { id: locationId }, body: { name: 'Renamed' } }),
  'locations.deleteCheck': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.fitting': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.remove': ({ locationId }) => ({ params: { id: locationId } }),
  'home.locations': () => ({}),
  'attention.list': () => ({}),
  'attention.markSeen': ({ cameraId }) => ({ body: { items: [{ key: `camera:${cameraId}`, knownUtcMs: 1 }] } }),
  'favourites.list': () => ({}),
  'favourites.star': ({ cameraId }) => ({ params: { kind: 'camera', entityId: cameraId } }),
  'favourites.unstar': ({ cameraId }) => ({ params: { kind: 'camera', entityId: cameraId } }),
  'floors.buildings': ({ locationId }) => ({ params: { id: locationId } }),
  'floors.createBuilding': ({ locationId }) => ({ params: { id: locationId }, body: { name: 'House' } }),
  'floors.getBuilding': ({ buildingId }) => ({ params: { id: buildingId } }),
  'floors.updateBuilding': ({ buildingId }) => ({ params: { id: buildingId }, body: { name: 'Renamed' } }),
  'floors.removeBuilding': ({ buildingId }) => ({ params: { id: buildingId } }),
  'floors.createFloor': ({ buildingId }) => ({
    params: { id: buildingId },
    body: { name: 'Ground', level: 0, widthM: 40 },
  }),
  'floors.get': ({ floorId }) => ({ params: { id: floorId } }),
  'floors.update': ({ floorId }) => ({ params: { id: floorId }, body: { name: 'Renamed' } }),
  'floors.setPlan': ({ floorId }) => ({ params: { id: floorId } }),
  'floors.plan': ({ floorId }) => ({ params: { id: floorId }, query: signed }),
  'floors.placeCamera': ({ floorId, cameraId }) => ({
    params: { id: floorId, cameraId },
    body: { x: 0.5, y: 0.5, headingDeg: 90, fovDeg: 80, rangeM: 12 },
  }),
  'floors.removeCamera': ({ floorId, cameraId }) => ({ params: { id: floorId, cameraId } }),
  'floors.remove': ({ floorId }) => ({ params: { id: floorId } }),
  'edges.list': ({ locationId }) => ({ query: { locationId } }),
  'edges.create': ({ locationId }) => ({ body: { name: 'Core', locationId } }),
  'edges.get': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.update': ({ edgeId }) => ({ params: { id: edgeId }, body: { name: 'Renamed' } }),
  'edges.remove': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.createClaimCode': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.createReplacementCode': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.systemStatus': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.heartbeats': ({ edgeId }) => ({ params: { id: edgeId }, query: hour }),
  'edges.logs': ({ edgeId }) => ({ params: { id: edgeId }, query: { level: 'warn' } }),
  'edges.recoveryDocument': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.dhcp': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.setDhcp': ({ edgeId }) => ({ params: { id: edgeId }, body: { enabled: false, settings: null } }),
  'edges.reserveAddress': ({ edgeId }) => ({
    params: { id: edgeId },
    body: { macAddress: '02:00:00:00:00:01', ip: '10.0.0.9', name: 'gate' },
  }),
  'edges.releaseAddress': ({ edgeId }) => ({ params: { id: edgeId, macAddress: '02:00:00:00:00:01' } }),
  'edges.claimLocal': ({ edgeId }) => ({ params: { id: edgeId } }),
  'coreReleases.list': () => ({}),
  'coreReleases.upload': () => ({}),
  'coreReleases.remove': ({ releaseId }) => ({ params: { id: releaseId } }),
  'coreReleases.software': ({ edgeId }) => ({ params: { id: edgeId } }),
  'coreReleases.update': ({ edgeId, releaseId }) => ({ params: { id: edgeId }, body: { releaseId } }),
  'coreReleases.rollBack': ({ edgeId }) => ({ params: { id: edgeId } }),
  'coreReleases.cancel': ({ edgeId }) => ({ params: { id: edgeId } }),
  'coreRollOuts.list': () => ({}),
  'coreRollOuts.get': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'coreRollOuts.candidates': ({ releaseId }) => ({ params: { id: releaseId } }),
  'coreRollOuts.create': ({ edgeId, releaseId }) => ({ body: { releaseId, edgeIds: [edgeId] } }),
  'coreRollOuts.pause': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'coreRollOuts.resume': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'coreRollOuts.skip': ({ rollOutId, edgeId }) => ({ params: { id: rollOutId }, body: { edgeId } }),
  'coreRollOuts.cancel': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'edges.localNetwork': ({ edgeId }) => ({ body: { edgeIds: [edgeId], localLiveStream: true } }),
  'edges.notices': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.recentNotices': () => ({}),
  'edges.revoke': ({ edgeId }) => ({ params: { id: edgeId } }),
  'syncOperations.lastCommitted': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.next': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.publish': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.cancel': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.resetPublishCounter': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.organization': () => ({}),
  'syncOperations.validate': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.repair': ({ edgeId }) => ({ body: { edgeId } }),
  'syncOperations.adopt': ({ edgeId }) => ({ body: { edgeId, entityId: newId() } }),
  'syncOperations.unsyncedEdges': ({ locationId }) => ({ body: { locationId } }),
  'edges.claim': () => ({ body: { code: '0000-0000-0000', publicKey: 'A'.repeat(43), version: '1', hostname: 'h' } }),
  'cameras.list': ({ locationId, edgeId }) => ({ query: { locationId, edgeId } }),
  'cameras.test': ({ edgeId }) => ({ body: { edgeId, url: 'rtsp://10.0.0.9/1' } }),
  'cameras.create': ({ edgeId, locationId }) => ({ body: { name: 'Camera', edgeId, locationId, streams: [stream] } }),
  'cameras.get': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.update': ({ cameraId }) => ({ params: { id: cameraId }, body: { name: 'Renamed' } }),
  'cameras.getSettings': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.updateSettings': ({ cameraId }) => ({ params: { id: cameraId }, body: { delivery: { isWebrtc: false } } }),
  'cameras.snapshot': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.move': ({ cameraId, locationId }) => ({ body: { cameraIds: [cameraId], locationId } }),
  'cameras.remove': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.poster': ({ cameraId }) => ({ params: { id: cameraId }, query: signed }),
  'cameraOnboarding.startScan': ({ edgeId }) => ({ body: { edgeId } }),
  'cameraOnboarding.getScan': ({ scanId }) => ({ params: { id: scanId } }),
  'cameraOnboarding.lastScan': ({ edgeId }) => ({ query: { edgeId } }),
  'cameraOnboarding.cancelScan': ({ scanId }) => ({ params: { id: scanId } }),
  'cameraOnboarding.look': ({ edgeId }) => ({
    body: { edgeId, host: '10.0.0.9', credentials: { username: 'u', password: 'p' } },
  }),
  'cameraOnboarding.create': ({ edgeId, locationId }) => ({
    body: {
      type: 'manual',
      edgeId,
      locationId,
      cameraDetails: { name: 'Camera', mainStream: { main: { connectionString: 'rtsp://10.0.0.9/wizard' } } },
    },
  }),
  'cameraOnboarding.details': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameraImports.create': ({ edgeId, locationId }) => ({ body: { type: 'file', edgeId, locationId, rows: [row] } }),
  'cameraImports.addRows': ({ importId }) => ({ params: { id: importId }, body: { rows: [row] } }),
  'cameraImports.list': () => ({}),
  'cameraImports.get': ({ importId }) => ({ params: { id: importId } }),
  'cameraImports.rows': ({ importId }) => ({
    params: { id: importId },
    query: { afterLine: 0, limit: 10, only: 'failed' },
  }),
  'cameraImports.start': ({ importId }) => ({ params: { id: importId }, body: { action: 'create' } }),
  'cameraImports.cancel': ({ importId }) => ({ params: { id: importId } }),
  'cameraImports.remove': ({ importId }) => ({ params: { id: importId } }),
  'cameraImports.snapshot': ({ importId }) => ({ params: { id: importId, line: '2' }, query: signed }),
  'cameraDevices.state': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameraDevices.act': ({ cameraId }) => ({ params: { id: cameraId }, body: { action: { kind: 'setClock' } } }),
  'cameraDevices.setCredentials': ({ cameraId }) => ({
    body: { cameraIds: [cameraId], credentials: { username: 'u', password: 'p' } },
  }),
  'cameraPages.open': ({ cameraId }) => ({ params: { id: cameraId }, body: {} }),
  'cameraPages.list': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameraPages.end': ({ pageId }) => ({ params: { pageId } }),
  'status.ofCamera': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'status.ofEdge': ({ edgeId }) => ({ params: { id: edgeId }, query: hour }),
  'status.ofLocation': ({ locationId }) => ({ params: { id: locationId }, query: hour }),
  'analysis.ofEdge': ({ edgeId }) => ({ params: { id: edgeId } }),
  'developer.environment': () => ({}),
  'developer.heartbeats': () => ({}),
  'developer.analytics': () => ({}),
  'developer.statusChanges': () => ({}),
  'developer.logs': () => ({ query: { level: 'info', search: 'a', limit: 10 } }),
  'live.offer': ({ cameraId }) => ({ params: { id: cameraId }, body: { sdp: 'v=0 and more' } }),
  'live.relay': ({ cameraId }) => ({ params: { id: cameraId }, body: {} }),
  'live.candidate': ({ leaseId }) => ({ params: { leaseId }, body: { candidate: 'candidate:1', mid: '0' } }),
  'live.setSession': ({ leaseId }) => ({ params: { leaseId }, body: { transport: 'direct' } }),
  'live.renew': ({ leaseId }) => ({ params: { leaseId }, body: {} }),
  'localGrants.issue': () => ({ body: {} }),
  'live.close': ({ leaseId }) => ({ params: { leaseId } }),
  'talk.state': ({ cameraId }) => ({ params: { id: cameraId } }),
  'talk.offer': ({ cameraId }) => ({ params: { id: cameraId }, body: { sdp: 'v=0 and more' } }),
  'talk.candidate': ({ talkId }) => ({ params: { talkId }, body: { candidate: 'candidate:1', mid: '0' } }),
  'talk.renew': ({ talkId }) => ({ params: { talkId }, body: {} }),
  'talk.end': ({ talkId }) => ({ params: { talkId } }),
  'liveRooms.list': () => ({}),
  'liveRooms.remove': ({ cameraId }) => ({ params: { name: cameraId } }),
  'liveRooms.closeSession': ({ leaseId, cameraId }) => ({ params: { name: cameraId, sessionId: leaseId } }),
  'liveRooms.listAll': () => ({}),
  'liveRooms.removeAny': ({ cameraId }) => ({ params: { name: cameraId } }),
  'liveRooms.closeAnySession': ({ leaseId, cameraId }) => ({ params: { name: cameraId, sessionId: leaseId } }),
  'recordings.coverage': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'recordings.days': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'recordings.storage': ({ edgeId, cameraId }) => ({
    body: { edgeId, cameraId, start: hour.fromUtcMs, end: hour.toUtcMs },
  }),
  'recordings.storageOfEdge': ({ edgeId }) => ({ params: { id: edgeId } }),
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
  'events.motionHeat': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
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
  'authProviders.proveDomain': ({ authProviderId }) => ({
    params: { id: authProviderId },
    body: { domain: 'corp.example' },
  }),
  'authProviders.named': ({ authProviderId }) => ({ params: { id: authProviderId } }),
  'authProviders.offered': () => ({ body: { email: 'a@example.com' } }),
  'authProviders.begin': ({ authProviderId }) => ({ params: { id: authProviderId }, body: { redirectUrl: '/' } }),
};
