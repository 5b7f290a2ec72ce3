/**
 * A talk lasts five minutes at most. It ends 6 s after the last renewal, after 3 s without sound from the browser (a muted
 * microphone sends silence, a browser that is gone sends nothing), and when no connection comes about within 10 s.
 */
export const talkTimes = {
  longestMs: 300_000,
  leaseMs: 6_000,
  renewMs: 2_000,
  silentMs: 3_000,
  connectMs: 10_000,
} as const;

/** Label of the data channel on which the core says why a talk ended. */
export const talkChannel = 'talk';
