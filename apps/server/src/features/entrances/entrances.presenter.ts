import type { Entrance, EntranceState, Occupancy } from '@sightline/contracts/entrances/entrance';
import { entrancesAbility } from '@sightline/contracts/entrances/entrance-link';
import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { resetsAround } from '@sightline/domain/entrances/entrance-day';
import type { OccupancyAsked, OccupancyCounted } from './entrance-minutes.repository.ts';
import type { EntranceRow } from './entrances.repository.ts';

/** Whether it is counted at an entrance. What keeps the core from it comes first. */
function stateOf({ abilities, analysis, classes, isConfirmed }: EntranceRow): EntranceState {
  if (abilities.length === 0) return 'pending';
  if (!abilities.includes(entrancesAbility)) return 'coreTooOld';
  const { isOn, objectsToScan } = analysisSettings.parse(analysis);
  const looksFor: readonly string[] = objectsToScan;
  if (!isOn || !classes.every((wanted) => looksFor.includes(wanted))) return 'analysisOff';
  return isConfirmed ? 'counting' : 'pending';
}

/** The correction by hand that holds: none that the last reset has ended. */
function correctionOf(row: EntranceRow, lastResetUtcMs: number): NonNullable<Occupancy['correction']> | null {
  const { correctedAt, correctedInside, correctedReason, correctedByName } = row;
  if (correctedAt === null || correctedInside === null || correctedAt.getTime() < lastResetUtcMs) return null;
  return {
    inside: correctedInside,
    reason: correctedReason ?? '',
    byName: correctedByName ?? '',
    atUtcMs: correctedAt.getTime(),
  };
}

/** Since when the number inside is counted, and how many were inside then. */
export function askedOf(row: EntranceRow, nowUtcMs: number): OccupancyAsked {
  const { lastUtcMs } = resetsAround(row.resetAt, row.timeZone, nowUtcMs);
  const correction = correctionOf(row, lastUtcMs);
  return {
    entranceId: row.id,
    since: new Date(correction?.atUtcMs ?? lastUtcMs),
    inside: correction?.inside ?? 0,
  };
}

/** How many are inside, by what was counted since. Nobody comes out who did not go in: who was missed on the way in is counted in. */
export function presentOccupancy(row: EntranceRow, counted: OccupancyCounted | undefined, nowUtcMs: number): Occupancy {
  const { lastUtcMs, nextUtcMs } = resetsAround(row.resetAt, row.timeZone, nowUtcMs);
  const { since, inside } = askedOf(row, nowUtcMs);
  const { ins = 0, outs = 0, watchedS = 0, missed = 0 } = counted ?? {};
  const outOfS = Math.max(0, Math.floor((nowUtcMs - Math.max(since.getTime(), row.createdAt.getTime())) / 1000));
  return {
    inside: Math.max(0, inside + ins - outs + missed),
    missed,
    in: ins,
    out: outs,
    watchedS: Math.min(watchedS, outOfS),
    outOfS,
    sinceUtcMs: since.getTime(),
    resetsAtUtcMs: nextUtcMs,
    correction: correctionOf(row, lastUtcMs),
  };
}

export function presentEntrance(row: EntranceRow, counted: OccupancyCounted | undefined, nowUtcMs: number): Entrance {
  const { id, name, cameraId, line, inSide, classes, resetAt, edgeId, locationId, locationName, cameraName } = row;
  const { timeZone, revision, createdAt } = row;
  return {
    id,
    name,
    cameraId,
    line,
    inSide,
    classes,
    resetAt,
    edgeId,
    locationId,
    locationName,
    cameraName,
    timeZone,
    state: stateOf(row),
    createdAtUtcMs: createdAt.getTime(),
    revision,
    occupancy: presentOccupancy(row, counted, nowUtcMs),
  };
}
