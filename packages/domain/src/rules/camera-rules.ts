import type { AlertEffect } from './alert-effects.ts';
import type { CameraFact, LookFact } from './facts.ts';
import { KnownTime } from './known-time.ts';
import { Subjects } from './subjects.ts';
import { TrackRule, type TrackRuleSettings } from './track-rule.ts';

/** So long without a look, and what was known of the place is not known any more. */
const blindForMs = 60_000;

/** What one rule of the camera decided. */
export type RuleEffect = AlertEffect & { ruleId: string };

/**
 * The rules of one camera: facts in, decisions out. Without a clock, so that the same facts decide alike live, on the server and
 * in a replay; what is due falls due in the time of the facts, as soon as any of them shows that this time has passed.
 */
export class CameraRules {
  readonly #known = new KnownTime();
  readonly #rules: ReadonlyMap<string, TrackRule>;
  #subjects = new Subjects();
  #sequence = -1;
  #isForgotten = true;

  /** `rules` by their ids. */
  constructor(rules: ReadonlyMap<string, TrackRuleSettings>) {
    this.#rules = new Map([...rules].map(([ruleId, settings]) => [ruleId, new TrackRule(settings, this.#known)]));
  }

  /** Takes in a fact. One that was taken in already, or is older than the newest, changes nothing. */
  step(fact: CameraFact): RuleEffect[] {
    if (fact.kind !== 'tick') {
      if (fact.sequence <= this.#sequence) return [];
      this.#sequence = fact.sequence;
    }
    this.#passTime(fact.atUtcMs);
    if (fact.kind === 'look') this.#look(fact);
    else if (fact.kind === 'motion') for (const rule of this.#rules.values()) rule.moved(fact);
    else if (fact.kind === 'blind') this.#known.blind(fact.atUtcMs);
    else if (fact.kind === 'gate') this.#rules.get(fact.ruleId)?.gate(fact);
    return this.#take();
  }

  #passTime(toUtcMs: number): void {
    const blindSince = this.#known.blindSinceUtcMs;
    const forgetsUtcMs = blindSince === null || this.#isForgotten ? Number.POSITIVE_INFINITY : blindSince + blindForMs;
    const isForgetting = blindSince !== null && toUtcMs >= forgetsUtcMs;
    for (const rule of this.#rules.values()) {
      if (isForgetting) {
        rule.passTime(forgetsUtcMs);
        rule.forgetAll(blindSince);
      }
      rule.passTime(toUtcMs);
    }
    if (!isForgetting) return;
    this.#isForgotten = true;
    this.#subjects = new Subjects();
  }

  #look(fact: LookFact): void {
    this.#known.seen(fact.atUtcMs);
    this.#isForgotten = false;
    const told = this.#subjects.look(fact);
    for (const rule of this.#rules.values()) rule.look(fact, told);
    this.#subjects.forget(fact.atUtcMs);
  }

  #take(): RuleEffect[] {
    const effects: RuleEffect[] = [];
    for (const [ruleId, rule] of this.#rules) for (const effect of rule.take()) effects.push({ ...effect, ruleId });
    return effects;
  }
}
