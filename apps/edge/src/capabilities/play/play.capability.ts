import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { ExportGives } from '../export/export.capability.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { footageHandlers, motionLevelsOf } from './footage-commands.ts';

type Needs = EdgeCore & RecoverGives & PlaceGives & ExportGives;

/** Plays footage, beside the live pictures, and answers what there is. */
export const playCapability: EdgeCapability<Needs, object, 'recordings.coverage' | 'recordings.days'> = {
  verb: 'play',
  abilities: ['play'],
  begins: 'withServer',
  start: ({ config: { volume }, stores, place, jobs, clock: { nowUtcMs }, log }) => {
    const motionLevels = motionLevelsOf(jobs, log);
    return {
      handlers: footageHandlers({ ...stores, volume, isHere: place.isHere, nowUtcMs, motionLevels }),
    };
  },
};
