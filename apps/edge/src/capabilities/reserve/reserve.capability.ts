import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { StoreKeeping } from './store-keeping.ts';

export interface ReserveGives {
  keeping: StoreKeeping;
}

/** Keeps room, and a copy of what is wanted, for the day on which the disk is full or the store is damaged. */
export const reserveCapability: EdgeCapability<EdgeCore & RecoverGives, ReserveGives> = {
  verb: 'reserve',
  start: ({ config, stores, log }, onStop) => {
    const keeping = new StoreKeeping({ config, log });
    onStop(keeping.start(stores));
    return { gives: { keeping }, joins: () => keeping.copyDesired(stores) };
  },
};
