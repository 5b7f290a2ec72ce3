import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { exportFolderOf } from '../export/export-folder.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { type FootageRetention, startFootageRetention } from './footage-retention.ts';
import { trustedTimeKey } from '../keep-time/trusted-time.ts';
import { storageHandlers } from './storage-commands.ts';

export interface RetainGives {
  retention: FootageRetention;
}

/** Deletes footage whose days or room are over, and answers how long there is room. */
export const retainCapability: EdgeCapability<
  EdgeCore & RecoverGives & PlaceGives,
  RetainGives,
  'recordings.storage' | 'storage.overview'
> = {
  verb: 'retain',
  owns: () => ({ coreSettings: {} }),
  survives: { meta: [trustedTimeKey], trial: [trustedTimeKey] },
  start: (core, onStop) => {
    const { stores, place, isFootageKnown, clock, log } = core;
    const { dataFolder, softwareFolder, volume } = core.config;
    // What people set counts at once and as long as it is wanted; how the core was started counts where nothing is set.
    const setDays = (): number | null => stores.desired.list('coreSettings')[0]?.content.leastDays ?? null;
    let ownDays = setDays();
    const leastDays = (): number => ownDays ?? core.config.leastDays;
    const retention = startFootageRetention({
      stores,
      volume,
      leastDays,
      softwareFolder,
      exportFolder: exportFolderOf(dataFolder),
      isHere: isFootageKnown,
      clock,
      log,
    });
    onStop(() => retention.stop());
    core.step('recording');
    return {
      gives: { retention },
      handlers: storageHandlers({ ...stores, volume, leastDays, isHere: place.isHere, nowUtcMs: clock.nowUtcMs }),
      configure: () => {
        ownDays = setDays();
      },
      hearTime: (serverUtcMs) => retention.confirmTime(serverUtcMs),
    };
  },
};
