import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { machineClock } from '../../platform/clock.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { LocalViews } from './local-views.ts';

export interface LocalGives {
  local: LocalViews;
}

/** Lets browsers of the local network watch without the server, by its grants. */
export const localCapability: EdgeCapability<EdgeCore & RecoverGives, LocalGives, 'local.trust'> = {
  verb: 'local',
  survives: { meta: ['localTrust'], trial: ['localTrust'], records: ['localView'] },
  start: ({ config, stores, clock, log, link }) => {
    const machineUtcMs = machineClock.nowUtcMs;
    const local = new LocalViews({ config, stores, clock, machineUtcMs, log, linkOffsetMs: link.offsetMs });
    return {
      gives: { local },
      handlers: { 'local.trust': (trust) => local.believe(trust) },
      joins: async (membership) => {
        local.belongTo(membership);
        await local.prepare();
      },
      hearTime: (serverUtcMs) => local.confirmTime(serverUtcMs),
      refused: (code) => {
        if (code === 'core_revoked') local.forget();
      },
    };
  },
};
