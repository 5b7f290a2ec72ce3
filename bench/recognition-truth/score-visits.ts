import type { ClipTruth, Visit } from './truth.ts';
import { boxAt, feet, isInside } from './seen.ts';
import type { Seen } from './seen.ts';

/** How events and visits belong together. */
export interface VisitScore {
  found: { visit: Visit; seen: Seen; startErrorS: number; endErrorS: number; hasHeading: boolean }[];
  missed: Visit[];
  /** Events of nothing, or second events of what was found already; only where the truth is complete, in a gap, or on a still thing. */
  false: { seen: Seen; why: string }[];
  /** Events elsewhere, of which the truth says nothing. */
  unassessed: Seen[];
  /** Events about things at rest. */
  stills: { seen: Seen; name: string }[];
}

const overlapS = (visit: Visit, seen: Seen): number =>
  Math.max(0, Math.min(visit.toS, seen.toS) - Math.max(visit.fromS, seen.fromS));

/** Least part of the shorter of both that must be common. */
const minCommon = 0.3;

/** 0..1 how well they belong together, 0 when not at all: time first, then the stated direction and way. */
function affinity(visit: Visit, whole: Seen, truth: ClipTruth): number {
  const seen = withinArea(truth, whole);
  const common = overlapS(visit, seen);
  const shorter = Math.max(0.1, Math.min(visit.toS - visit.fromS, seen.toS - seen.fromS));
  if (visit.class !== seen.class || common < minCommon * shorter) return 0;
  if (visit.along && !isAlong(visit.along, seen)) return 0;
  const union = Math.max(visit.toS, seen.toS) - Math.min(visit.fromS, seen.fromS);
  return (common / union) * (visit.heading === undefined || hasHeading(visit, seen) ? 1 : 0.3);
}

/** The event while it was in the part of the picture that the visits speak about: cars are seen long before they reach it. */
function withinArea(truth: ClipTruth, seen: Seen): Seen {
  const corners = truth.area;
  if (corners === null) return seen;
  const times: number[] = [];
  for (let atS = seen.fromS; atS <= seen.toS + 0.05; atS += 0.1) {
    const box = boxAt(seen, atS);
    if (box !== null && isInside({ x: box.x + box.width / 2, y: box.y + box.height }, corners)) times.push(atS);
  }
  return { ...seen, fromS: times[0] ?? seen.fromS, toS: times.at(-1) ?? seen.toS };
}

/** Most of the stated points must lie within 6 % of the picture's width of the box's middle. */
function isAlong(along: [number, number][], seen: Seen): boolean {
  const near = along.filter(([atS, x]) => {
    const box = boxAt(seen, atS);
    return box !== null && Math.abs(box.x + box.width / 2 - x) <= 0.06;
  });
  return near.length * 2 > along.length;
}

function hasHeading(visit: Visit, seen: Seen): boolean {
  if (visit.heading === undefined || seen.heading === null) return visit.heading === undefined;
  const away = Math.abs(((seen.heading - (visit.heading === 'up' ? 0 : 180) + 540) % 360) - 180);
  return away <= 75;
}

/** The name of the still thing that an event is about: it stays inside of its box. */
function stillOf(truth: ClipTruth, seen: Seen): string | null {
  for (const { name, untilS, box } of truth.stills) {
    if (untilS !== null && seen.fromS > untilS) continue;
    const [x, y, width, height] = box;
    const middles = seen.path.map((point) => ({ x: point.x + point.width / 2, y: point.y + point.height / 2 }));
    const within = middles.filter(
      (point) => point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height,
    );
    const travelled = Math.max(
      0,
      ...middles.map((point) => Math.hypot(point.x - middles[0].x, point.y - middles[0].y)),
    );
    if (middles.length > 0 && within.length >= 0.8 * middles.length && travelled < 0.08) return name;
  }
  return null;
}

/** Whether the truth speaks about the place where it was. */
function isAssessed(truth: ClipTruth, seen: Seen): boolean {
  const corners = truth.area;
  return corners === null || feet(seen).some((point) => isInside(point, corners));
}

function assess(truth: ClipTruth, seen: Seen, score: VisitScore): void {
  const inGap = truth.gaps.find(
    ([fromS, toS]) => Math.min(toS, seen.toS) - Math.max(fromS, seen.fromS) > (seen.toS - seen.fromS) / 2,
  );
  if (inGap) score.false.push({ seen, why: `in the empty gap ${inGap[0].toFixed(1)}-${inGap[1].toFixed(1)} s` });
  else if (truth.isComplete) score.false.push({ seen, why: 'nothing, or found already' });
  else score.unassessed.push(seen);
}

/** Brings events and visits together, the best pairs first; each belongs to at most one. */
export function scoreVisits(truth: ClipTruth, events: readonly Seen[]): VisitScore {
  const score: VisitScore = { found: [], missed: [], false: [], unassessed: [], stills: [] };
  const assessed: Seen[] = [];
  for (const seen of events) {
    const name = stillOf(truth, seen);
    if (name !== null) score.stills.push({ seen, name });
    else (isAssessed(truth, seen) ? assessed : score.unassessed).push(seen);
  }
  const pairs = truth.visits
    .flatMap((visit) => assessed.map((seen) => ({ visit, seen, value: affinity(visit, seen, truth) })))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value);
  const taken = new Set<Visit | Seen>();
  for (const { visit, seen } of pairs) {
    if (taken.has(visit) || taken.has(seen)) continue;
    taken.add(visit).add(seen);
    score.found.push({
      visit,
      seen,
      startErrorS: seen.fromS - visit.fromS,
      endErrorS: seen.toS - visit.toS,
      hasHeading: hasHeading(visit, seen),
    });
  }
  score.missed = truth.visits.filter((visit) => !taken.has(visit));
  for (const seen of assessed) if (!taken.has(seen)) assess(truth, seen, score);
  return score;
}
