import type { DoorCondition } from '@sightline/contracts/alert-rules/door-condition';
import { lookAtStatus, type StatusWatch, type WatchedStatus } from '../watches/status-watch.ts';
import type { WatchEffect, WatchGate } from '../watches/watched-rule.ts';
import { inOrder, settlesAfterMs, type DoorFact, type DoorState } from './door-facts.ts';

/** A rule about a door. */
export interface DoorRule {
  gate: WatchGate;
  condition: DoorCondition;
}

/** What must be remembered of such a rule at one door between two looks. Times in UTC ms. */
export interface DoorWatch {
  watch: StatusWatch | null;
  state: DoorState;
  sinceUtcMs: number;
  /** Whether it was seen to open and nobody was let in just before; null while it is not open. */
  isForced: boolean | null;
  grantedUtcMs: number | null;
  /** What is too new to be judged: something that was before it may still be told. */
  waiting: readonly DoorFact[];
  /** What is later is not judged yet, and what is earlier is not judged any more. */
  settledUtcMs: number;
}

/** Whoever was let in so long before a door opened opened it. */
const letsInMs = 5_000;

const first = (nowUtcMs: number): DoorWatch => ({
  watch: null,
  state: 'unknown',
  sinceUtcMs: nowUtcMs,
  isForced: null,
  grantedUtcMs: null,
  waiting: [],
  settledUtcMs: Number.NEGATIVE_INFINITY,
});

const isOpen = (state: DoorState): boolean => state === 'open' || state === 'ajar';

function statusOf({ state, sinceUtcMs, isForced }: DoorWatch, { states, heldS }: DoorCondition): WatchedStatus {
  if (state === 'unknown') return { kind: 'unknown', hindrance: null, sinceUtcMs };
  if (state === 'closed') return { kind: 'good', sinceUtcMs };
  const bad = (what: string, forMs: number): WatchedStatus => ({ kind: 'bad', what, sinceUtcMs, forMs });
  if (isForced === true && states.includes('forced')) return bad('doorForcedS', 0);
  if (states.includes('open')) return bad('doorOpenS', 0);
  return states.includes('held') ? bad('doorHeldS', heldS * 1000) : { kind: 'good', sinceUtcMs };
}

/** The door after one fact. Wider and narrower is still the same opening. */
function after(door: DoorWatch, fact: DoorFact): DoorWatch {
  const { atUtcMs } = fact;
  if (fact.kind === 'access') return fact.isGranted ? { ...door, grantedUtcMs: atUtcMs } : door;
  if (fact.kind !== 'state' || fact.state === door.state) return door;
  if (isOpen(fact.state) && isOpen(door.state)) return { ...door, state: fact.state };
  const wasLetIn = door.grantedUtcMs !== null && atUtcMs - door.grantedUtcMs <= letsInMs;
  // How it came to be open while nobody knew anything nobody can say.
  const isForced = isOpen(fact.state) ? door.state === 'closed' && !wasLetIn : null;
  return { ...door, state: fact.state, sinceUtcMs: atUtcMs, isForced };
}

/**
 * Judges a door by what became known of it. It is one alert from when it was forced, held open for too long, or opened, until it was closed
 * for a minute. In which order and how often facts are told within five seconds changes nothing; what comes later than that is too late.
 */
export function lookAtDoor(
  before: DoorWatch | null,
  { gate, condition }: DoorRule,
  { facts, nowUtcMs }: { facts: readonly DoorFact[]; nowUtcMs: number },
): { watch: DoorWatch; effects: WatchEffect[]; dueUtcMs: number | null } {
  const rule = { gate, forMs: 0, condition: JSON.stringify(condition) };
  const settledUtcMs = Math.max(nowUtcMs - settlesAfterMs, before?.settledUtcMs ?? Number.NEGATIVE_INFINITY);
  let door = before ?? first(settledUtcMs);
  const isNew = ({ atUtcMs }: DoorFact): boolean => atUtcMs > door.settledUtcMs;
  const known = inOrder([...door.waiting, ...facts.filter(isNew)]);
  const effects: WatchEffect[] = [];
  let dueUtcMs: number | null = null;
  const look = (atUtcMs: number): void => {
    const looked = lookAtStatus(door.watch, rule, { status: statusOf(door, condition), nowUtcMs: atUtcMs });
    effects.push(...looked.effects);
    door = { ...door, watch: looked.watch };
    dueUtcMs = looked.dueUtcMs;
  };
  for (const fact of known) {
    if (fact.atUtcMs > settledUtcMs) continue;
    // What fell due before it happened.
    look(fact.atUtcMs - 1);
    door = after(door, fact);
    look(fact.atUtcMs);
  }
  look(settledUtcMs);
  const waiting = known.filter(({ atUtcMs }) => atUtcMs > settledUtcMs);
  const nextUtcMs = Math.min(dueUtcMs ?? Number.POSITIVE_INFINITY, waiting[0]?.atUtcMs ?? Number.POSITIVE_INFINITY);
  return {
    watch: { ...door, waiting, settledUtcMs },
    effects,
    dueUtcMs: nextUtcMs === Number.POSITIVE_INFINITY ? null : nextUtcMs + settlesAfterMs,
  };
}
