import { z } from 'zod';
import { jobQueue } from '../../../platform/jobs/job-queue.ts';

/** Puts readings of plates together, of one organization; what is done stays done when the work is broken off. */
export const plateJobs = jobQueue({
  name: 'plate-readings',
  data: z.object({ organizationId: z.uuid() }),
  retries: { limit: 100, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
});
