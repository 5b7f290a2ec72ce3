import { z } from 'zod';
import { leastDays } from './edge.ts';

/** What people set of a core itself; absent as long as nobody set anything. */
const coreSettings = z.object({
  /** Deleting footage for room that is younger is told; null: as the core was started. */
  leastDays: leastDays.nullable().default(null),
});

/** What cores are told of themselves. */
export const edgeKinds = { coreSettings } as const;
