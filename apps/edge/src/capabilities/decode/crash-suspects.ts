/** Cameras whose pictures were being worked on each time a worker ended. Pure: its time is given. */
export interface CrashSuspects {
  /** A worker ended over this camera; answers for how long it is left out from now on, ms, or null when it goes on. */
  blame(cameraId: string, nowMs: number): number | null;
  /** Whether it is left out now. */
  isOut(cameraId: string, nowMs: number): boolean;
  /** The camera is gone. */
  forget(cameraId: string): void;
}

/** Once is chance: the process may have ended for another cause. */
const blamesToLeaveOut = 3;
const firstOutMs = 60_000;
const outTimes = 5;
const longestOutMs = 3_600_000;
/** Nothing for so long while it was looked at: it is like any other again. */
const forgivenMs = 600_000;

interface Suspicion {
  blames: number;
  /** When it was blamed last, or was let in again after that. */
  sinceMs: number;
}

/** Begins without suspicion. */
export function createCrashSuspects(): CrashSuspects {
  const suspicions = new Map<string, Suspicion>();
  return {
    blame(cameraId, nowMs) {
      const known = suspicions.get(cameraId);
      const isOld = known === undefined || nowMs - known.sinceMs > forgivenMs;
      const blames = (isOld ? 0 : known.blames) + 1;
      const outMs =
        blames < blamesToLeaveOut ? 0 : Math.min(longestOutMs, firstOutMs * outTimes ** (blames - blamesToLeaveOut));
      suspicions.set(cameraId, { blames, sinceMs: nowMs + outMs });
      return outMs === 0 ? null : outMs;
    },
    isOut: (cameraId, nowMs) => (suspicions.get(cameraId)?.sinceMs ?? nowMs) > nowMs,
    forget: (cameraId) => void suspicions.delete(cameraId),
  };
}
