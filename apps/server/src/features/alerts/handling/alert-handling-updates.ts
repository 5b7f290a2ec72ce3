import type { AuditActionOf, ChangeWork } from '../../../platform/database/changes.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import { namedInAudit } from '../alert-audit-name.ts';
import { hidingOf } from '../alert-hiding.repository.ts';
import { updateOf } from '../alert-updates.ts';
import { tellOutside } from '../alert-outward.ts';
import * as repository from '../alerts.repository.ts';

/** What changes nothing of the alert itself. */
const quiet: ReadonlySet<AuditActionOf<'alert'>> = new Set(['alert.comment', 'alert.keep', 'alert.dispatch']);

/** What became of the handling of an alert. */
export interface HandlingUpdate {
  organizationId: string;
  /** As it was before. */
  row: repository.AlertRow;
  action: AuditActionOf<'alert'>;
  data?: Record<string, unknown>;
  /** It was somebody's and is nobody's now: screens sound as for a new one. */
  waitsAgain?: boolean;
}

/** The audit, open screens and places outside hear of it; comments stay inside. */
export async function tellHandling(
  work: ChangeWork,
  hooks: Hooks,
  { organizationId, row, action, data = {}, waitsAgain = false }: HandlingUpdate,
): Promise<void> {
  await work.audit({
    action,
    entityKind: 'alert',
    entityId: row.id,
    ...(await namedInAudit(work.trx, organizationId, row)),
    data,
  });
  const after = await repository.findAlert(work.trx, organizationId, { id: row.id });
  const hiding = await hidingOf(work.trx, organizationId, [row.id]);
  await work.announce(updateOf(after ?? row, { hiding, isNew: waitsAgain }));
  if (!after || quiet.has(action)) return;
  const kind = action === 'alert.done' ? 'alert.handled' : 'alert.updated';
  await tellOutside(work, hooks, { organizationId, hiding, updates: [{ row: after, kind }] });
}
