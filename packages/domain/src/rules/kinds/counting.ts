import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { Reason } from '../alert-effects.ts';
import { leastOf, never, type KindRun, type Member, type Scene } from '../scene.ts';
import { countClosesAfterMs, countLimit, isCountMet } from './count-limits.ts';
import { occupancyByLines } from './line-counting.ts';

/** Of three looks the middle one counts: one missed or doubled detection changes nothing. */
const looksJudged = 3;
const medianOf = (counts: readonly number[]): number => counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0;

interface Counted {
  recent: number[];
  /** Known time since when the count is as asked for, or is not while an episode is open. */
  sinceKnownMs: number | null;
  sinceUtcMs: number;
  /** When somebody entered or left last, or the first look: a count that is otherwise is so since then. */
  changedUtcMs: number | null;
}

interface Counting {
  scene: Scene;
  what: 'count' | 'absentS';
  /** What is said of a time that ended before its limit. */
  short: 'countedS' | 'absentS';
  forMs: number;
  /** It must be otherwise for this long before it is over. */
  closesAfterMs: number;
  isMet: (count: number) => boolean;
  reason: (count: number) => Pick<Reason, 'value' | 'limit'>;
}

const isIn = (member: Member, zone: number): boolean => member.zones[zone]!.enteredAtUtcMs !== null;

function countIn(members: Iterable<Member>, zone: number): number {
  let count = 0;
  for (const member of members) if (isIn(member, zone)) count += 1;
  return count;
}

const idsIn = (members: Iterable<Member>, zone: number): string[] =>
  [...members].filter((member) => isIn(member, zone)).map(({ subject }) => subject.id);

function count({ scene, what, short, forMs, closesAfterMs, isMet, reason }: Counting): KindRun {
  const { episodes, known, members, zoneIds } = scene;
  const shortOf = { what: short, value: 0, limit: forMs / 1000, class: null, score: null };
  const zones = zoneIds.map((): Counted => ({ recent: [], sinceKnownMs: null, sinceUtcMs: 0, changedUtcMs: null }));
  const dueOf = (counted: Counted, zone: number): number => {
    if (counted.sinceKnownMs === null) return never;
    return known.utcMs(counted.sinceKnownMs + (episodes.isHeld(String(zone)) ? closesAfterMs : forMs));
  };
  const turn = (counted: Counted, zone: number, atUtcMs: number): void => {
    counted.sinceKnownMs = null;
    const key = String(zone);
    if (episodes.isHeld(key)) return episodes.end(key, counted.sinceUtcMs);
    const why = { what, placeId: zoneIds[zone] ?? null, class: null, score: null, ...reason(medianOf(counted.recent)) };
    episodes.begin(
      { key, sinceUtcMs: counted.sinceUtcMs, why: [why], subjectIds: idsIn(members.values(), zone) },
      atUtcMs,
    );
  };
  /** It was so for a while, and nearly long enough. */
  const fallShort = (counted: Counted, zone: number, atUtcMs: number): void => {
    const lasted = { ms: known.of(atUtcMs) - (counted.sinceKnownMs ?? 0), limitMs: forMs };
    episodes.fellShort(lasted, atUtcMs, { ...shortOf, placeId: zoneIds[zone] ?? null });
  };
  const changed = (zone: number, atUtcMs: number): void => {
    zones[zone]!.changedUtcMs = atUtcMs;
  };
  return {
    entered: (_member, zone, atUtcMs) => changed(zone, atUtcMs),
    left: (_member, zone, { utcMs }) => changed(zone, utcMs),
    looked(atUtcMs) {
      for (const [zone, counted] of zones.entries()) {
        counted.changedUtcMs ??= atUtcMs;
        counted.recent.push(countIn(members.values(), zone));
        if (counted.recent.length > looksJudged) counted.recent.shift();
        const isHeld = episodes.isHeld(String(zone));
        const isWaiting = counted.recent.length === looksJudged && isMet(medianOf(counted.recent)) !== isHeld;
        if (!isWaiting) {
          if (counted.sinceKnownMs !== null && !isHeld) fallShort(counted, zone, counted.changedUtcMs);
          counted.sinceKnownMs = null;
        }
        if (isWaiting && counted.sinceKnownMs === null)
          Object.assign(counted, { sinceKnownMs: known.of(counted.changedUtcMs), sinceUtcMs: counted.changedUtcMs });
      }
    },
    dueUtcMs: () => leastOf(zones.keys(), (zone) => dueOf(zones[zone]!, zone)),
    fallDue(atUtcMs) {
      for (const [zone, counted] of zones.entries()) if (dueOf(counted, zone) <= atUtcMs) turn(counted, zone, atUtcMs);
    },
  };
}

/** So many, or so few, are in a zone for a time. */
export const occupancy = (condition: TrackConditionOf<'occupancy'>, scene: Scene): KindRun =>
  condition.countedBy === 'lines'
    ? occupancyByLines(condition, scene)
    : count({
        scene,
        what: 'count',
        short: 'countedS',
        forMs: condition.forS * 1000,
        closesAfterMs: countClosesAfterMs,
        isMet: isCountMet(condition),
        reason: (value) => ({ value, limit: countLimit(condition) }),
      });

/** Fewer than needed are where somebody should be, for a time in which the camera was looked at. */
export function absence(condition: TrackConditionOf<'absence'>, scene: Scene): KindRun {
  return count({
    scene,
    what: 'absentS',
    short: 'absentS',
    forMs: condition.forS * 1000,
    closesAfterMs: 0,
    isMet: (value) => value < condition.minCount,
    reason: () => ({ value: condition.forS, limit: condition.forS }),
  });
}
