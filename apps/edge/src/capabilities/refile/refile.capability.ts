import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { KeepTimeGives } from '../keep-time/keep-time.capability.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { FootageRefiling } from './footage-refiling.ts';

export interface RefileGives {
  refiling: FootageRefiling;
}

/** Goes by the right time from here on, and ends what a core of before was filing anew when it ended. */
export const refileCapability: EdgeCapability<EdgeCore & KeepTimeGives & RecoverGives & PlaceGives, RefileGives> = {
  verb: 'refile',
  start: async ({ stores, place, clockCopy, clockKeeping, log }, onStop) => {
    const refiling = new FootageRefiling({
      stores,
      volume: place.volume,
      isHere: place.isHere,
      copy: clockCopy,
      log,
      checkClock: () => clockKeeping.lookForJump(),
    });
    onStop(() => refiling.stop());
    await refiling.start();
    clockKeeping.listen(refiling);
    clockKeeping.start();
    return { gives: { refiling } };
  },
};
