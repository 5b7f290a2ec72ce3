import type { CloseReason } from '@sightline/domain/rules/alert-effects';
import { CameraRules, type RuleEffect } from '@sightline/domain/rules/camera-rules';
import type { FormerAlert } from '@sightline/domain/rules/episodes';
import type { CameraFact, DoorSeenFact } from '@sightline/domain/rules/facts';
import type { KeptCount } from '@sightline/domain/rules/scene';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { RuleGates, type GateChange } from './rule-gates.ts';
import { type EvaluatedCamera, type RunnableRule, settingsAt } from './runnable-rule.ts';

/** Without a fact for so long nobody looked: the clock was set forwards, or the worker hung. */
const longestGapMs = 60_000;
/** A look that is from so long before another is from a clock that was set back. */
const backwardsMs = 1_000;

const nothingCounted: ReadonlyMap<string, KeptCount> = new Map();

/** What is known as long as there are pictures, whether or not anybody looks for people. */
const seesByMotion = ({ kind }: RunnableRule['condition']): boolean =>
  kind === 'motion' || kind === 'tampering' || kind === 'door';

/** Numbered by the evaluator. */
type NewFact = CameraFact extends infer Fact ? (Fact extends unknown ? Omit<Fact, 'sequence'> : never) : never;

/**
 * Judges the rules of one camera. Those on motion and on the whole picture apart from those on who is seen: both are known as well while nobody looks for people.
 */
export class CameraEvaluator {
  #camera: EvaluatedCamera;
  readonly #onlyAsked: boolean;
  #asksMotion = true;
  #asksLooks = true;
  #rules = new Map<string, RunnableRule>();
  #looks = new CameraRules(new Map());
  #motion = new CameraRules(new Map());
  #sequence = 0;
  #lastUtcMs = 0;
  #lastLookUtcMs = 0;
  /** Nothing at all is told: time passes by the core's own clock. */
  #isBlind = true;
  /** Motion is not known since. */
  #isMotionBlind = false;
  /** Some rule counts over lines. */
  #counts = false;
  readonly #gates = new RuleGates();

  /** `onlyAsked`: rules never change, so that nobody need follow what no rule asks for. */
  constructor(camera: EvaluatedCamera, { onlyAsked = false } = {}) {
    this.#camera = camera;
    this.#onlyAsked = onlyAsked;
  }

  /** Judges these rules from now on; what it knows of those that stay is kept. `former`, `counted`: what was told and counted of new ones before. */
  configure(
    rules: readonly RunnableRule[],
    {
      nowUtcMs,
      former,
      counted = () => null,
      timeZone = this.#camera.timeZone,
    }: {
      nowUtcMs: number;
      former: (ruleId: string) => FormerAlert | null;
      counted?: (ruleId: string) => KeptCount | null;
      timeZone?: string;
    },
  ): RuleEffect[] {
    this.#camera = { ...this.#camera, timeZone };
    const atUtcMs = this.#time(nowUtcMs);
    const before = this.#rules;
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    if (this.#onlyAsked) {
      this.#asksMotion = rules.some(({ condition }) => seesByMotion(condition));
      this.#asksLooks = rules.some(({ condition }) => !seesByMotion(condition));
    }
    const effects = this.#both((evaluator, isMotion) => evaluator.configure(this.#settings(isMotion), atUtcMs));
    for (const { id } of rules) {
      const alert = before.has(id) ? null : former(id);
      if (alert !== null) this.#evaluatorOf(id).adopt(id, alert);
      const kept = before.has(id) ? null : counted(id);
      if (kept !== null) this.#evaluatorOf(id).resume(id, kept);
    }
    this.#counts = rules.some(({ condition }) => condition.kind === 'occupancy' && condition.countedBy === 'lines');
    const gated = rules.map((rule) => ({ ...rule, mutedUntilUtcMs: rule.mutes.get(this.#camera.id) ?? null }));
    return [...effects, ...this.#pass(this.#gates.configure(gated, { atUtcMs, nowUtcMs }))];
  }

  /** What rules count that must outlive the program, by their ids. */
  counted(): ReadonlyMap<string, KeptCount> {
    return this.#counts ? this.#looks.counted() : nothingCounted;
  }

  /** The rule of this id; undefined when it is not judged here. */
  rule(ruleId: string): RunnableRule | undefined {
    return this.#rules.get(ruleId);
  }

  hear(told: ToldFact | Omit<DoorSeenFact, 'sequence'>): RuleEffect[] {
    const effects = told.kind === 'look' && told.atUtcMs < this.#lastLookUtcMs - backwardsMs ? this.#beginAnew() : [];
    if (told.kind === 'blind') return [...effects, ...this.#blind(told.atUtcMs, told.sees === 'motion')];
    if (!this.#isBlind && this.#lastUtcMs > 0 && told.atUtcMs - this.#lastUtcMs > longestGapMs)
      effects.push(...this.#blind(this.#lastUtcMs, false));
    effects.push(...this.#passTo(told.atUtcMs));
    this.#isBlind = false;
    this.#lastUtcMs = Math.max(this.#lastUtcMs, told.atUtcMs);
    if (told.kind === 'seen') return [...effects, ...this.#step({ kind: 'tick', atUtcMs: told.atUtcMs })];
    if (told.kind === 'look') {
      this.#lastLookUtcMs = told.atUtcMs;
      this.#isMotionBlind = false;
    } else if (this.#isMotionBlind) {
      this.#isMotionBlind = false;
      const again = { kind: 'look' as const, atUtcMs: told.atUtcMs, sights: [], ended: [] };
      effects.push(...this.#motion.step({ ...again, sequence: this.#sequence++ }));
    }
    return [...effects, ...this.#step(told)];
  }

  /** Nobody looks any more. */
  goBlind(): RuleEffect[] {
    return this.#lastUtcMs === 0 ? [] : this.#blind(this.#lastUtcMs, false);
  }

  /** Time passes for what nobody tells anything of. */
  tick(nowUtcMs: number): RuleEffect[] {
    if (!this.#isBlind) return [];
    const atUtcMs = this.#time(nowUtcMs);
    this.#lastUtcMs = atUtcMs;
    return [...this.#passTo(atUtcMs), ...this.#step({ kind: 'tick', atUtcMs })];
  }

  /** The camera is judged no longer. */
  close(nowUtcMs: number, reason: CloseReason): RuleEffect[] {
    const atUtcMs = this.#time(nowUtcMs);
    return this.#both((evaluator) => evaluator.close(atUtcMs, reason));
  }

  /** What was told is not gone behind. */
  #time(nowUtcMs: number): number {
    return this.#isBlind ? Math.max(this.#lastUtcMs, Math.round(nowUtcMs)) : this.#lastUtcMs;
  }

  #settings(isMotion: boolean) {
    const own = [...this.#rules.values()].filter(({ condition }) => seesByMotion(condition) === isMotion);
    return new Map(own.map((rule) => [rule.id, settingsAt(rule, this.#camera)]));
  }

  #evaluatorOf(ruleId: string): CameraRules {
    const rule = this.#rules.get(ruleId);
    return rule !== undefined && seesByMotion(rule.condition) ? this.#motion : this.#looks;
  }

  #both(ask: (evaluator: CameraRules, isMotion: boolean) => RuleEffect[]): RuleEffect[] {
    return [...ask(this.#looks, false), ...ask(this.#motion, true)];
  }

  #step(fact: NewFact): RuleEffect[] {
    const numbered = { ...fact, sequence: this.#sequence++ } as CameraFact;
    if (!this.#asksMotion) return this.#looks.step(numbered);
    if (!this.#asksLooks) return this.#motion.step(numbered);
    return this.#both((evaluator) => evaluator.step(numbered));
  }

  #blind(atUtcMs: number, seesMotion: boolean): RuleEffect[] {
    const at = Math.max(this.#lastUtcMs, atUtcMs);
    const fact: CameraFact = { kind: 'blind', atUtcMs: at, sequence: this.#sequence++ };
    this.#lastUtcMs = at;
    const looks = this.#looks.step(fact);
    if (seesMotion) return looks;
    this.#isBlind = true;
    this.#isMotionBlind = true;
    return [...looks, ...this.#motion.step(fact)];
  }

  /** The clock was set back: what was known is of a time that comes again. */
  #beginAnew(): RuleEffect[] {
    const counted = this.counted();
    const effects = this.close(this.#lastUtcMs, 'blind');
    this.#lastUtcMs = 0;
    this.#lastLookUtcMs = 0;
    this.#isBlind = true;
    this.#looks = new CameraRules(this.#settings(false));
    this.#motion = new CameraRules(this.#settings(true));
    for (const [ruleId, kept] of counted) this.#looks.resume(ruleId, kept);
    this.#pass(this.#gates.closed(0));
    return effects;
  }

  #passTo(utcMs: number): RuleEffect[] {
    return this.#pass(this.#gates.pass(utcMs, this.#lastUtcMs));
  }

  #pass(changes: readonly GateChange[]): RuleEffect[] {
    return changes.flatMap((change) =>
      this.#evaluatorOf(change.ruleId).step({ kind: 'gate', ...change, sequence: this.#sequence++ }),
    );
  }
}
