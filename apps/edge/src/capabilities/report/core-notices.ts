import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Log } from '../../platform/log/log.ts';
import type { Outbox } from '../../platform/store/outbox.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';

export interface CoreNoticesDeps {
  outbox: Outbox;
  log: Log;
  nowUtcMs: () => number;
  /** A clock that only goes forwards. */
  monotonicMs: () => number;
}

const maxDetail = 500;

/** Tells the cloud what is worth knowing about this core, without repeating itself. */
export class CoreNotices {
  readonly #deps: CoreNoticesDeps;
  readonly #writes: StoreQueue;
  readonly #toldAtMs = new Map<string, number>();

  constructor(deps: CoreNoticesDeps) {
    this.#deps = deps;
    this.#writes = new StoreQueue(deps.log);
  }

  /** Says it unless `subject` was spoken of with this code less than `quietMs` ago. */
  notify(notice: { code: ErrorCode; subject: string; detail: string }, quietMs: number): void {
    const key = `${notice.code} ${notice.subject}`;
    const nowMs = this.#deps.monotonicMs();
    const toldAtMs = this.#toldAtMs.get(key);
    if (toldAtMs !== undefined && nowMs - toldAtMs < quietMs) return;
    this.#toldAtMs.set(key, nowMs);
    const atUtcMs = Math.round(this.#deps.nowUtcMs());
    this.#writes.add(() =>
      this.#deps.outbox.append(atUtcMs, {
        kind: 'coreNotice',
        code: notice.code,
        detail: notice.detail.slice(0, maxDetail),
      }),
    );
  }

  /** All is well with it: whatever comes next of it is news again. */
  settle(subject: string): void {
    for (const key of this.#toldAtMs.keys()) if (key.endsWith(` ${subject}`)) this.#toldAtMs.delete(key);
  }

  stop(): void {
    this.#writes.stop();
  }
}
