import type { ChangeWork } from '../../platform/database/changes.ts';
import { newsOf } from './alert-news.ts';
import * as writes from './alert-writes.repository.ts';
import { findAlert } from './alerts.repository.ts';

/** What is said of an alert that is known to be of its rule, camera and core; `rule` is asked for only when it is new. */
export interface SaidOfAlert {
  change: writes.AlertChange;
  rule: () => Promise<writes.RuleFacts | undefined>;
}

/**
 * Keeps what is said of an alert, whether it is new or not, and tells open screens. Said twice or out of order it comes to the same.
 * False when the alert is another's, or no rule is known that could have opened it.
 */
export async function keepAlert(
  work: ChangeWork,
  organizationId: string,
  { change, rule }: SaidOfAlert,
): Promise<boolean> {
  const known = await writes.knownAlert(work.trx, organizationId, change.id);
  if (!known) {
    const facts = await rule();
    if (!facts) return false;
    if (await writes.insertAlert(work.trx, organizationId, { change, rule: facts })) {
      await announce(work, organizationId, { id: change.id, isNew: change.phase !== 'closed' });
      return true;
    }
  }
  if (known && !isSame(known, change)) return false;
  if (await writes.reviseAlert(work.trx, organizationId, change))
    await announce(work, organizationId, { id: change.id, isNew: false });
  return true;
}

const isSame = (known: writes.KnownAlert, change: writes.AlertChange): boolean =>
  known.ruleId === change.ruleId && known.cameraId === change.cameraId && known.edgeId === change.edgeId;

async function announce(
  work: ChangeWork,
  organizationId: string,
  { id, isNew }: { id: string; isNew: boolean },
): Promise<void> {
  const row = await findAlert(work.trx, organizationId, { id });
  if (row) await work.announce(newsOf(row, isNew));
}
