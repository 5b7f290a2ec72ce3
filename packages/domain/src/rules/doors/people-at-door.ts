import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import type { Instant } from '../watches/instant-watch.ts';
import { reasonOf } from '../watches/watched-rule.ts';
import { factsOfKind, inOrder, type DoorFact, type DoorFactOf } from './door-facts.ts';

type Tailgating = Extract<RuleCondition, { kind: 'doorTailgating' }>;
type Validation = Extract<RuleCondition, { kind: 'eventValidation' }>;

/** What was decided of one opening or badge once nothing more belongs to it. */
export interface DoorVerdict {
  /** Of the opening or badge. */
  id: string;
  atUtcMs: number;
  /** Up to here facts belong to it. */
  untilUtcMs: number;
  /** Why it alerts; null when it does not. */
  instant: Instant | null;
  /** Nobody can tell: the camera looked too seldom. */
  isBlind: boolean;
}

/** Whoever was let in so long before a door opened opened it; who comes through so soon after it closed was on the way. */
const letsInMs = 5_000;
const closesMs = 3_000;
/** As many looks must show it. */
const minLooks = 3;

interface Span {
  id: string;
  fromUtcMs: number;
  toUtcMs: number;
}

const isWithin = ({ fromUtcMs, toUtcMs }: Pick<Span, 'fromUtcMs' | 'toUtcMs'>, { atUtcMs }: DoorFact): boolean =>
  atUtcMs >= fromUtcMs && atUtcMs <= toUtcMs;

const grantsIn = (facts: readonly DoorFact[]): DoorFactOf<'access'>[] =>
  factsOfKind(facts, 'access').filter(({ isGranted }) => isGranted);

/** The times in which a door was open, as its states say; of one that is still open, until the window of the rule is over. */
function openingsOf(facts: readonly DoorFact[], windowMs: number): Span[] {
  const openings: Span[] = [];
  let open: DoorFactOf<'state'> | null = null;
  const close = (atUtcMs: number): void => {
    if (open === null) return;
    const toUtcMs = Math.min(atUtcMs + closesMs, open.atUtcMs + windowMs);
    openings.push({ id: open.id, fromUtcMs: open.atUtcMs - letsInMs, toUtcMs });
    open = null;
  };
  for (const fact of factsOfKind(facts, 'state')) {
    if (fact.state === 'open' || fact.state === 'ajar') open ??= fact;
    else close(fact.atUtcMs);
  }
  close(Number.POSITIVE_INFINITY);
  return openings;
}

/** The times in which badges let people in, where nobody knows when the door was open: one badge after another is one time. */
function timesOfGrants(facts: readonly DoorFact[], windowMs: number): Span[] {
  const times: Span[] = [];
  for (const { id, atUtcMs } of grantsIn(facts)) {
    const last = times.at(-1);
    if (last !== undefined && atUtcMs <= last.toUtcMs) last.toUtcMs = atUtcMs + windowMs;
    else times.push({ id, fromUtcMs: atUtcMs - 1000, toUtcMs: atUtcMs + windowMs });
  }
  return times;
}

/**
 * Whether more people went in through a door than badges let in, opening by opening. Every badge of an opening counts, also one that was
 * read when the door was open already, and each badge once.
 */
export function tailgatingAtDoor({ windowS }: Tailgating, told: readonly DoorFact[]): DoorVerdict[] {
  const facts = inOrder(told);
  const windowMs = windowS * 1000;
  const hasStates = factsOfKind(facts, 'state').length > 0;
  const spans = hasStates ? openingsOf(facts, windowMs) : timesOfGrants(facts, windowMs);
  const used = new Set<string>();
  return spans.map((span) => {
    const grants = grantsIn(facts).filter((grant) => isWithin(span, grant) && !used.has(grant.id));
    for (const { id } of grants) used.add(id);
    const passes = factsOfKind(facts, 'pass').filter((pass) => pass.to === 'in' && isWithin(span, pass));
    // One who turns round in the door and comes again is one.
    const people = [...new Map(passes.map((pass) => [pass.subjectId, pass])).values()];
    const tooMany = people.toSorted((a, b) => a.atUtcMs - b.atUtcMs)[grants.length];
    const { id, toUtcMs: untilUtcMs } = span;
    const atUtcMs = tooMany?.atUtcMs ?? span.fromUtcMs;
    const why = [reasonOf('peopleThrough', people.length, { limit: grants.length, class: 'person' })];
    const eventIds = people.map(({ subjectId }) => subjectId);
    const instant = tooMany === undefined ? null : { id, atUtcMs, why, eventIds };
    return { id, atUtcMs, untilUtcMs, instant, isBlind: false };
  });
}

/** The greatest number of people that enough looks showed at once: one doubled or missed detection changes nothing. */
const peopleSeen = (looks: readonly DoorFactOf<'look'>[]): number =>
  looks.map(({ people }) => new Set(people).size).toSorted((a, b) => b - a)[minLooks - 1] ?? 0;

/** Whether nobody was in view when a badge let somebody in, or more people than badges. A camera that looked too seldom says neither. */
export function validateAccess({ mode, beforeS, afterS }: Validation, told: readonly DoorFact[]): DoorVerdict[] {
  const facts = inOrder(told);
  const grants = grantsIn(facts);
  const lengthMs = (beforeS + afterS) * 1000;
  return grants.map(({ id, atUtcMs }) => {
    const span = { fromUtcMs: atUtcMs - beforeS * 1000, toUtcMs: atUtcMs + afterS * 1000 };
    const looks = factsOfKind(facts, 'look').filter((look) => isWithin(span, look));
    const verdict = { id, atUtcMs, untilUtcMs: span.toUtcMs, isBlind: looks.length < minLooks };
    if (verdict.isBlind) return { ...verdict, instant: null };
    const seen = peopleSeen(looks);
    // Whoever was let in just before may still be in view.
    const badges = grants.filter((grant) => Math.abs(grant.atUtcMs - atUtcMs) <= lengthMs).length;
    const eventIds = [...new Set(looks.flatMap(({ people }) => people))];
    const isNobody = mode === 'nobody' && eventIds.length === 0;
    const isMore = mode === 'morePeople' && seen > badges;
    const why = isNobody
      ? [reasonOf('nobodyInView', looks.length)]
      : [reasonOf('peopleInView', seen, { limit: badges, class: 'person' })];
    return { ...verdict, instant: isNobody || isMore ? { id, atUtcMs, why, eventIds } : null };
  });
}
