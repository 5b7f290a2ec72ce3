import type { AlertEffect, CloseReason } from './alert-effects.ts';
import type { FormerAlert } from './episodes.ts';
import type { CameraFact, LookFact, TraitsFact } from './facts.ts';
import { KnownTime } from './known-time.ts';
import type { KeptCount } from './scene.ts';
import { Subjects } from './subjects.ts';
import { TrackRule, type TrackRuleSettings } from './track-rule.ts';

/** So long without a look, and what was known of the place is not known any more. */
const blindForMs = 60_000;

type OfTrack = { trackId: string };
const byTrack = (one: OfTrack, other: OfTrack): number => (one.trackId < other.trackId ? -1 : 1);

/** Those in one picture in one order, whatever the order in which they are told: who is judged first decides within a picture. */
const inOrder = (look: LookFact): LookFact => ({
  ...look,
  sights: look.sights.toSorted(byTrack),
  ended: look.ended.toSorted(byTrack),
});

/** What one rule of the camera decided. */
export type RuleEffect = AlertEffect & { ruleId: string };

/**
 * The rules of one camera: facts in, decisions out. Without a clock, so that the same facts decide alike live, on the server and
 * in a replay; what is due falls due in the time of the facts, as soon as any of them shows that this time has passed.
 */
export class CameraRules {
  readonly #known = new KnownTime();
  readonly #rules: Map<string, TrackRule>;
  #subjects = new Subjects();
  #sequence = -1;
  #isForgotten = true;

  /** `rules` by their ids. */
  constructor(rules: ReadonlyMap<string, TrackRuleSettings>) {
    this.#rules = new Map([...rules].map(([ruleId, settings]) => [ruleId, new TrackRule(settings, this.#known)]));
  }

  /** Before the first fact: the last alert that was told of a rule by a program before this one. */
  adopt(ruleId: string, alert: FormerAlert): void {
    this.#rules.get(ruleId)?.adopt(alert);
  }

  /** What rules count that must outlive the program, by their ids. */
  counted(): Map<string, KeptCount> {
    return new Map(
      [...this.#rules].flatMap(([ruleId, rule]): [string, KeptCount][] => {
        const kept = rule.counted();
        return kept === null ? [] : [[ruleId, kept]];
      }),
    );
  }

  /** Before the first look: what a rule counted before. */
  resume(ruleId: string, kept: KeptCount): void {
    this.#rules.get(ruleId)?.resume(kept);
  }

  /**
   * Other rules from now on. One whose condition stayed the same keeps what it knows; alerts of one that is gone or has become another
   * are closed.
   */
  configure(rules: ReadonlyMap<string, TrackRuleSettings>, atUtcMs: number): RuleEffect[] {
    this.#passTime(atUtcMs);
    const effects = [...this.#rules].flatMap(([ruleId, rule]) => {
      const settings = rules.get(ruleId);
      if (settings !== undefined && rule.judges(settings.condition)) rule.configure(settings, atUtcMs);
      else this.#end(ruleId, atUtcMs, settings === undefined ? 'ruleOff' : 'ruleChanged');
      return rule.take().map((effect) => ({ ...effect, ruleId }));
    });
    for (const [ruleId, settings] of rules)
      if (!this.#rules.has(ruleId)) this.#rules.set(ruleId, new TrackRule(settings, this.#known));
    return effects;
  }

  /** Nobody judges this camera any more. */
  close(atUtcMs: number, reason: CloseReason): RuleEffect[] {
    const rules = [...this.#rules];
    return rules.flatMap(([ruleId, rule]) => {
      this.#end(ruleId, atUtcMs, reason);
      return rule.take().map((effect) => ({ ...effect, ruleId }));
    });
  }

  #end(ruleId: string, atUtcMs: number, reason: CloseReason): void {
    this.#rules.get(ruleId)?.end(atUtcMs, reason);
    this.#rules.delete(ruleId);
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
    else if (fact.kind === 'picture') for (const rule of this.#rules.values()) rule.pictured(fact);
    else if (fact.kind === 'doorSeen') for (const rule of this.#rules.values()) rule.doorSeen(fact);
    else if (fact.kind === 'spots') for (const rule of this.#rules.values()) rule.spotted(fact);
    else if (fact.kind === 'traits') this.#describe(fact);
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
    const look = inOrder(fact);
    const told = this.#subjects.look(look);
    for (const rule of this.#rules.values()) rule.look(look, told);
    this.#subjects.forget(fact.atUtcMs);
  }

  #describe(fact: TraitsFact): void {
    const subjects = this.#subjects.describe(fact);
    for (const rule of this.#rules.values()) rule.described(fact.atUtcMs, subjects);
  }

  #take(): RuleEffect[] {
    const effects: RuleEffect[] = [];
    for (const [ruleId, rule] of this.#rules) for (const effect of rule.take()) effects.push({ ...effect, ruleId });
    return effects;
  }
}
