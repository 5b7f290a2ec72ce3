import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { RefileGives } from '../refile/refile.capability.ts';
import { MediaSupervision } from './media-supervision.ts';

export interface RecordGives {
  media: MediaSupervision;
}

/** Records what is wanted, in a process of its own. */
export const recordCapability: EdgeCapability<EdgeCore & RecoverGives & PlaceGives & RefileGives, RecordGives> = {
  verb: 'record',
  abilities: ['record'],
  owns: ({ cameras }) => ({ camera: cameras.owner }),
  survives: { records: ['gap'] },
  start: (core, onStop) => {
    const { stores, place, busSocketPath, clock, log, refiling } = core;
    const { volume, updatingSinceUtcMs } = core.config;
    const media = new MediaSupervision({ stores, place, busSocketPath, volume, clock, log, updatingSinceUtcMs });
    onStop(({ leavesRecorder, left }) => (leavesRecorder ? left(media.leave()) : media.stop()));
    media.start();
    refiling.hearCorrections((right) => media.registry.correctTimes(right));
    return { gives: { media }, configure: () => media.configure(), notifyAll: () => media.registry.notifyAll() };
  },
};
