/** How long the minutes of heartbeats are kept. */
export const heartbeatDays = 14;

/** Points that one answer holds at most. */
export const maxHeartbeatPoints = 400;
