import { doorsAbility } from '@sightline/contracts/doors/door-abilities';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { RefileGives } from '../refile/refile.capability.ts';
import { Doors } from './doors.ts';

/** Watches doors, whether or not there is a server, finds those that nobody knows yet, and reports both. */
export const attendCapability: EdgeCapability<EdgeCore & RecoverGives & RefileGives & AnalyseGives> = {
  verb: 'attend',
  owns: () => ({ door: {} }),
  survives: { records: ['doorCandidate', 'doorState'] },
  start: ({ stores, log, clock, refiling, analysis }, onStop) => {
    const doors = new Doors({ stores, log, clock, setDoors: (wanted) => analysis.setDoors(wanted) });
    onStop(() => doors.stop());
    analysis.listen({ doors: (cameraId, told) => doors.hear(cameraId, told), evaluator: doors });
    refiling.hearCorrections((right) => doors.correctTimes(right));
    doors.start();
    return {
      configure: () => doors.configure(),
      notifyAll: () => doors.tellAll(),
      // Doors are seen in decoded pictures, with or without models.
      abilities: () => (analysis.capabilities().includes('motion') ? [doorsAbility] : []),
    };
  },
};
