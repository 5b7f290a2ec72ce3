import { isOpenAt, nextChange } from '@sightline/domain/schedules/open-at';
import type { OpenSpan } from '@sightline/domain/schedules/schedule-spans';

/** What decides whether a rule may alert. */
export interface GatedRule {
  id: string;
  /** When its alarms are armed; null: always. */
  armedSpans: readonly OpenSpan[] | null;
  snoozedUntilUtcMs: number | null;
  /** Of the camera. */
  mutedUntilUtcMs: number | null;
}

/** From an instant on a rule may alert, or not. */
export interface GateChange {
  ruleId: string;
  atUtcMs: number;
  isArmed: boolean;
  isSnoozed: boolean;
  isMuted: boolean;
}

interface Gate {
  rule: GatedRule;
  isArmed: boolean;
  isSnoozed: boolean;
  isMuted: boolean;
  /** When that changes by itself. */
  nextUtcMs: number;
}

/** Whether the rules of a camera are armed, not snoozed and their camera not muted, as time passes. */
export class RuleGates {
  readonly #gates = new Map<string, Gate>();

  /**
   * These rules and no others from now on; answers what became otherwise, and again what is closed: a rule whose condition changed begins
   * armed and neither snoozed nor muted.
   */
  configure(rules: Iterable<GatedRule>, { atUtcMs, nowUtcMs }: { atUtcMs: number; nowUtcMs: number }): GateChange[] {
    const before = new Map(this.#gates);
    this.#gates.clear();
    return [...rules].flatMap((rule) => {
      const gate = gateAt(rule, nowUtcMs);
      this.#gates.set(rule.id, gate);
      const isTold = changed(before.get(rule.id) ?? open, gate) || changed(open, gate);
      return isTold ? [changeOf(gate, atUtcMs)] : [];
    });
  }

  /** What became otherwise up to an instant, in its order. `notBeforeUtcMs`: what was told is not gone behind. */
  pass(toUtcMs: number, notBeforeUtcMs: number): GateChange[] {
    const changes: GateChange[] = [];
    for (const [id, before] of this.#gates)
      for (let gate = before; gate.nextUtcMs <= toUtcMs;) {
        const atUtcMs = gate.nextUtcMs;
        const next = gateAt(gate.rule, atUtcMs);
        this.#gates.set(id, next);
        if (changed(gate, next)) changes.push(changeOf(next, Math.max(atUtcMs, notBeforeUtcMs)));
        gate = next;
      }
    return changes.toSorted((a, b) => a.atUtcMs - b.atUtcMs);
  }

  /** All that are closed, for whoever forgot. */
  closed(atUtcMs: number): GateChange[] {
    return [...this.#gates.values()].filter((gate) => changed(open, gate)).map((gate) => changeOf(gate, atUtcMs));
  }
}

const never = Number.POSITIVE_INFINITY;
const open = { isArmed: true, isSnoozed: false, isMuted: false };

type Parts = Pick<Gate, 'isArmed' | 'isSnoozed' | 'isMuted'>;

const changed = (a: Parts, b: Parts): boolean =>
  a.isArmed !== b.isArmed || a.isSnoozed !== b.isSnoozed || a.isMuted !== b.isMuted;

const changeOf = ({ rule, isArmed, isSnoozed, isMuted }: Gate, atUtcMs: number): GateChange => ({
  ruleId: rule.id,
  atUtcMs,
  isArmed,
  isSnoozed,
  isMuted,
});

function gateAt(rule: GatedRule, utcMs: number): Gate {
  const { armedSpans, snoozedUntilUtcMs, mutedUntilUtcMs } = rule;
  const isSnoozed = snoozedUntilUtcMs !== null && snoozedUntilUtcMs > utcMs;
  const isMuted = mutedUntilUtcMs !== null && mutedUntilUtcMs > utcMs;
  const arms = armedSpans === null ? never : nextChange(armedSpans, utcMs);
  return {
    rule,
    isArmed: armedSpans === null || isOpenAt(armedSpans, utcMs),
    isSnoozed,
    isMuted,
    nextUtcMs: Math.min(arms, isSnoozed ? snoozedUntilUtcMs : never, isMuted ? mutedUntilUtcMs : never),
  };
}
