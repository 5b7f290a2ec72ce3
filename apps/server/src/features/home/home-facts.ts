import type { HomeDay, HomeFacts, HomeStorage } from '@sightline/contracts/home/home-facts';
import type { StorageOverview } from '@sightline/contracts/recordings/storage';
import type { DayRow, FactsRow, LongestGapRow } from './home-facts.repository.ts';

/** The time that home tells of. */
export const factsMs = 86_400_000;

const cellCount = 144;
const cellMs = factsMs / cellCount;

/** Whole while nothing is missing, and never while anything is: a rounded figure must not hide a second. */
export const recordedShare = ({ wantedS, lostS }: Pick<FactsRow, 'wantedS' | 'lostS'>): number | null => {
  if (wantedS <= 0) return null;
  if (lostS <= 0) return 1;
  return Math.max(0, Math.min(0.9999, Math.floor((1 - lostS / wantedS) * 10_000) / 10_000));
};

export const presentFacts = (
  range: { fromUtcMs: number; toUtcMs: number },
  row: FactsRow,
  longest: LongestGapRow | null,
): HomeFacts => ({
  ...range,
  cameras: row.cameras,
  unknownCount: row.unknownCount,
  knownFromUtcMs: row.knownFrom?.getTime() ?? null,
  share: recordedShare(row),
  longestGap: longest && presentGap(longest),
});

const presentGap = ({
  cameraId,
  cameraName,
  locationName,
  timeZone,
  fromAt,
  toAt,
  cause,
  isOpen,
}: LongestGapRow): HomeFacts['longestGap'] => ({
  cameraId,
  cameraName,
  locationName,
  timeZone,
  fromUtcMs: fromAt.getTime(),
  toUtcMs: toAt.getTime(),
  cause,
  isOpen,
});

/** Spans grown to whole cells, and joined: a thousand cameras that stutter are told as briefly as one. */
export function inCells(spans: readonly (readonly [number, number])[]): { from: number; to: number }[] {
  const touched = new Set<number>();
  for (const [from, to] of spans)
    for (let cell = Math.max(0, Math.floor(from / cellMs)); cell < Math.min(cellCount, Math.ceil(to / cellMs)); cell++)
      touched.add(cell);
  const joined: { from: number; to: number }[] = [];
  for (const cell of [...touched].toSorted((a, b) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && last.to === cell) last.to = cell + 1;
    else joined.push({ from: cell, to: cell + 1 });
  }
  return joined;
}

export function presentDay(range: { fromUtcMs: number; toUtcMs: number }, row: DayRow): HomeDay {
  const spansOf = (spans: DayRow['gaps']): HomeDay['gaps'] =>
    inCells(spans).map(({ from, to }) => ({
      fromUtcMs: range.fromUtcMs + from * cellMs,
      toUtcMs: range.fromUtcMs + to * cellMs,
    }));
  const { cameras, unknownCount, knownFrom, knownTo } = row;
  const isKnown = knownFrom !== null && knownTo !== null;
  return {
    ...range,
    cameras,
    unknownCount,
    known: isKnown ? { fromUtcMs: knownFrom.getTime(), toUtcMs: knownTo.getTime() } : null,
    gaps: spansOf(row.gaps),
    unwanted: spansOf(row.unwanted),
  };
}

/** What one core said of its disk; null where it said nothing. */
export interface ToldStorage {
  id: string;
  name: string;
  storage: Pick<StorageOverview, 'cameras'> | null;
}

/** The camera with the least room, over all cores that answered. */
export function presentStorage(cores: readonly ToldStorage[]): HomeStorage {
  const known = cores.flatMap(({ id, name, storage }) =>
    (storage?.cameras ?? []).flatMap(({ fitsDays, retentionDays }) =>
      fitsDays === null ? [] : [{ edgeId: id, edgeName: name, fitsDays, retentionDays }],
    ),
  );
  // What is too short for its own days comes before what merely has less room.
  const isTight = ({ fitsDays, retentionDays }: { fitsDays: number; retentionDays: number }): boolean =>
    fitsDays < retentionDays;
  const [tightest] = known.toSorted((a, b) => Number(isTight(b)) - Number(isTight(a)) || a.fitsDays - b.fitsDays);
  return {
    coreCount: cores.length,
    unknownCount: cores.filter(({ storage }) => storage === null).length,
    tightest: tightest ?? null,
    tightCount: known.filter(isTight).length,
  };
}
