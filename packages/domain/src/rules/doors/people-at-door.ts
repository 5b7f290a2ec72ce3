import type { DoorTailgating, EventValidation } from '@sightline/contracts/alert-rules/access-conditions';
import type { DoorSight } from '@sightline/contracts/alert-rules/door-sight-link';
import type { Instant } from '../watches/instant-watch.ts';
import { reasonOf } from '../watches/watched-rule.ts';

/** An access system let somebody through. The same id is the same grant. */
export interface Grant {
  id: string;
  atUtcMs: number;
  /** Null: it does not say. */
  direction: 'in' | 'out' | null;
}

/** What is known of a door when a grant is judged. In which order things stand, and how often, changes nothing. */
export interface DoorFacts {
  grants: readonly Grant[];
  /** Instants at which the door was seen to close. */
  closedUtcMs: readonly number[];
  sight: DoorSight;
}

/** What was decided of one grant. */
export interface DoorVerdict {
  /** Why it alerts; null when it does not. */
  instant: Instant | null;
  /** Nobody can tell: the camera saw too little of the time. */
  isBlind: boolean;
}

/** A time, both ends included. UTC ms. */
export interface Span {
  fromUtcMs: number;
  toUtcMs: number;
}

/** Somebody may go through so long before the access system tells its time: clocks differ, and badges are read in passing. */
const earlyMs = 3_000;
/** Who comes through so soon after the door closed was on the way. */
const closesMs = 3_000;
/** So soon after a grant the door closes behind somebody who came before. */
const opensMs = 2_000;
/** A rush in which one opening follows another is weighed as a whole up to so long before. */
const lookBackMs = 240_000;
/** What nobody saw of a time, up to this, is a blink. */
const blinkMs = 1_000;
/** As many looks must show it: one doubled or missed detection changes nothing. */
const minLooks = 3;

type AccessKind = DoorTailgating | EventValidation;

/** What must be known of a camera before a grant can be judged. */
export function sightNeeded(condition: AccessKind, grant: Grant, known: Omit<DoorFacts, 'sight'>): Span {
  const { atUtcMs } = grant;
  if (condition.kind === 'eventValidation') return viewOf(condition, atUtcMs);
  const first = around(condition, grant, known)[0]?.span.fromUtcMs ?? atUtcMs - earlyMs;
  return { fromUtcMs: Math.max(first, atUtcMs - lookBackMs), toUtcMs: atUtcMs + condition.windowS * 1000 };
}

/** Of which time grants must be known before a grant can be judged. */
export const grantsNeeded = (condition: AccessKind, atUtcMs: number): Span =>
  condition.kind === 'doorTailgating'
    ? { fromUtcMs: atUtcMs - lookBackMs, toUtcMs: atUtcMs + condition.windowS * 1000 + earlyMs }
    : { ...viewOf(condition, atUtcMs), fromUtcMs: atUtcMs - (condition.beforeS + condition.afterS) * 1000 };

const viewOf = ({ beforeS, afterS }: EventValidation, atUtcMs: number): Span => {
  return { fromUtcMs: atUtcMs - beforeS * 1000, toUtcMs: atUtcMs + afterS * 1000 };
};

/** Whether a rule asks about a grant. */
export const isAskedOf = (condition: AccessKind, { direction }: Grant): boolean =>
  condition.kind === 'doorTailgating'
    ? direction !== 'out'
    : condition.direction === 'any' || direction === null || direction === condition.direction;

/** Judges one grant by what a rule asks of it. */
export const judgeGrant = (condition: AccessKind, grant: Grant, facts: DoorFacts): DoorVerdict =>
  condition.kind === 'doorTailgating'
    ? judgeTailgating(condition, grant, facts)
    : judgeValidation(condition, grant, facts);

const isWithin = ({ fromUtcMs, toUtcMs }: Span, atUtcMs: number): boolean => atUtcMs >= fromUtcMs && atUtcMs <= toUtcMs;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Each of a time once, by its time. */
const grantsWithin = (grants: readonly Grant[], span: Span): Grant[] =>
  [...new Map(grants.map((grant) => [grant.id, grant])).values()]
    .filter(({ atUtcMs }) => isWithin(span, atUtcMs))
    .toSorted((a, b) => a.atUtcMs - b.atUtcMs || compare(a.id, b.id));

/** How long of a time nobody saw anything. */
function unseenMs({ seen }: DoorSight, { fromUtcMs, toUtcMs }: Span): number {
  let [unseen, atUtcMs] = [0, fromUtcMs];
  for (const span of seen.toSorted((a, b) => a.fromUtcMs - b.fromUtcMs)) {
    if (span.toUtcMs < atUtcMs) continue;
    unseen += Math.max(0, Math.min(span.fromUtcMs, toUtcMs) - atUtcMs);
    atUtcMs = Math.max(atUtcMs, span.toUtcMs);
    if (atUtcMs >= toUtcMs) return unseen;
  }
  return unseen + toUtcMs - atUtcMs;
}

/** In which time who was let in may go through. */
function openingOf({ windowS }: DoorTailgating, { atUtcMs }: Grant, closedUtcMs: readonly number[]): Span {
  const closes = closedUtcMs.filter((utcMs) => utcMs > atUtcMs + opensMs);
  const untilUtcMs = Math.min(atUtcMs + windowS * 1000, Math.min(...closes) + closesMs);
  return { fromUtcMs: atUtcMs - earlyMs, toUtcMs: untilUtcMs };
}

interface Pass {
  atUtcMs: number;
  subjectId: string;
}

/**
 * Who went in, each once: one who turns round in the door and comes again is one. Whoever is taken for the same and goes in again without
 * having come out is somebody else.
 */
function peopleIn({ inwards }: DoorTailgating, { passes, people }: DoorSight): Pass[] {
  const last = new Map<string, DoorSight['passes'][number]['to']>();
  const known = new Set<string>();
  const told = passes.toSorted((a, b) => a.atUtcMs - b.atUtcMs || a.who - b.who || compare(a.to, b.to));
  const found = told.flatMap(({ atUtcMs, to, who }): Pass[] => {
    const subjectId = people[who];
    if (subjectId === undefined) return [];
    const before = last.get(subjectId);
    last.set(subjectId, to);
    if (to !== inwards || (known.has(subjectId) && before !== inwards)) return [];
    known.add(subjectId);
    return [{ atUtcMs, subjectId }];
  });
  return found.toSorted((a, b) => a.atUtcMs - b.atUtcMs || compare(a.subjectId, b.subjectId));
}

interface Opening {
  id: string;
  span: Span;
}

/** The opening of a grant with those that overlap one after the other: who was let in there may go through in any of them. */
function around(
  condition: DoorTailgating,
  { id, atUtcMs }: Grant,
  { grants, closedUtcMs }: Omit<DoorFacts, 'sight'>,
): Opening[] {
  const asked = grants.filter((one) => isAskedOf(condition, one));
  const openings = grantsWithin(asked, grantsNeeded(condition, atUtcMs)).map((one): Opening => {
    return { id: one.id, span: openingOf(condition, one, closedUtcMs) };
  });
  const at = openings.findIndex((one) => one.id === id);
  if (at < 0) return [];
  let [first, last] = [at, at];
  while (first > 0 && openings[first - 1]!.span.toUtcMs >= openings[first]!.span.fromUtcMs) first -= 1;
  while (last < openings.length - 1 && openings[last + 1]!.span.fromUtcMs <= openings[last]!.span.toUtcMs) last += 1;
  return openings.slice(first, last + 1);
}

/**
 * Those for whom there was no grant: each grant lets in one, and each of those who went in takes the grant that ends first. So a second badge
 * at the open door counts, and one that nobody used lets nobody in after the door was closed.
 */
function withoutGrant(people: readonly Pass[], openings: readonly Opening[]): Pass[] {
  const free = new Set(openings);
  return people.filter(({ atUtcMs }) => {
    const usable = [...free].filter(({ span }) => isWithin(span, atUtcMs));
    const [used] = usable.toSorted((a, b) => a.span.toUtcMs - b.span.toUtcMs || compare(a.id, b.id));
    if (used !== undefined) free.delete(used);
    return used === undefined;
  });
}

/** Whether somebody went in behind a grant for whom there was none. */
function judgeTailgating(condition: DoorTailgating, grant: Grant, facts: DoorFacts): DoorVerdict {
  const openings = around(condition, grant, facts);
  const own = openings.find(({ id }) => id === grant.id);
  if (own === undefined) return { instant: null, isBlind: false };
  // Whoever came before may have been let in before all that is known.
  const fromUtcMs = grant.atUtcMs - lookBackMs + condition.windowS * 1000;
  const people = peopleIn(condition, facts.sight).filter(
    ({ atUtcMs }) => atUtcMs >= fromUtcMs && openings.some(({ span }) => isWithin(span, atUtcMs)),
  );
  const unmatched = withoutGrant(people, openings);
  // Each is told with the last grant before, so that one is told once.
  const behind = unmatched.filter(({ atUtcMs }) => openings.findLast(({ span }) => isWithin(span, atUtcMs)) === own);
  const [tooMany] = behind;
  if (tooMany === undefined) return { instant: null, isBlind: isTailgatingBlind(facts.sight, own.span) };
  const until = behind.at(-1)!.atUtcMs;
  const through = people.filter(({ atUtcMs }) => atUtcMs <= until);
  const limit = through.length - unmatched.filter(({ atUtcMs }) => atUtcMs <= until).length;
  const why = [reasonOf('peopleThrough', through.length, { limit, class: 'person' })];
  const eventIds = [...new Set(through.map(({ subjectId }) => subjectId))];
  return { instant: { id: grant.id, atUtcMs: tooMany.atUtcMs, why, eventIds }, isBlind: false };
}

const isTailgatingBlind = (sight: DoorSight, span: Span): boolean =>
  unseenMs(sight, span) > blinkMs || sight.lostUtcMs.some((utcMs) => isWithin(span, utcMs));

/** Whether nobody was in view when somebody was let through, or more people than were let through. */
function judgeValidation(condition: EventValidation, grant: Grant, { grants, sight }: DoorFacts): DoorVerdict {
  const span = viewOf(condition, grant.atUtcMs);
  const looks = sight.looks.filter(({ atUtcMs, who }) => who.length > 0 && isWithin(span, atUtcMs));
  const isBlind = unseenMs(sight, span) > blinkMs;
  const met =
    condition.mode === 'nobody' ? nobodyIn(looks, { isBlind, span }) : moreIn(looks, { condition, grant, grants });
  if (met === null)
    return { instant: null, isBlind: isBlind && (condition.mode === 'morePeople' || looks.length === 0) };
  const eventIds = [...new Set(looks.flatMap(({ who }) => who))].flatMap((who) => sight.people[who] ?? []);
  return { instant: { id: grant.id, atUtcMs: grant.atUtcMs, why: [met], eventIds }, isBlind: false };
}

type Look = DoorSight['looks'][number];
type Reason = Instant['why'][number];

/** One sight of somebody is enough not to say that there was nobody. */
function nobodyIn(looks: readonly Look[], { isBlind, span }: { isBlind: boolean; span: Span }): Reason | null {
  if (isBlind || looks.length > 0) return null;
  return reasonOf('nobodyInView', Math.round((span.toUtcMs - span.fromUtcMs) / 1000));
}

function moreIn(
  looks: readonly Look[],
  { condition, grant, grants }: { condition: EventValidation; grant: Grant; grants: readonly Grant[] },
): Reason | null {
  const counts = looks.map(({ who }) => new Set(who).size).toSorted((a, b) => b - a);
  const seen = counts[minLooks - 1] ?? 0;
  // Whoever was let through just before may still be in view.
  const badges = grantsWithin(grants, grantsNeeded(condition, grant.atUtcMs)).length;
  return seen > badges ? reasonOf('peopleInView', seen, { limit: badges, class: 'person' }) : null;
}
