import { entrancesAbility } from '@sightline/contracts/entrances/entrance-link';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { RefileGives } from '../refile/refile.capability.ts';
import { EntranceCounts } from './entrance-counts.ts';

/** Counts who goes through entrances, whether or not there is a server, and reports it minute by minute. */
export const countCapability: EdgeCapability<EdgeCore & RecoverGives & RefileGives & AnalyseGives> = {
  verb: 'count',
  abilities: [entrancesAbility],
  owns: () => ({ entrance: {} }),
  survives: { records: ['entranceMinutes'] },
  start: ({ stores, log, clock, refiling, analysis }, onStop) => {
    const counts = new EntranceCounts({ stores, log, clock });
    onStop(() => counts.stop());
    analysis.listen({ evaluator: counts });
    refiling.hearCorrections((right) => counts.correctTimes(right));
    counts.start();
    return { configure: () => counts.configure() };
  },
};
