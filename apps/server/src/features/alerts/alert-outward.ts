import type { alertMessageKinds } from '@sightline/contracts/alerts/alert-message-kinds';
import type { AlertMessage } from '@sightline/contracts/alerts/alert-message';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { outward, type OutwardMessage } from '../../platform/outward/outward-message.ts';
import { handlingCodes, outcomeCodes, phaseCodes, severityCodes } from './alert-codes.ts';
import type { Hiding } from './alert-hiding.repository.ts';
import { handlerOf } from './alerts.presenter.ts';
import type { AlertRow } from './alerts.repository.ts';

/** What is told of an alert outside. */
const messageOf = (row: AlertRow): AlertMessage => ({
  alertId: row.id,
  number: row.number,
  ruleId: row.ruleId,
  ruleName: row.ruleName,
  kind: row.kind,
  severity: severityCodes.fromCode(row.severity),
  cameraId: row.cameraId,
  cameraName: row.cameraName,
  edgeId: row.edgeId,
  locationId: row.locationId,
  locationName: row.locationName,
  timeZone: row.timeZone,
  phase: phaseCodes.fromCode(row.phase),
  closeReason: row.closeReason,
  openedAtUtcMs: row.openedAt.getTime(),
  closedAtUtcMs: row.closedAt?.getTime() ?? null,
  updatedAtUtcMs: row.updatedAt.getTime(),
  isLate: row.isLate,
  why: row.why,
  count: row.count,
  handling: handlingCodes.fromCode(row.handling),
  outcome: row.outcome === null ? null : outcomeCodes.fromCode(row.outcome),
  handler: handlerOf(row),
  sequence: row.sequence,
  revision: row.revision,
});

type Kind = keyof typeof alertMessageKinds;

interface OutwardUpdate {
  row: AlertRow;
  kind: Kind;
}

/**
 * Tells places outside of alerts as they are now, in the transaction of what became of them. What only those may see who see originals goes
 * nowhere; where it comes out later, it is told from its beginning.
 */
export async function tellOutside(
  work: ChangeWork,
  hooks: Hooks,
  { organizationId, hiding, updates }: { organizationId: string; hiding: Hiding; updates: readonly OutwardUpdate[] },
): Promise<void> {
  const messages = updates.flatMap(({ row, kind }) => {
    if (hiding.needOriginals.has(row.id)) return [];
    const kinds = kind !== 'alert.opened' && hiding.hidesAt(row.cameraId) ? (['alert.opened', kind] as const) : [kind];
    return kinds.map((one) => outwardMessage(row, one));
  });
  if (messages.length > 0) await hooks.of(outward)(work, organizationId, messages);
}

function timeOf({ openedAt, updatedAt, takenAt, doneAt }: AlertRow, kind: Kind): Date {
  if (kind === 'alert.opened') return openedAt;
  if (kind === 'alert.handled') return doneAt ?? updatedAt;
  return kind === 'alert.updated' && takenAt !== null && takenAt > updatedAt ? takenAt : updatedAt;
}

function outwardMessage(row: AlertRow, kind: Kind): OutwardMessage {
  const { id, sequence, revision, handling } = row;
  return {
    kind,
    // It opens once.
    key: kind === 'alert.opened' ? `${kind}:${id}` : [kind, id, sequence, revision, handling].join(':'),
    aboutId: id,
    atUtcMs: timeOf(row, kind).getTime(),
    path: `/alert/monitoring?alert=${id}`,
    isUrgent: severityCodes.fromCode(row.severity) === 'critical',
    data: messageOf(row),
  };
}
