import { setTimeout as wait } from 'node:timers/promises';
import type { FaultSwitches } from '../rtsp/rtsp-server-api.ts';

/** When after its first pictures a camera falls silent, and for how long. */
export interface GapPlan {
  afterMs: number;
  forMs: number;
}

/** Long enough to be seen in a ribbon and told of, and soon enough to be there when somebody first looks around. */
export const demoGap: GapPlan = { afterMs: 75_000, forMs: 40_000 };

/** Lets a camera send nothing for a while: it answers, but no picture comes, as of one that hangs. */
export async function plantGap(faults: FaultSwitches, { afterMs, forMs }: GapPlan, signal: AbortSignal): Promise<void> {
  await wait(afterMs, undefined, { signal });
  faults.freeze('media');
  try {
    await wait(forMs, undefined, { signal });
  } finally {
    faults.freeze('off');
  }
}
