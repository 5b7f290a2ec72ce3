import type { Work } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { addNotices } from './push-queue.repository.ts';
import type { Notice } from './push-texts.ts';

export type { Notice };

/**
 * Tells people something on their browsers, after the transaction in which it is asked for: within their schedule, to
 * browsers that are neither off nor muted, together with what else happens in those seconds. Whether these people may
 * know it is the caller's business.
 */
export const notify = (
  trx: Work,
  { box, jobs, clock }: { box: SealedBox; jobs: Jobs; clock: Clock },
  { organizationId, userIds, notice }: { organizationId: string; userIds: readonly string[]; notice: Notice },
): Promise<void> => addNotices(trx, { box, jobs }, { organizationId, userIds, notice, nowMs: clock() });

/** The same for one person and at once: whoever tells it gathers by itself. */
export { pushNow } from './push-now.ts';

/** The same while somebody waits for what becomes of it. */
export { pushTest } from './push-test.ts';
