import { isOpenAt, nextChange } from '@sightline/domain/schedules/open-at';
import type { OpenSpan } from '@sightline/domain/schedules/schedule-spans';

/** What decides whether a rule may alert. */
export interface GatedRule {
  id: string;
  /** When its alarms are armed; null: always. */
  armedSpans: readonly OpenSpan[] | null;
  snoozedUntilUtcMs: number | null;
}

/** From an instant on a rule may alert, or not. */
export interface GateChange {
  ruleId: string;
  atUtcMs: number;
  isArmed: boolean;
  isSnoozed: boolean;
}

interface Gate {
  rule: GatedRule;
  isArmed: boolean;
  isSnoozed: boolean;
  /** When that changes by itself. */
  nextUtcMs: number;
}

/** Whether the rules of a camera are armed and not snoozed, as time passes. */
export class RuleGates {
  readonly #gates = new Map<string, Gate>();

  /**
   * These rules and no others from now on; answers what became otherwise, and again what is closed: a rule whose condition changed begins
   * armed and not snoozed.
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

const open = { isArmed: true, isSnoozed: false };

const changed = (a: Pick<Gate, 'isArmed' | 'isSnoozed'>, b: Pick<Gate, 'isArmed' | 'isSnoozed'>): boolean =>
  a.isArmed !== b.isArmed || a.isSnoozed !== b.isSnoozed;

const changeOf = ({ rule, isArmed, isSnoozed }: Gate, atUtcMs: number): GateChange => ({
  ruleId: rule.id,
  atUtcMs,
  isArmed,
  isSnoozed,
});

function gateAt(rule: GatedRule, utcMs: number): Gate {
  const { armedSpans, snoozedUntilUtcMs } = rule;
  const isSnoozed = snoozedUntilUtcMs !== null && snoozedUntilUtcMs > utcMs;
  const arms = armedSpans === null ? Number.POSITIVE_INFINITY : nextChange(armedSpans, utcMs);
  return {
    rule,
    isArmed: armedSpans === null || isOpenAt(armedSpans, utcMs),
    isSnoozed,
    nextUtcMs: Math.min(arms, isSnoozed ? snoozedUntilUtcMs : Number.POSITIVE_INFINITY),
  };
}
