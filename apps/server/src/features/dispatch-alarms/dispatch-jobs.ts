import { z } from 'zod';
import type { Work } from '../../platform/database/database.ts';
import { jobQueue } from '../../platform/jobs/job-queue.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** Does what is to be done of one alarm at the monitoring service. How long it waits is said by the handler; this holds for processes that were lost. */
export const dispatchJobs = jobQueue({
  name: 'dispatch-alarms',
  data: z.object({ organizationId: z.uuid(), dispatchId: z.uuid() }),
  retries: { limit: 100_000, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
  isUrgent: true,
  keepsDead: true,
});

/** Tells people that nobody was sent, or that help may come although it was canceled. */
export const dispatchNoticeJobs = jobQueue({
  name: 'dispatch-notices',
  data: z.object({ organizationId: z.uuid(), dispatchId: z.uuid(), about: z.enum(['delivery', 'cancellation']) }),
  retries: { limit: 20, fromSeconds: 5, toSeconds: 600 },
  isUrgent: true,
  keepsDead: true,
});

/** Lets what is to be done of an alarm be done now, after this transaction. */
export const askDispatch = (
  trx: Work,
  jobs: Jobs,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> => jobs.add(trx, dispatchJobs, { data: { organizationId, dispatchId: id }, key: id, organizationId });
