/** Bus topic: `{ sessionId, isForced }` of a session that has just ended, wherever it was ended. */
export const sessionsEndedTopic = 'sessions.ended';
