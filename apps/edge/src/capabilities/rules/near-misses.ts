import type { AlertNearMissRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import type { RuleEffect } from '@sightline/domain/rules/camera-rules';
import { reasonsOf } from './alert-record.ts';

type NearMiss = Extract<RuleEffect, { kind: 'nearMiss' }>;

const minuteMs = 60_000;

/** Gathers what nearly alerted: at most one record for each rule, camera, hindrance and minute. */
export class NearMisses {
  readonly #counted = new Map<string, { record: AlertNearMissRecord; sinceMs: number }>();

  /** `nowMs`: of a clock that only goes forwards. */
  add(cameraId: string, { ruleId, hindrance, atUtcMs, why }: NearMiss, nowMs: number): void {
    const key = `${ruleId} ${cameraId} ${hindrance}`;
    const known = this.#counted.get(key);
    if (known !== undefined) {
      known.record.count += 1;
      return;
    }
    const at = Math.round(atUtcMs);
    const record = { kind: 'alertNearMiss' as const, ruleId, cameraId, hindrance, count: 1, why: reasonsOf(why) };
    this.#counted.set(key, { record: { ...record, atUtcMs: at }, sinceMs: nowMs });
  }

  /** Those whose minute is over. */
  take(nowMs: number): AlertNearMissRecord[] {
    const over = [...this.#counted].filter(([, { sinceMs }]) => nowMs - sinceMs >= minuteMs);
    for (const [key] of over) this.#counted.delete(key);
    return over.map(([, { record }]) => record);
  }
}
