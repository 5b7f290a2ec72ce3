import type { RealtimeUpdate } from './realtime-frame.ts';

const keepMs = 30_000;
/** Of one organization; a page that would have to be told more fetches anew. */
const keepAtMost = 300;
/** What a hello takes to arrive, at most, and news to come from where it was written. */
const onTheWayMs = 2_000;

interface Kept {
  /** Oldest first, with when each was heard of. */
  heard: { atMs: number; update: RealtimeUpdate }[];
  /** Something that was heard of at this time is not here any more. */
  lostMs: number;
}

/** What happened a moment ago, for pages that read what they show before they could listen. Times by the clock that never jumps. */
export class RealtimeRecent {
  readonly #kept = new Map<string, Kept>();
  readonly #startedMs: number;
  readonly #nowMs: () => number;
  #sweptMs: number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
    this.#sweptMs = this.#startedMs;
  }

  take(update: RealtimeUpdate): void {
    const atMs = this.#nowMs();
    this.#sweep(atMs);
    let kept = this.#kept.get(update.organizationId);
    if (!kept) this.#kept.set(update.organizationId, (kept = { heard: [], lostMs: -Infinity }));
    kept.heard.push({ atMs, update });
    if (kept.heard.length > keepAtMost) kept.lostMs = kept.heard.shift()?.atMs ?? atMs;
  }

  /** What a page may have missed that has read for so long, in its order; null when not all of it is known any more. */
  missedBy(organizationId: string, readForMs: number): RealtimeUpdate[] | null {
    const sinceMs = this.#nowMs() - readForMs - onTheWayMs;
    const kept = this.#kept.get(organizationId);
    if (readForMs + onTheWayMs > keepMs || sinceMs < this.#startedMs || (kept && kept.lostMs >= sinceMs)) return null;
    return (kept?.heard ?? []).filter(({ atMs }) => atMs >= sinceMs).map(({ update }) => update);
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < keepMs) return;
    this.#sweptMs = nowMs;
    for (const [organizationId, { heard }] of this.#kept)
      if ((heard.at(-1)?.atMs ?? 0) < nowMs - keepMs) this.#kept.delete(organizationId);
  }
}
