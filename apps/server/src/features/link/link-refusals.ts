import type { Log } from '../../platform/log/log.ts';
import type { RefusedRecord } from './link-records.service.ts';

/** Refused records that are logged one by one; the rest only counts. */
const maxLogged = 5;
/** Refusals of one link are logged this often for each kind of reason, however many messages hold them. */
const logRefusedEveryMs = 10_000;

/** The reason without where it stood. */
const kindOf = (reason: string): string => reason.split(' ')[0] ?? '';

/** Says of one link what was refused on it, without filling the log. */
export class LinkRefusals {
  readonly #log: Log;
  #unlogged = 0;
  readonly #loggedAtMs = new Map<string, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  note(edgeId: string, refused: readonly RefusedRecord[]): void {
    this.#unlogged += refused.length;
    const now = performance.now();
    const fresh = refused.filter(
      ({ reason }) => now - (this.#loggedAtMs.get(kindOf(reason)) ?? Number.NEGATIVE_INFINITY) >= logRefusedEveryMs,
    );
    for (const { reason } of fresh) this.#loggedAtMs.set(kindOf(reason), now);
    if (fresh.length > 0) this.flush(edgeId, fresh);
  }

  /** What only counted until now. */
  flush(edgeId: string, refused: readonly RefusedRecord[] = []): void {
    if (this.#unlogged === 0) return;
    this.#log.warn(
      { edgeId, code: 'event_refused', count: this.#unlogged, records: refused.slice(0, maxLogged) },
      'records of a core were refused',
    );
    this.#unlogged = 0;
  }
}
