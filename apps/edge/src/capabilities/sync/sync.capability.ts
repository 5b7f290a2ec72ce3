import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { syncHandlers } from './sync-commands.ts';

/** Answers what this core was told. */
export const syncCapability: EdgeCapability<RecoverGives, object, 'sync.content' | 'sync.entity' | 'sync.camera'> = {
  verb: 'sync',
  survives: { meta: ['lastOperation', 'spokenKinds'] },
  start: ({ stores }) => ({ handlers: syncHandlers(stores.desired) }),
};
