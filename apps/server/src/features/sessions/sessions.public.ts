export { deleteExpiredSessions } from './sessions.repository.ts';

/** Bus topic: `{ sessionId }` of a session that has just ended, wherever it was ended. */
export const sessionsEndedTopic = 'sessions.ended';

/** Path of the cookie that holds the refresh token. */
export const refreshCookie = { name: 'sightline_refresh', path: '/api/v1/sessions' } as const;
