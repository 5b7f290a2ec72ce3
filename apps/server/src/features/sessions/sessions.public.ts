export { knownDeviceOf } from './known-device-cookie.ts';
export { deleteExpiredChallenges } from './mfa-challenges.repository.ts';
export { readMemberGrants } from './member-grants.ts';
export { sendRefreshCookie } from './refresh-cookie.ts';
export { deleteExpiredSessions } from './sessions.repository.ts';
export type { SessionsService } from './sessions.service.ts';
