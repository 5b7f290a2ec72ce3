import type { Alert, AlertDetail } from '@sightline/contracts/alerts/alert';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds, runsOnCore } from '@sightline/contracts/alert-rules/rule-kinds';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { handlingCodes, outcomeCodes, phaseCodes, severityCodes } from './alert-codes.ts';
import { alertRights, seesEvery } from './alerts.policy.ts';
import type { AlertCommentRow, AlertRow } from './alerts.repository.ts';

/** The clip of an alert: what the rule wants before and after it, in the camera's footage. */
export const clipOf = ({ cameraId, openedAt, closedAt, updatedAt, preS, postS }: AlertRow): Alert['clip'] =>
  cameraId === null
    ? null
    : {
        fromUtcMs: Math.max(0, openedAt.getTime() - preS * 1000),
        toUtcMs: (closedAt ?? updatedAt).getTime() + postS * 1000,
      };

const isKind = (kind: string): kind is RuleKind => kind in ruleKinds;

/** What its core judges is not known while that is away; it may have ended since. */
const unknownSince = ({ phase, kind, coreAwaySince, updatedAt }: AlertRow): number | null =>
  phaseCodes.fromCode(phase) === 'closed' || coreAwaySince === null || !isKind(kind) || !runsOnCore(kind)
    ? null
    : Math.max(coreAwaySince.getTime(), updatedAt.getTime());

/** Who took or ended an alert. */
export function handlerOf(row: AlertRow): Alert['handler'] {
  const { handling, doneBy, doneByName, doneAt, takenBy, takenByName, takenAt } = row;
  const [userId, name, at] =
    handlingCodes.fromCode(handling) === 'done' ? [doneBy, doneByName, doneAt] : [takenBy, takenByName, takenAt];
  return userId === null || at === null ? null : { userId, name: name ?? '', atUtcMs: at.getTime() };
}

const lapsedOf = ({ lapsedBy, lapsedByName, lapsedAt }: AlertRow): Alert['lapsed'] =>
  lapsedBy === null || lapsedAt === null
    ? null
    : { userId: lapsedBy, name: lapsedByName ?? '', atUtcMs: lapsedAt.getTime() };

/** An alert as it leaves the server. `pictureUrl`: signed, or null where there is none that may be seen. */
export function presentAlert(row: AlertRow, actor: MemberActor, pictureUrl: string | null): Alert {
  return {
    id: row.id,
    number: seesEvery(actor) ? row.number : null,
    ruleId: row.ruleId,
    ruleName: row.ruleName,
    kind: row.kind,
    severity: severityCodes.fromCode(row.severity),
    cameraId: row.cameraId,
    cameraName: row.cameraName,
    cameraDeletedAtUtcMs: row.cameraDeletedAt?.getTime() ?? null,
    edgeId: row.edgeId,
    locationId: row.locationId,
    locationName: row.locationName,
    timeZone: row.timeZone,
    phase: phaseCodes.fromCode(row.phase),
    closeReason: row.closeReason,
    openedAtUtcMs: row.openedAt.getTime(),
    closedAtUtcMs: row.closedAt?.getTime() ?? null,
    updatedAtUtcMs: row.updatedAt.getTime(),
    receivedAtUtcMs: row.receivedAt.getTime(),
    unknownSinceUtcMs: unknownSince(row),
    isLate: row.isLate,
    why: row.why,
    count: row.count,
    eventIds: row.eventIds,
    pictureUrl,
    clip: clipOf(row),
    // Of a deleted camera it may lie on the disk of its core still, where it helps nobody.
    footageUntilUtcMs: row.cameraDeletedAt === null ? (row.footageUntil?.getTime() ?? null) : null,
    handling: handlingCodes.fromCode(row.handling),
    outcome: row.outcome === null ? null : outcomeCodes.fromCode(row.outcome),
    handler: handlerOf(row),
    takeLapsesAtUtcMs: row.takeLapsesAt?.getTime() ?? null,
    lapsed: lapsedOf(row),
    floodId: row.floodId,
    commentCount: row.commentCount,
    revision: row.revision,
    can: alertRights(actor, row),
  };
}

/** An alert with what was said about it. */
export const presentDetail = (alert: Alert, comments: readonly AlertCommentRow[]): AlertDetail => ({
  ...alert,
  comments: comments.map(({ id, byUserId, byName, at, text }) => ({
    id,
    byUserId,
    byName,
    atUtcMs: at.getTime(),
    text,
  })),
});
