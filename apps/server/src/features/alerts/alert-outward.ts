import type { alertMessageKinds } from '@sightline/contracts/alerts/alert-message-kinds';
import type { AlertMessage } from '@sightline/contracts/alerts/alert-message';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { outward, type OutwardMessage } from '../../platform/outward/outward-message.ts';
import { handlingCodes, outcomeCodes, phaseCodes, severityCodes } from './alert-codes.ts';
import { hidesAt, needsOriginals } from './alert-hiding.repository.ts';
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

interface Telling {
  organizationId: string;
  row: AlertRow;
  kind: Kind;
}

/**
 * Tells places outside of an alert as it is now, in the transaction of what became of it. What only those may see who see originals goes
 * nowhere; where it comes out later, it is told from its beginning.
 */
export async function tellOutside(work: ChangeWork, hooks: Hooks, telling: Telling): Promise<void> {
  const { organizationId, row, kind } = telling;
  if (await needsOriginals(work.trx, organizationId, row.id)) return;
  if (kind !== 'alert.opened' && (await hidesAt(work.trx, organizationId, row.cameraId)))
    await hooks.of(outward)(work, organizationId, outwardMessage(row, 'alert.opened'));
  await hooks.of(outward)(work, organizationId, outwardMessage(row, kind));
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
