import { boxAt } from './seen.ts';
import type { Seen } from './seen.ts';
import { scoreVisits } from './score-visits.ts';
import type { VisitScore } from './score-visits.ts';
import type { Area, ClipTruth } from './truth.ts';

/** One thing that the issue asks for, and what came of it. */
export interface BarLine {
  what: string;
  wanted: string;
  got: string;
  isMet: boolean;
}

export interface ClipScore {
  visits: VisitScore;
  /** Of the boxes of the annotated pictures, those that an event's box covers. */
  recall: { found: number; of: number; missing: string[] };
  plates: { wanted: string; read: string | null }[];
  zoneEntries: { zone: string; wantedS: number; gotS: number | null }[];
  /** Instants in the middle of each round at which the count was right. */
  counts: { right: number; of: number; seen: number[] };
  bars: BarLine[];
}

/** What only the API can answer. */
export interface Answers {
  zoneNames: Map<string, string>;
  /** Ids of the events that each colour search found, in the order of `colourSearches`. */
  colourFinds: string[][];
}

function overlapShare(area: Area, box: { x: number; y: number; width: number; height: number }): number {
  const width = Math.min(area[0] + area[2], box.x + box.width) - Math.max(area[0], box.x);
  const height = Math.min(area[1] + area[3], box.y + box.height) - Math.max(area[1], box.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (area[2] * area[3] + box.width * box.height - width * height);
}

/** Boxes drawn by eye and boxes on a simplified path agree to about this. */
const minOverlap = 0.25;

function scoreFrames(truth: ClipTruth, events: readonly Seen[]): ClipScore['recall'] {
  const missing: string[] = [];
  let of = 0;
  for (const { atS, boxes } of truth.frames) {
    const free = new Set(events);
    for (const { class: kind, box, isHard = false } of boxes) {
      if (isHard) continue;
      of += 1;
      const ranked = [...free]
        .flatMap((seen) => {
          const there = seen.class === kind ? boxAt(seen, atS) : null;
          return there ? [{ seen, overlap: overlapShare(box, there) }] : [];
        })
        .toSorted((a, b) => b.overlap - a.overlap);
      const best = ranked[0];
      if (best && best.overlap >= minOverlap) free.delete(best.seen);
      else
        missing.push(
          `${kind} at ${atS.toFixed(1)} s, x ${(box[0] + box[2] / 2).toFixed(2)} y ${(box[1] + box[3] / 2).toFixed(2)}`,
        );
    }
  }
  return { found: of - missing.length, of, missing };
}

function scorePlates(truth: ClipTruth, events: readonly Seen[]): ClipScore['plates'] {
  return truth.visits.flatMap(({ plate, fromS, toS }) => {
    if (plate === undefined) return [];
    const reads = events
      .filter((seen) => seen.plate !== null && seen.fromS < toS && seen.toS > fromS)
      .map((seen) => seen.plate);
    return [{ wanted: plate, read: reads.find((read) => read === plate) ?? reads[0] ?? null }];
  });
}

function scoreZones(
  truth: ClipTruth,
  events: readonly Seen[],
  zoneNames: Answers['zoneNames'],
): ClipScore['zoneEntries'] {
  return truth.zoneEntries.map(({ zone, atS }) => {
    const times = events.flatMap((seen) =>
      seen.entries.filter(({ zoneId }) => zoneNames.get(zoneId) === zone).map((entry) => entry.atS),
    );
    const nearest = times.toSorted((a, b) => Math.abs(a - atS) - Math.abs(b - atS))[0];
    return { zone, wantedS: atS, gotS: nearest ?? null };
  });
}

function scoreCounts(truth: ClipTruth, events: readonly Seen[]): ClipScore['counts'] {
  const wanted = truth.counts;
  if (wanted === null) return { right: 0, of: 0, seen: [] };
  // Not in the first round, in which things are still being confirmed.
  const instants = Array.from({ length: truth.rounds - 1 }, (_, round) => (round + 1.6) * truth.durationS);
  const seen = instants.map(
    (atS) => events.filter((one) => one.class === wanted.class && one.fromS <= atS && one.toS >= atS - 0.3).length,
  );
  return { right: seen.filter((count) => count === wanted.count).length, of: seen.length, seen };
}

function endLine(truth: ClipTruth, found: VisitScore['found'], limitS: number): BarLine {
  const worst =
    found.length === truth.visits.length ? Math.max(...found.map((one) => Math.abs(one.endErrorS))) : Infinity;
  return {
    what: 'ends',
    wanted: `within ${String(limitS)} s`,
    got: `${worst.toFixed(2)} s`,
    isMet: worst <= limitS,
  };
}

function barLines(truth: ClipTruth, score: Omit<ClipScore, 'bars'>, finds: string[][]): BarLine[] {
  const bar = truth.bar;
  if (bar === null) return [];
  const lines: BarLine[] = [];
  const least = (what: string, wanted: number | undefined, got: number): void => {
    if (wanted !== undefined)
      lines.push({
        what,
        wanted: `at least ${String(wanted)}`,
        got: got.toFixed(got % 1 === 0 ? 0 : 2),
        isMet: got >= wanted,
      });
  };
  const most = (what: string, wanted: number | undefined, got: number): void => {
    if (wanted !== undefined)
      lines.push({
        what,
        wanted: wanted === 0 ? 'none' : `at most ${String(wanted)}`,
        got: String(got),
        isMet: got <= wanted,
      });
  };
  const { found, stills } = score.visits;
  least('found', bar.visits, found.length);
  least('with the right direction', bar.headings, found.filter((one) => one.hasHeading).length);
  most('false', bar.false, score.visits.false.length);
  if (bar.endWithinS !== undefined) lines.push(endLine(truth, found, bar.endWithinS));
  if (bar.recall !== undefined && score.recall.of === 0)
    lines.push({ what: 'recall', wanted: String(bar.recall), got: 'no annotated pictures', isMet: false });
  else least('recall', bar.recall, score.recall.found / Math.max(1, score.recall.of));
  most('of things at rest', bar.stills, stills.length);
  const entered = score.zoneEntries.filter(
    ({ gotS, wantedS }, index) => gotS !== null && Math.abs(gotS - wantedS) <= truth.zoneEntries[index].withinS,
  );
  least('zone entered in time', bar.zoneEntries, entered.length);
  const foundByColour = truth.colourSearches.filter(({ visit }, index) => {
    const match = found.find((one) => one.visit.name === visit);
    return match !== undefined && (finds[index] ?? []).includes(match.seen.id);
  });
  least('found by colour', bar.colourSearches, foundByColour.length);
  least('plates exact', bar.plates, score.plates.filter(({ wanted, read }) => wanted === read).length);
  return lines;
}

/** Judges what was seen of a clip against its truth. */
export function scoreClip(truth: ClipTruth, events: readonly Seen[], answers: Answers): ClipScore {
  const score = {
    visits: scoreVisits(truth, events),
    recall: scoreFrames(truth, events),
    plates: scorePlates(truth, events),
    zoneEntries: scoreZones(truth, events, answers.zoneNames),
    counts: scoreCounts(truth, events),
  };
  return { ...score, bars: barLines(truth, score, answers.colourFinds) };
}
