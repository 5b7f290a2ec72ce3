import { talkCapability as talkAbility } from '@sightline/contracts/talk/talk';
import type { talkCommands } from '@sightline/contracts/talk/talk-link';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { LiveGives } from '../live/live.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { talkHandlers } from './talk-commands.ts';

/** Lets people speak through cameras, beside the live pictures. */
export const talkCapability: EdgeCapability<RecoverGives & LiveGives, object, keyof typeof talkCommands> = {
  verb: 'talk',
  abilities: [talkAbility],
  begins: 'withServer',
  start: ({ live, stores }) => ({ handlers: talkHandlers(live, stores.cameras) }),
};
