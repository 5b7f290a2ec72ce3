import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import { forwardTo } from '../../platform/link/command-handlers.ts';
import type { ExportGives } from '../export/export.capability.ts';

/** Searches footage for motion, in the process of the exports. */
export const searchCapability: EdgeCapability<ExportGives, object, 'motion.search' | 'motion.heat'> = {
  verb: 'search',
  begins: 'withServer',
  start: ({ jobs }) => ({ handlers: forwardTo(jobs, ['motion.search', 'motion.heat']) }),
};
