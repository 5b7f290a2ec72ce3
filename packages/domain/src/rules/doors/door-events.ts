import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { stepInstants, type InstantWatch } from '../watches/instant-watch.ts';
import type { WatchEffect, WatchGate } from '../watches/watched-rule.ts';
import { inOrder, settlesAfterMs, type DoorFact } from './door-facts.ts';
import { tailgatingAtDoor, validateAccess, type DoorVerdict } from './people-at-door.ts';

type DoorEventCondition = Extract<RuleCondition, { kind: 'doorTailgating' | 'eventValidation' }>;

/** A rule about who goes through a door, or is at it when a badge is read. */
export interface DoorEventRule {
  gate: WatchGate;
  mergeMs: number;
  condition: DoorEventCondition;
}

/** What must be remembered of such a rule at one door between two looks. Times in UTC ms. */
export interface DoorEventWatch {
  watch: InstantWatch | null;
  /** What may still belong to something that is not judged. */
  facts: readonly DoorFact[];
  /** What ended earlier is judged. */
  judgedUtcMs: number;
}

/** Longer than anything that is judged together: an opening with all that belongs to it. */
const keptMs = 120_000;

const verdictsOf = (condition: DoorEventCondition, facts: readonly DoorFact[]): DoorVerdict[] =>
  condition.kind === 'doorTailgating' ? tailgatingAtDoor(condition, facts) : validateAccess(condition, facts);

/** How the door was before is kept, so that one that is said to be open again and again opened once. */
function withoutOld(facts: readonly DoorFact[], beforeUtcMs: number): DoorFact[] {
  const stateBefore = facts.findLast(({ kind, atUtcMs }) => kind === 'state' && atUtcMs <= beforeUtcMs);
  return facts.filter((fact) => fact === stateBefore || fact.atUtcMs > beforeUtcMs);
}

/**
 * Judges what happened at a door, each opening and badge once, when nothing more of it can come. In which order and how often facts are told
 * within five seconds changes nothing.
 */
export function lookAtDoorEvents(
  before: DoorEventWatch | null,
  { gate, mergeMs, condition }: DoorEventRule,
  { facts, nowUtcMs }: { facts: readonly DoorFact[]; nowUtcMs: number },
): { watch: DoorEventWatch; effects: WatchEffect[]; dueUtcMs: number | null } {
  const settledUtcMs = Math.max(nowUtcMs - settlesAfterMs, before?.judgedUtcMs ?? Number.NEGATIVE_INFINITY);
  const judgedUtcMs = before?.judgedUtcMs ?? Number.NEGATIVE_INFINITY;
  const kept = withoutOld(inOrder([...(before?.facts ?? []), ...facts]), settledUtcMs - keptMs);
  const verdicts = verdictsOf(condition, kept);
  const over = verdicts.filter(({ untilUtcMs }) => untilUtcMs > judgedUtcMs && untilUtcMs <= settledUtcMs);
  const rule = { gate, mergeMs, condition: JSON.stringify(condition) };
  const instants = over.flatMap(({ instant }) => (instant === null ? [] : [instant]));
  const stepped = stepInstants(before?.watch ?? null, rule, { instants, nowUtcMs });
  const blind = over.flatMap(({ isBlind, atUtcMs }): WatchEffect[] =>
    isBlind ? [{ kind: 'nearMiss', atUtcMs, hindrance: 'tooFewLooks', why: [] }] : [],
  );
  const open = verdicts.filter(({ untilUtcMs }) => untilUtcMs > settledUtcMs);
  const dues = [
    ...open.map(({ untilUtcMs }) => untilUtcMs + settlesAfterMs),
    ...(stepped.dueUtcMs === null ? [] : [stepped.dueUtcMs]),
  ];
  return {
    watch: { watch: stepped.watch, facts: kept, judgedUtcMs: settledUtcMs },
    effects: [...blind, ...stepped.effects],
    dueUtcMs: dues.length === 0 ? null : Math.min(...dues),
  };
}
