import {
  hindranceAt,
  lateAfterMs,
  opensFrom,
  reasonOf,
  timesAt,
  type WatchEffect,
  type WatchGate,
  type WatchHindrance,
  type WatchReason,
} from './watched-rule.ts';

/** How what a rule watches is now. `unknown`: nobody can say. */
export type WatchedStatus =
  | {
      kind: 'good';
      /** Null: only how it is now is known, so that it is so since the first look that found it so. */
      sinceUtcMs: number | null;
    }
  | {
      kind: 'bad';
      /** Word of the reason whose value is how long it has been so, in seconds. */
      what: string;
      sinceUtcMs: number | null;
      /** No alert before then, whatever the rule says. */
      notBeforeUtcMs?: number;
      /** It must be so for this long, where that is not what the rule says of everything. */
      forMs?: number;
      /** What else an alert says. */
      more?: readonly WatchReason[];
    }
  | { kind: 'unknown'; hindrance: WatchHindrance | null; sinceUtcMs: number };

/** A rule about a state that lasts. */
export interface StatusRule {
  gate: WatchGate;
  /** It must be bad this long. */
  forMs: number;
  /** Tells conditions apart: with another one everything begins anew. */
  condition: string;
}

interface BadSpell {
  what: string;
  sinceUtcMs: number;
  /** An alert of it is opened no earlier. */
  notBeforeUtcMs: number;
  told: WatchHindrance | null;
}

/** What must be remembered of a rule at one place between two looks. Times in UTC ms. */
export interface StatusWatch {
  condition: string;
  gate: string;
  /** Since when the rule is at work as it is: no alert is older. */
  inForceSinceUtcMs: number;
  lookedAtUtcMs: number;
  bad: BadSpell | null;
  unknown: { sinceUtcMs: number; isTold: boolean } | null;
  alert: { episode: string; openedAtUtcMs: number; why: readonly WatchReason[] } | null;
  lastOpenedUtcMs: number | null;
  /** Where only that is known; absent while it is not good. */
  goodSinceUtcMs?: number;
}

/** Good for so long before an alert ends: what comes and goes is one. */
const recoveredAfterMs = 60_000;

const never = Number.POSITIVE_INFINITY;

/** How a look ended; `dueUtcMs`: when to look again although nothing happened. */
interface StatusLook {
  watch: StatusWatch;
  effects: WatchEffect[];
  dueUtcMs: number | null;
}

// Without a mute it stays what it was for watches that are remembered since before there were mutes.
const gateText = ({ times, snoozedUntilUtcMs, mutedUntilUtcMs, coolDownMs }: WatchGate): string =>
  JSON.stringify([times, snoozedUntilUtcMs, coolDownMs, ...(mutedUntilUtcMs == null ? [] : [mutedUntilUtcMs])]);

/** Ends the alert of a watch, if it has one. */
export function endWatch(
  { alert }: Pick<StatusWatch, 'alert'>,
  { atUtcMs, closeReason }: { atUtcMs: number; closeReason: string },
): WatchEffect[] {
  if (alert === null) return [];
  const { episode, openedAtUtcMs, why } = alert;
  const end = { episode, openedAtUtcMs, atUtcMs: Math.max(atUtcMs, openedAtUtcMs), closeReason, why };
  return [{ kind: 'closed', ...end, isLate: false, eventIds: [], count: 1 }];
}

const first = (rule: StatusRule, nowUtcMs: number, lastOpenedUtcMs: number | null): StatusWatch => ({
  condition: rule.condition,
  gate: gateText(rule.gate),
  inForceSinceUtcMs: nowUtcMs,
  lookedAtUtcMs: nowUtcMs,
  bad: null,
  unknown: null,
  alert: null,
  lastOpenedUtcMs,
});

/** One look at one rule at one place, and what it decided so far. */
class Look {
  readonly effects: WatchEffect[] = [];
  readonly #rule: StatusRule;
  readonly #nowUtcMs: number;
  readonly #isFirst: boolean;
  readonly #isGateNew: boolean;
  readonly watch: StatusWatch;
  #dueUtcMs = never;

  constructor(before: StatusWatch | null, rule: StatusRule, nowUtcMs: number) {
    this.#rule = rule;
    this.#nowUtcMs = nowUtcMs;
    this.#isFirst = before === null || before.condition !== rule.condition;
    if (before !== null && this.#isFirst)
      this.effects.push(...endWatch(before, { atUtcMs: nowUtcMs, closeReason: 'ruleChanged' }));
    const kept = before === null || this.#isFirst ? first(rule, nowUtcMs, before?.lastOpenedUtcMs ?? null) : before;
    this.#isGateNew = kept.gate !== gateText(rule.gate);
    this.watch = { ...kept };
    if (this.#isGateNew) Object.assign(this.watch, { gate: gateText(rule.gate), inForceSinceUtcMs: nowUtcMs });
  }

  run(status: WatchedStatus): StatusLook {
    this.#endBySchedule();
    if (status.kind !== 'good') delete this.watch.goodSinceUtcMs;
    if (status.kind === 'good') this.#good(status);
    else if (status.kind === 'unknown') this.#unknown(status);
    else this.#bad(status);
    this.watch.lookedAtUtcMs = this.#nowUtcMs;
    const dueUtcMs = this.#dueUtcMs === never ? null : this.#dueUtcMs;
    return { watch: this.watch, effects: this.effects, dueUtcMs };
  }

  #due(utcMs: number): void {
    this.#dueUtcMs = Math.min(this.#dueUtcMs, utcMs);
  }

  /** An alert ends with the hours of its rule. */
  #endBySchedule(): void {
    const { alert, lookedAtUtcMs, bad } = this.watch;
    if (alert === null) return;
    const fromUtcMs = this.#isGateNew ? this.#nowUtcMs : Math.max(lookedAtUtcMs, alert.openedAtUtcMs);
    const { isOpen, changesUtcMs } = timesAt(this.#rule.gate, fromUtcMs);
    const endUtcMs = isOpen ? changesUtcMs : fromUtcMs;
    if (endUtcMs > this.#nowUtcMs) return this.#due(endUtcMs);
    this.#close(endUtcMs, 'scheduleOver');
    if (bad !== null) this.watch.bad = { ...bad, notBeforeUtcMs: endUtcMs, told: 'schedule' };
  }

  #close(atUtcMs: number, closeReason: string): void {
    this.effects.push(...endWatch(this.watch, { atUtcMs, closeReason }));
    this.watch.alert = null;
  }

  #good(status: Extract<WatchedStatus, { kind: 'good' }>): void {
    Object.assign(this.watch, { bad: null, unknown: null });
    const sinceUtcMs = status.sinceUtcMs ?? this.watch.goodSinceUtcMs ?? this.#nowUtcMs;
    if (status.sinceUtcMs === null) this.watch.goodSinceUtcMs = sinceUtcMs;
    if (this.watch.alert === null) return;
    const overUtcMs = sinceUtcMs + recoveredAfterMs;
    if (overUtcMs <= this.#nowUtcMs) this.#close(sinceUtcMs, 'over');
    else this.#due(overUtcMs);
  }

  /** What is open stays open: nobody knows that it is over. */
  #unknown({ hindrance, sinceUtcMs }: Extract<WatchedStatus, { kind: 'unknown' }>): void {
    const { unknown, alert } = this.watch;
    const spell = unknown?.sinceUtcMs === sinceUtcMs ? unknown : { sinceUtcMs, isTold: false };
    this.watch.bad = null;
    this.watch.unknown = spell;
    if (hindrance === null || spell.isTold || alert !== null) return;
    const toldUtcMs = Math.max(sinceUtcMs + this.#rule.forMs, this.watch.inForceSinceUtcMs);
    if (toldUtcMs > this.#nowUtcMs) return this.#due(toldUtcMs);
    this.watch.unknown = { sinceUtcMs, isTold: true };
    this.effects.push({ kind: 'nearMiss', atUtcMs: toldUtcMs, hindrance, why: [] });
  }

  #bad(status: Extract<WatchedStatus, { kind: 'bad' }>): void {
    const bad = this.#spellOf(status);
    Object.assign(this.watch, { bad, unknown: null });
    if (this.watch.alert !== null) return;
    const fromUtcMs = Math.max(
      bad.sinceUtcMs + (status.forMs ?? this.#rule.forMs),
      bad.notBeforeUtcMs,
      status.notBeforeUtcMs ?? 0,
      this.watch.inForceSinceUtcMs,
    );
    if (fromUtcMs > this.#nowUtcMs) return this.#due(fromUtcMs);
    this.#missed(bad, status, fromUtcMs);
    const openUtcMs = this.#opening(fromUtcMs);
    if (openUtcMs > this.#nowUtcMs) return this.#due(openUtcMs);
    this.#open(bad, status, openUtcMs);
  }

  /** Since when it is bad. How long it was so before anybody could say does not count. */
  #spellOf({ what, sinceUtcMs }: Extract<WatchedStatus, { kind: 'bad' }>): BadSpell {
    const { bad, unknown } = this.watch;
    if (bad !== null && (sinceUtcMs === null || sinceUtcMs <= bad.sinceUtcMs)) return { ...bad, what };
    const fromUtcMs = unknown === null && sinceUtcMs !== null ? sinceUtcMs : Math.max(sinceUtcMs ?? 0, this.#nowUtcMs);
    return { what, sinceUtcMs: fromUtcMs, notBeforeUtcMs: fromUtcMs, told: null };
  }

  /** Says once what keeps it from alerting. */
  #missed(bad: BadSpell, status: Extract<WatchedStatus, { kind: 'bad' }>, atUtcMs: number): void {
    const { lastOpenedUtcMs } = this.watch;
    const hindrance = hindranceAt(this.#rule.gate, { atUtcMs, lastOpenedUtcMs });
    if (hindrance === null || hindrance === bad.told) return;
    bad.told = hindrance;
    this.effects.push({ kind: 'nearMiss', atUtcMs, hindrance, why: this.#why(bad, status, atUtcMs) });
  }

  /** When it may be opened: hours that began and ended while nobody looked are passed over. */
  #opening(fromUtcMs: number): number {
    const { lastOpenedUtcMs } = this.watch;
    let openUtcMs = opensFrom(this.#rule.gate, { fromUtcMs, lastOpenedUtcMs });
    while (openUtcMs <= this.#nowUtcMs) {
      const { changesUtcMs } = timesAt(this.#rule.gate, openUtcMs);
      if (changesUtcMs > this.#nowUtcMs) break;
      openUtcMs = opensFrom(this.#rule.gate, { fromUtcMs: changesUtcMs, lastOpenedUtcMs });
    }
    return openUtcMs;
  }

  #open(bad: BadSpell, status: Extract<WatchedStatus, { kind: 'bad' }>, atUtcMs: number): void {
    const why = this.#why(bad, status, atUtcMs);
    const alert = { episode: `${bad.sinceUtcMs}@${atUtcMs}`, openedAtUtcMs: atUtcMs, why };
    Object.assign(this.watch, { alert, lastOpenedUtcMs: atUtcMs });
    const isLate = this.#nowUtcMs - atUtcMs > lateAfterMs;
    this.effects.push({ kind: 'opened', ...alert, atUtcMs, closeReason: null, isLate, eventIds: [], count: 1 });
    this.#due(timesAt(this.#rule.gate, atUtcMs).changesUtcMs);
  }

  #why(
    { what, sinceUtcMs }: BadSpell,
    { more = [], forMs = this.#rule.forMs }: Extract<WatchedStatus, { kind: 'bad' }>,
    atUtcMs: number,
  ): WatchReason[] {
    const seconds = Math.round((atUtcMs - sinceUtcMs) / 1000);
    return [reasonOf(what, seconds, { limit: forMs === 0 ? null : forMs / 1000 }), ...more];
  }
}

/**
 * Looks at a rule about a state that lasts. It is one alert from when it was bad for long enough until it was good for a minute, or the
 * hours of the rule end. Looking more often changes nothing, and a look that is older than the last one neither.
 */
export function lookAtStatus(
  before: StatusWatch | null,
  rule: StatusRule,
  { status, nowUtcMs }: { status: WatchedStatus; nowUtcMs: number },
): StatusLook {
  return new Look(before, rule, Math.max(nowUtcMs, before?.lookedAtUtcMs ?? 0)).run(status);
}
