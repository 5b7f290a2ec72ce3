import type { SpotTask } from '@sightline/contracts/analysis/spot-tasks';
import { spotTaskFor } from '@sightline/domain/rules/kinds/recognition';
import type { CloseReason } from '@sightline/domain/rules/alert-effects';
import type { RuleEffect } from '@sightline/domain/rules/camera-rules';
import type { FormerAlert } from '@sightline/domain/rules/episodes';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { KeptAlert } from '../../platform/store/alerts-store.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { DoorsTold } from '../recognise/doors/door-messages.ts';
import type { FactListener } from '../analyse/analysis.ts';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { AlertsJournal } from './alerts-journal.ts';
import { CameraEvaluator } from './camera-evaluator.ts';
import { LineCounts } from './line-counts.ts';
import { type EvaluatedCamera, runnableRule, type RunnableRule, spansFrom } from './runnable-rule.ts';

export interface AlertRulesDeps {
  stores: Pick<EdgeStores, 'store' | 'outbox' | 'alerts' | 'desired' | 'cameras' | 'protectedSpans'>;
  log: Log;
  clock: Clock;
  /** From this many waiting rows on the server is away for long. */
  longOutboxRows?: number;
  /** These cameras, and no others, are to be told of. */
  setEvaluated: (cameraIds: ReadonlySet<string>) => void;
  /** What models of their own are to recognise, by camera. */
  setSpots?: (spots: ReadonlyMap<string, readonly SpotTask[]>) => void;
}

const spotTasksOf = (rules: readonly RunnableRule[]): SpotTask[] =>
  [...new Set(rules.flatMap(({ condition }) => spotTaskFor(condition) ?? []))].toSorted();

const tickMs = 1_000;
/** Schedules are compiled for 60 days. */
const renewEveryMs = 86_400_000;
/** After a restart an alert that was open goes on if it is so again within this. */
const goesOnMs = 60_000;

/** Runs the alert rules of this core: on what its cameras see, from facts to records. */
export class AlertRules implements FactListener {
  readonly #deps: AlertRulesDeps;
  readonly #journal: AlertsJournal;
  readonly #counts: LineCounts;
  readonly #evaluators = new Map<string, CameraEvaluator>();
  /** Alerts that a program before this one left open, or that keep back the next; until their rule is judged. */
  readonly #former: Set<KeptAlert>;
  readonly #startUtcMs: number;
  #renewedAtMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(deps: AlertRulesDeps) {
    this.#deps = deps;
    this.#journal = new AlertsJournal(deps);
    this.#counts = new LineCounts(deps);
    this.#former = new Set(this.#journal.all());
    this.#startUtcMs = Math.round(deps.clock.nowUtcMs());
  }

  /** Judges what is wanted, and ends alerts of before whose rule or camera is gone. */
  start(): void {
    this.configure();
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Rules or cameras may have changed. */
  configure(): void {
    if (this.#isStopped) return;
    const { stores, clock, setEvaluated } = this.#deps;
    const nowUtcMs = clock.nowUtcMs();
    this.#renewedAtMs = clock.monotonicMs();
    const spansOf = spansFrom(nowUtcMs);
    const rules = stores.desired.list('alertRule').flatMap((rule) => runnableRule(rule, { spansOf, nowUtcMs }) ?? []);
    const cameras = stores.cameras.list();
    const cameraIds = cameras.map(({ id }) => id);
    const judged = new Map(
      cameraIds.flatMap((cameraId): [string, RunnableRule[]][] => {
        const own = rules.filter((rule) => rule.cameraIds.includes(cameraId));
        return own.length === 0 ? [] : [[cameraId, own]];
      }),
    );
    for (const { id, timeZone } of cameras) {
      const own = judged.get(id);
      if (own !== undefined) this.#evaluate({ id, timeZone }, own, nowUtcMs);
    }
    for (const cameraId of this.#evaluators.keys())
      if (!judged.has(cameraId)) this.#leave(cameraId, cameraIds.includes(cameraId) ? 'ruleOff' : 'cameraRemoved');
    this.#endFormer(cameraIds, nowUtcMs);
    this.#counts.keepOnly(({ ruleId, cameraId }) => judged.get(cameraId)?.some(({ id }) => id === ruleId) === true);
    setEvaluated(new Set(judged.keys()));
    this.#deps.setSpots?.(new Map([...judged].map(([cameraId, own]) => [cameraId, spotTasksOf(own)])));
  }

  facts(cameraId: string, facts: readonly ToldFact[]): void {
    const evaluator = this.#evaluators.get(cameraId);
    if (this.#isStopped || evaluator === undefined) return;
    this.#take(
      cameraId,
      facts.flatMap((fact) => evaluator.hear(fact)),
    );
  }

  /** How doors of a camera are. */
  doors(cameraId: string, told: DoorsTold): void {
    const evaluator = this.#evaluators.get(cameraId);
    if (this.#isStopped || evaluator === undefined || told.kind !== 'states') return;
    const { atUtcMs, doors } = told;
    this.#take(
      cameraId,
      doors.flatMap((door) => evaluator.hear({ ...door, kind: 'doorSeen', atUtcMs })),
    );
  }

  blind(cameraIds: readonly string[]): void {
    if (this.#isStopped) return;
    for (const cameraId of cameraIds) this.#take(cameraId, this.#evaluators.get(cameraId)?.goBlind() ?? []);
  }

  /** Times of now were wrong: puts right what is remembered nowhere but in memory. */
  correctTimes(right: (utcMs: number) => number): void {
    this.#journal.correctTimes(right);
  }

  /** What is open stays open: whoever judges next goes on with it, or ends it. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#journal.stop();
    this.#counts.stop();
  }

  #tick(): void {
    const { clock } = this.#deps;
    if (clock.monotonicMs() - this.#renewedAtMs > renewEveryMs) this.configure();
    const nowUtcMs = clock.nowUtcMs();
    for (const [cameraId, evaluator] of this.#evaluators) this.#take(cameraId, evaluator.tick(nowUtcMs));
    this.#journal.tick();
  }

  #evaluate(camera: EvaluatedCamera, rules: readonly RunnableRule[], nowUtcMs: number): void {
    const { id: cameraId, timeZone } = camera;
    const evaluator = this.#evaluators.get(cameraId) ?? new CameraEvaluator(camera);
    this.#evaluators.set(cameraId, evaluator);
    const fingerprints = new Map(rules.map(({ id, fingerprint }) => [id, fingerprint]));
    const former = (ruleId: string): FormerAlert | null => this.#takeFormer(ruleId, cameraId, fingerprints.get(ruleId));
    const counted = (ruleId: string) => this.#counts.find({ ruleId, cameraId }, fingerprints.get(ruleId));
    this.#take(cameraId, evaluator.configure(rules, { nowUtcMs, former, counted, timeZone }));
  }

  #leave(cameraId: string, reason: CloseReason): void {
    const evaluator = this.#evaluators.get(cameraId)!;
    this.#take(cameraId, evaluator.close(this.#deps.clock.nowUtcMs(), reason));
    this.#evaluators.delete(cameraId);
  }

  #take(cameraId: string, effects: readonly RuleEffect[]): void {
    const evaluator = this.#evaluators.get(cameraId);
    if (evaluator !== undefined)
      this.#counts.take(cameraId, evaluator.counted(), (ruleId) => evaluator.rule(ruleId)?.fingerprint);
    if (effects.length === 0) return;
    this.#journal.take(cameraId, effects, (ruleId) => evaluator?.rule(ruleId));
  }

  /** The newest alert of a rule at a camera that was told before this program began, if it is of the same condition. */
  #takeFormer(ruleId: string, cameraId: string, fingerprint: string | undefined): FormerAlert | null {
    const own = [...this.#former].filter(
      ({ record, condition }) => record.ruleId === ruleId && record.cameraId === cameraId && condition === fingerprint,
    );
    const newest = own.toSorted((a, b) => b.record.openedAtUtcMs - a.record.openedAtUtcMs)[0];
    if (newest === undefined) return null;
    this.#former.delete(newest);
    const { record, metAtUtcMs } = newest;
    return {
      id: record.alertId,
      openedAtUtcMs: record.openedAtUtcMs,
      lastMetUtcMs: metAtUtcMs,
      count: record.count,
      why: record.why as FormerAlert['why'],
      subjectIds: record.subjectIds,
      waitsUntilUtcMs: record.phase === 'closed' ? null : this.#startUtcMs + goesOnMs,
    };
  }

  /** Nobody goes on with these. */
  #endFormer(cameraIds: readonly string[], nowUtcMs: number): void {
    for (const alert of this.#former) {
      const { ruleId, cameraId, phase } = alert.record;
      const fingerprint = this.#evaluators.get(cameraId)?.rule(ruleId)?.fingerprint;
      if (phase === 'closed') this.#journal.forget(alert);
      else if (!cameraIds.includes(cameraId)) this.#journal.close(alert, 'cameraRemoved', nowUtcMs);
      else if (fingerprint === undefined) this.#journal.close(alert, 'ruleOff', nowUtcMs);
      else this.#journal.close(alert, fingerprint === alert.condition ? 'coreRestarted' : 'ruleChanged', nowUtcMs);
    }
    this.#former.clear();
  }
}
