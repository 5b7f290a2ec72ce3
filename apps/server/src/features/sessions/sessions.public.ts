export { knownDeviceOf } from './sign-in/known-device-cookie.ts';
export { deleteExpiredChallenges } from './sign-in/mfa-challenges.repository.ts';
export { readMemberGrants } from './callers/member-grants.ts';
export { readMemberScopes } from './callers/member-scopes.repository.ts';
export { sendRefreshCookie } from './refresh-cookie.ts';
export { deleteExpiredSessions } from './sessions.repository.ts';
export type { SessionsService } from './sessions.service.ts';
export { clientOf, createOpenings, type SessionOpenings } from './session-openings.ts';
export type { OpenedSession, SessionClient } from './session-parts.ts';
