/** A process that takes a job of the queue `tests` and never ends it. Says `begun` on its standard output once it has it. */
import { z } from 'zod';
import { jobQueue } from '../../../src/platform/jobs/job-queue.ts';
import { openJobs } from '../../../src/platform/jobs/open-jobs.ts';
import { systemClock } from '../../../src/platform/clock/clock.ts';
import { createLog } from '../../../src/platform/log/log.ts';

const [connectionString = ''] = process.argv.slice(2);
const jobs = await openJobs({ connectionString, clock: systemClock, log: createLog('warn') });
const queue = jobQueue({
  name: 'tests',
  data: z.object({ n: z.number() }),
  retries: { limit: 2, fromSeconds: 1, toSeconds: 1 },
});
await jobs.work(queue, {}, async () => {
  process.stdout.write('begun\n');
  await new Promise(() => undefined);
});
