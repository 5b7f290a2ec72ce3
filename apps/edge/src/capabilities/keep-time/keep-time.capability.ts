import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { ClockKeeping } from './clock-keeping.ts';

export interface KeepTimeGives {
  clockKeeping: ClockKeeping;
}

/** Goes by the server's time where the machine's is wrong: before anything is dated. */
export const keepTimeCapability: EdgeCapability<EdgeCore, KeepTimeGives> = {
  verb: 'keep-time',
  start: ({ config: { dataFolder }, log, link }, onStop) => {
    const clockKeeping = new ClockKeeping({ dataFolder, log });
    onStop(() => clockKeeping.stop());
    return { gives: { clockKeeping }, hearTime: () => clockKeeping.measured(link.offsetMs()) };
  },
};
