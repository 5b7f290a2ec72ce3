import type { ReplayResult } from '@sightline/contracts/alert-rules/alert-rule-link';
import type { SpotTask } from '@sightline/contracts/analysis/spot-tasks';
import { spotTaskFor } from '@sightline/domain/rules/kinds/recognition';
import type { Unpacking } from '@sightline/domain/look-packs/look-pack';
import type { RuleEffect } from '@sightline/domain/rules/camera-rules';
import { traitClass } from '@sightline/domain/rules/trait-class';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { reasonsOf } from '../rules/alert-record.ts';
import { CameraEvaluator } from '../rules/camera-evaluator.ts';
import type { EvaluatedCamera, RunnableRule } from '../rules/runnable-rule.ts';
import type { LookBlock } from './look-files.ts';

type Moment = ReplayResult['moments'][number];

const maxMoments = 200;
const maxHindrances = 20;
/** Two facts that lie further apart are of before and after something that nobody saw. */
const longestGapMs = 60_000;

/** Kinds that look at what moves; to all others it only says that time passed. */
const looksAtMotion: readonly string[] = ['motion', 'zoneProtection'];
/** So seldom is enough for that. */
const passesEveryMs = 10_000;

/** Judges one rule by what was told of its camera, with the evaluator that runs it live. */
export class RuleReplay {
  readonly #evaluator: CameraEvaluator;
  readonly #fromUtcMs: number;
  readonly #needsMotion: boolean;
  readonly #needsPictures: boolean;
  readonly #needsTraits: boolean;
  readonly #spotTask: SpotTask | null;
  /** Time that passed since the evaluator heard of any. */
  #passedUtcMs: number | null = null;
  #heardUtcMs = 0;
  /** It was heard of motion since nobody looked: that somebody looks again is known by it. */
  #hasMotion = false;
  readonly #moments = new Map<string, Moment>();
  readonly #heldBack = new Map<string, number>();
  #count = 0;
  #firstUtcMs: number | null = null;
  #lastUtcMs = 0;
  #seenMs = 0;
  #isBlind = true;

  constructor(rule: RunnableRule, camera: EvaluatedCamera, fromUtcMs: number) {
    this.#evaluator = new CameraEvaluator(camera, { onlyAsked: true });
    this.#evaluator.configure([rule], { nowUtcMs: fromUtcMs, former: () => null });
    this.#fromUtcMs = fromUtcMs;
    this.#needsMotion = looksAtMotion.includes(rule.condition.kind);
    this.#needsPictures = rule.condition.kind === 'tampering';
    this.#needsTraits = traitClass(rule.condition) !== null;
    this.#spotTask = spotTaskFor(rule.condition);
  }

  /** What it can do without. */
  get unpacking(): Unpacking {
    return { isThin: true, skipsCells: !this.#needsMotion };
  }

  hear({ facts, isAnew }: LookBlock): void {
    if (isAnew) {
      this.#passTime();
      this.#hasMotion = false;
      this.#take(this.#evaluator.goBlind());
      this.#isBlind = true;
    }
    for (const fact of facts) {
      if (fact.atUtcMs < this.#fromUtcMs) continue;
      this.#measure(fact);
      this.#judgeBy(fact);
    }
  }

  /** What the rule did; what it waits for has not happened until `toUtcMs`. */
  result(toUtcMs: number): ReplayResult {
    return {
      count: this.#count,
      moments: [...this.#moments.values()].toReversed(),
      heldBack: [...this.#heldBack].slice(0, maxHindrances).map(([hindrance, count]) => ({ hindrance, count })),
      fromUtcMs: this.#firstUtcMs,
      toUtcMs: Math.round(toUtcMs),
      seenMs: Math.round(this.#seenMs),
    };
  }

  #judgeBy(fact: ToldFact): void {
    const isSoon = fact.atUtcMs - this.#heardUtcMs < passesEveryMs;
    const isTime = fact.kind === 'seen' || (fact.kind === 'motion' && this.#hasMotion);
    if (!this.#needsMotion && isSoon && isTime) return void (this.#passedUtcMs = fact.atUtcMs);
    if (fact.kind === 'blind' || !isSoon) this.#passTime();
    this.#hasMotion = fact.kind === 'motion' || (this.#hasMotion && fact.kind !== 'blind');
    this.#passedUtcMs = null;
    this.#heardUtcMs = fact.atUtcMs;
    this.#take(this.#evaluator.hear(fact));
  }

  /** What ends by not being seen any more ends when it was seen last. */
  #passTime(): void {
    const atUtcMs = this.#passedUtcMs;
    this.#passedUtcMs = null;
    if (atUtcMs !== null) this.#take(this.#evaluator.hear({ kind: 'seen', atUtcMs }));
  }

  #measure(fact: ToldFact): void {
    const { atUtcMs, kind } = fact;
    // Of what only some facts tell, nothing is known before the first of them.
    if (this.#firstUtcMs === null && !this.#tells(fact)) return;
    this.#firstUtcMs ??= Math.round(atUtcMs);
    const sinceMs = atUtcMs - this.#lastUtcMs;
    if (!this.#isBlind && sinceMs > 0 && sinceMs <= longestGapMs) this.#seenMs += sinceMs;
    this.#isBlind = kind === 'blind';
    this.#lastUtcMs = atUtcMs;
  }

  #tells(fact: ToldFact): boolean {
    if (this.#spotTask !== null) return fact.kind === 'spots' && fact.task === this.#spotTask;
    if (this.#needsTraits) return fact.kind === 'traits';
    return !this.#needsPictures || fact.kind === 'picture';
  }

  #take(effects: readonly RuleEffect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'nearMiss') {
        this.#heldBack.set(effect.hindrance, (this.#heldBack.get(effect.hindrance) ?? 0) + 1);
        continue;
      }
      const { alertId, count, why } = effect;
      const atUtcMs = Math.round(effect.atUtcMs);
      const known = this.#moments.get(alertId);
      const found = { count, why: reasonsOf(why) };
      if (known !== undefined) Object.assign(known, found, { untilUtcMs: Math.max(known.untilUtcMs, atUtcMs) });
      else if (effect.kind === 'opened') this.#open(alertId, { ...found, atUtcMs, untilUtcMs: atUtcMs });
    }
  }

  #open(alertId: string, moment: Moment): void {
    this.#count += 1;
    this.#moments.set(alertId, moment);
    const [oldest] = this.#moments.keys();
    if (this.#moments.size > maxMoments && oldest !== undefined) this.#moments.delete(oldest);
  }
}
