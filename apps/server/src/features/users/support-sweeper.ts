import { announceRights } from '../../platform/auth/rights-changes.ts';
import { nobody } from '../../platform/database/changes.ts';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import type { Log } from '../../platform/log/log.ts';
import * as repository from './user-support.repository.ts';
import type { SupportDeps } from './user-support.service.ts';

const everyMs = 1_000;

/** Tells when help ends by its time: every call asks for the time itself, but open screens and views must hear of it. */
export const supportSweeper = (deps: SupportDeps & { log: Log }): RepeatingJob =>
  new RepeatingJob({
    everyMs,
    work: () => notifyEnds(deps),
    log: deps.log,
    failure: 'the end of helping could not be told; it is tried again',
  });

async function notifyEnds({ database, changes, bus, clock }: SupportDeps): Promise<void> {
  const now = new Date(clock());
  for (const place of await repository.endedBefore(database, now)) {
    await changes.run({ organizationId: place.organizationId, by: nobody }, async (change) => {
      if (!(await repository.takeEnded(change.trx, place, now))) return;
      await change.audit({ action: 'support.end', entityKind: 'organization', entityId: place.helperId });
      await change.announce({ kind: 'users.changed' });
      await announceRights(change, bus, { organizationId: place.organizationId, userIds: null });
    });
  }
}
