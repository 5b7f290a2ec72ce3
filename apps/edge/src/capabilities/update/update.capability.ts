import type { softwareCommands } from '@sightline/contracts/edge-releases/core-software';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { notifyParent } from '../../platform/software/parent.ts';
import type { RecordGives } from '../record/record.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { Software } from './software.ts';

export interface UpdateGives {
  software: Software;
}

/** Changes the software of this core, and proves a version on trial. */
export const updateCapability: EdgeCapability<
  EdgeCore & RecoverGives & RecordGives,
  UpdateGives,
  keyof typeof softwareCommands
> = {
  verb: 'update',
  start: ({ config, stores, media, clock, log, link }, onStop) => {
    const software = new Software({
      config,
      stores,
      isLinked: link.isConnected,
      recordingNow: () => media.recordingNow(),
      notify: notifyParent,
      clock,
      log,
    });
    onStop(() => software.stop());
    software.start();
    return {
      gives: { software },
      handlers: software.handlers,
      abilities: () => software.capabilities(),
      refused: (code) => software.refused(code),
    };
  },
};
