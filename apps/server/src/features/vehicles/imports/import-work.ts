import { z } from 'zod';
import { jobQueue } from '../../../platform/jobs/job-queue.ts';
import type { ImportPlace } from './vehicle-imports.repository.ts';

/** Work on files of vehicles; a job carries which. */
export const importJobs = jobQueue({
  name: 'vehicle-imports',
  data: z.object({ organizationId: z.uuid(), importId: z.uuid() }),
  retries: { limit: 20, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
  isUrgent: true,
  keepsDead: true,
});

/** Where a file lies until the work on it ends. */
export const fileKey = ({ organizationId, importId }: ImportPlace): string =>
  `o/${organizationId}/vehicle-imports/${importId}.csv`;
