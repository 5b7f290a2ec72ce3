import type {
  RollOut,
  RollOutCandidate,
  RollOutCore,
  RollOutDetails,
} from '@sightline/contracts/edge-releases/roll-out';
import { rollOutCoreState } from '@sightline/contracts/edge-releases/roll-out';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { wallTimeOf } from '@sightline/domain/time/zone-time';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { isWithinRollOutHours } from './roll-out-policy.ts';
import { isActive, type EdgeForRollOut, type RollOutCoreRow, type RollOutRow } from './roll-outs.repository.ts';

/** Whether somebody may decide about a roll-out: about every core of it that is still there. */
export const mayDecide = (actor: MemberActor, cores: readonly RollOutCoreRow[]): boolean =>
  cores.every(({ isGone, entityPath }) => isGone || mayAt(actor, 'CoreEdit', entityPath));

const hoursOf = ({ fromMinute, toMinute }: RollOutRow): RollOut['hours'] =>
  fromMinute === null || toMinute === null ? null : { fromMinute, toMinute };

/** Cores that the actor does not see are neither named nor counted. */
const seen = (actor: MemberActor, cores: readonly RollOutCoreRow[]): RollOutCoreRow[] =>
  cores.filter(({ entityPath }) => mayAt(actor, 'CoreView', entityPath) || mayAt(actor, 'CoreEdit', entityPath));

export function presentRollOut(row: RollOutRow, cores: readonly RollOutCoreRow[], actor: MemberActor): RollOut {
  const { id, version, platform, arch, state, settleMinutes, atOnce, requestedAt, changedAt } = row;
  const shown = seen(actor, cores);
  const counts = Object.fromEntries(
    rollOutCoreState.options.map((one) => [one, shown.filter((core) => core.state === one).length]),
  ) as RollOut['counts'];
  return {
    id,
    version,
    platform,
    arch,
    state,
    settleMinutes,
    atOnce,
    hours: hoursOf(row),
    counts,
    canEdit: mayDecide(actor, cores),
    requestedAt: requestedAt.getTime(),
    changedAt: changedAt.getTime(),
  };
}

export const presentRollOutDetails = (
  row: RollOutRow,
  cores: readonly RollOutCoreRow[],
  asked: { actor: MemberActor; nowMs: number },
): RollOutDetails => ({
  ...presentRollOut(row, cores, asked.actor),
  cores: seen(asked.actor, cores).map((core) => presentCore(row, core, asked.nowMs)),
});

function waitsFor(row: RollOutRow, core: RollOutCoreRow, nowMs: number): RollOutCore['waitsFor'] {
  if (!isActive(row.state)) return null;
  const isUntold = core.state === 'updating' && core.updateState === 'waiting' && core.updateTakenAt === null;
  if (core.state !== 'waiting') return isUntold && !core.isLinked ? 'link' : null;
  if (!core.isLinked) return 'link';
  const { hour, minute } = wallTimeOf(nowMs, core.timeZone);
  return isWithinRollOutHours(hoursOf(row), hour * 60 + minute) ? 'turn' : 'hours';
}

const presentCore = (row: RollOutRow, core: RollOutCoreRow, nowMs: number): RollOutCore => ({
  edgeId: core.id,
  name: core.name,
  locationId: core.locationId,
  locationName: core.locationName,
  version: core.version,
  isOnline: core.isLinked,
  state: core.state,
  waitsFor: waitsFor(row, core, nowMs),
  wave: core.wave,
  cause: core.cause,
  changedAt: core.changedAt.getTime(),
});

export const presentCandidate = (
  edge: EdgeForRollOut,
  about: { isCurrent: boolean; problem: ErrorCode | null },
): RollOutCandidate => ({
  edgeId: edge.id,
  name: edge.name,
  locationId: edge.locationId,
  locationName: edge.locationName,
  version: edge.version,
  isOnline: edge.isLinked,
  ...about,
});
