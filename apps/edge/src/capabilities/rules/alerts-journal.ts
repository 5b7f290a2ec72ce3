import type { AlertChangeRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import type { CloseReason } from '@sightline/domain/rules/alert-effects';
import type { RuleEffect } from '@sightline/domain/rules/camera-rules';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { KeptAlert } from '../../platform/store/alerts-store.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';
import { changeRecord } from './alert-record.ts';
import { NearMisses } from './near-misses.ts';
import type { RunnableRule } from './runnable-rule.ts';

export interface AlertsJournalDeps {
  stores: Pick<EdgeStores, 'store' | 'outbox' | 'alerts' | 'protectedSpans'>;
  log: Log;
  clock: Clock;
  /** From this many waiting rows on near misses and what only adds to an alert are left out. */
  longOutboxRows?: number;
}

type Change = Exclude<RuleEffect, { kind: 'nearMiss' }>;
type RuleOf = (ruleId: string) => Pick<RunnableRule, 'fingerprint' | 'footage'> | undefined;

/** More of an alert that is open is told this seldom. */
const updateEveryMs = 1_000;
const longOutboxRows = 20_000;

/** Keeps what rules decide: every change of an alert goes into the outbox, in one transaction with what is known of the alert. */
export class AlertsJournal {
  readonly #deps: AlertsJournalDeps;
  readonly #writes: StoreQueue;
  readonly #nearMisses = new NearMisses();
  readonly #known: Map<string, KeptAlert>;
  /** What adds to an alert that was told of less than a second ago. */
  readonly #more = new Map<string, { cameraId: string; change: Change }>();
  readonly #toldAtMs = new Map<string, number>();

  constructor(deps: AlertsJournalDeps) {
    this.#deps = deps;
    this.#writes = new StoreQueue(deps.log);
    this.#known = new Map(deps.stores.alerts.all().map((alert) => [alert.record.alertId, alert]));
    // What became of the others was not kept, by a store that was damaged, say.
    const open = [...this.#known.values()].filter(({ record }) => record.phase !== 'closed');
    const openIds = open.map(({ record }) => record.alertId);
    this.#writes.add(() => deps.stores.protectedSpans.endAllBut(openIds, Math.round(deps.clock.nowUtcMs())));
  }

  /** Everything that is kept: what is open, and the last one of each rule and camera. */
  all(): KeptAlert[] {
    return [...this.#known.values()];
  }

  /** What rules decided on one fact. */
  take(cameraId: string, effects: readonly RuleEffect[], ruleOf: RuleOf): void {
    const nowMs = this.#deps.clock.monotonicMs();
    const changes: KeptAlert[] = [];
    for (const effect of effects) {
      if (effect.kind === 'nearMiss') this.#nearMisses.add(cameraId, effect, nowMs);
      else if (this.#isSoon(effect, nowMs)) this.#more.set(effect.alertId, { cameraId, change: effect });
      else changes.push(...this.#changed(cameraId, effect, ruleOf(effect.ruleId)?.fingerprint ?? ''));
    }
    this.#keep(changes, ruleOf);
  }

  /** Ends an alert that nobody judges any more. */
  close({ record }: KeptAlert, reason: CloseReason, atUtcMs: number): void {
    const { alertId, ruleId, cameraId, subjectIds, count } = record;
    const why = record.why as Change['why'];
    const at = Math.max(atUtcMs, record.atUtcMs);
    const change: Change = { kind: 'closed', reason, alertId, ruleId, subjectIds, count, why, atUtcMs: at };
    this.#keep(this.#changed(cameraId, change, ''));
  }

  /** One that is over and holds back nothing any more. */
  forget({ record: { alertId } }: KeptAlert): void {
    this.#known.delete(alertId);
    this.#writes.add(() => this.#deps.stores.alerts.remove(alertId));
  }

  /** Time passes: tells what waited for it. */
  tick(): void {
    const { clock, stores } = this.#deps;
    const nowMs = clock.monotonicMs();
    const ripe = [...this.#more.values()].filter(({ change }) => !this.#isSoon(change, nowMs));
    const changes = ripe.flatMap(({ cameraId, change }) => this.#changed(cameraId, change, ''));
    const isLong = this.#isLong();
    this.#keep(isLong ? [] : changes);
    const nearMisses = isLong ? [] : this.#nearMisses.take(nowMs);
    if (nearMisses.length === 0) return;
    const atUtcMs = Math.round(clock.nowUtcMs());
    this.#writes.add(
      stores.store.transaction(() => nearMisses.forEach((record) => stores.outbox.append(atUtcMs, record))),
    );
  }

  /** Times of now were wrong: puts right what is remembered here of them. */
  correctTimes(right: (utcMs: number) => number): void {
    for (const { record, ...alert } of this.#known.values()) {
      const { openedAtUtcMs, atUtcMs, decidedAtUtcMs } = record;
      const times = { openedAtUtcMs: right(openedAtUtcMs), atUtcMs: right(atUtcMs) };
      this.#known.set(record.alertId, {
        ...alert,
        metAtUtcMs: right(alert.metAtUtcMs),
        record: { ...record, ...times, decidedAtUtcMs: right(decidedAtUtcMs) },
      });
    }
  }

  stop(): void {
    this.#writes.stop();
  }

  /** The server is away for long: what is open and what is over is worth more. */
  #isLong(): boolean {
    return this.#deps.stores.outbox.depth() > (this.#deps.longOutboxRows ?? longOutboxRows);
  }

  /** Footage of an alert is kept from its first word on; until when is known, and told, once it is over. */
  #protect(record: AlertChangeRecord, footage: RunnableRule['footage'] | undefined, atUtcMs: number): void {
    const { outbox, protectedSpans } = this.#deps.stores;
    const { alertId, cameraId, openedAtUtcMs, phase } = record;
    if (record.sequence === 1 && footage !== undefined && footage.keepMs > 0) {
      const { preMs, postMs, keepMs } = footage;
      protectedSpans.begin({ alertId, cameraId, fromUtcMs: openedAtUtcMs - preMs, postMs, keepMs });
    }
    const untilUtcMs = phase === 'closed' ? protectedSpans.end(alertId, record.atUtcMs) : null;
    if (untilUtcMs !== null) outbox.append(atUtcMs, { kind: 'alertFootage', alertId, cameraId, untilUtcMs });
  }

  #isSoon({ kind, alertId }: Change, nowMs: number): boolean {
    const toldAtMs = this.#toldAtMs.get(alertId) ?? Number.NEGATIVE_INFINITY;
    const isOpen = this.#known.get(alertId)?.record.phase !== 'closed';
    return kind === 'updated' && isOpen && nowMs - toldAtMs < updateEveryMs;
  }

  /** The alert as it is now; none when it is another core's, or is told already. */
  #changed(cameraId: string, change: Change, fingerprint: string): KeptAlert[] {
    const { alertId, kind } = change;
    const known = this.#known.get(alertId);
    if (known === undefined && kind !== 'opened') return [];
    if (kind === 'closed' && known?.record.phase === 'closed') return [];
    const { clock } = this.#deps;
    const context = { cameraId, before: known?.record ?? null, nowUtcMs: clock.nowUtcMs() };
    const record = changeRecord(change, context);
    const metAtUtcMs = kind === 'closed' ? (known?.metAtUtcMs ?? record.atUtcMs) : record.atUtcMs;
    const alert = { record, condition: known?.condition ?? fingerprint, metAtUtcMs };
    this.#known.set(alertId, alert);
    this.#more.delete(alertId);
    this.#toldAtMs.set(alertId, clock.monotonicMs());
    return [alert];
  }

  #keep(changes: readonly KeptAlert[], ruleOf: RuleOf = () => undefined): void {
    if (changes.length === 0) return;
    const { outbox, alerts, store } = this.#deps.stores;
    const atUtcMs = Math.round(this.#deps.clock.nowUtcMs());
    const past = changes.flatMap(({ record }) => (record.sequence === 1 ? this.#pastOf(record) : []));
    this.#writes.add(
      store.transaction(() => {
        for (const alert of changes) {
          outbox.append(atUtcMs, alert.record);
          alerts.put(alert);
          this.#protect(alert.record, ruleOf(alert.record.ruleId)?.footage, atUtcMs);
        }
        for (const alertId of past) alerts.remove(alertId);
      }),
    );
  }

  /** Closed alerts of the same rule and camera: by the new one the next is held back. */
  #pastOf({ alertId, ruleId, cameraId }: AlertChangeRecord): string[] {
    const past = this.all().flatMap(({ record }) => {
      const isSame = record.ruleId === ruleId && record.cameraId === cameraId && record.alertId !== alertId;
      return isSame && record.phase === 'closed' ? [record.alertId] : [];
    });
    for (const id of past) {
      this.#known.delete(id);
      this.#toldAtMs.delete(id);
    }
    return past;
  }
}
