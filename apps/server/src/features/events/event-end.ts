import { phaseCodes } from './event-codes.ts';

/** A core tells of what is in view every few seconds, and cuts a track after 10 minutes. */
export const silentMs = 660_000;

interface Lasting {
  phase: number;
  lastSeenAt: Date;
  endedAt: Date | null;
  receivedAt: Date;
}

/**
 * An event whose end never came because its core is gone: nothing was heard of it for longer than any track lasts, so
 * people are told that it ended when it was seen last. What is kept stays open, in case the core comes back and knows more.
 */
export function withEnd<T extends Lasting>(row: T, nowMs: number): T {
  const isLost = row.endedAt === null && nowMs - row.receivedAt.getTime() > silentMs;
  return isLost ? { ...row, phase: phaseCodes.toCode('closed'), endedAt: row.lastSeenAt } : row;
}
