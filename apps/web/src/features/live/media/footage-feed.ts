import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { PlayerItem } from '../transport/item-assembler.ts';
import type { OpenRequest, PlayerRequests, RequestReply } from '../transport/player-requests.ts';

export type FootageSegment = Extract<RequestReply, { type: 'segment' }>;
export type FootageGap = Pick<Extract<RequestReply, { type: 'gap' }>, 'fromUtcMs' | 'toUtcMs' | 'cause'>;

/** What a feed hands on, in the order of the recording. */
export interface FeedSink {
  segment(segment: FootageSegment): void;
  item(item: PlayerItem): void;
  gap(gap: FootageGap): void;
  failed(code: ErrorCode): void;
  /** The way to the core is gone. */
  lost(): void;
}

interface FeedOptions {
  stream: 'main' | 'sub';
  keyframesOnly: boolean;
  /** The core converts what is not H.264. */
  transcode: boolean;
  /** The core's clock, UTC ms. */
  now: () => number;
}

const windowBytes = 4_194_304;
const longestAskMs = 6 * 3_600_000;
const askAgainMs = 1000;

/** Reads footage from an instant on, request after request, as fast as `allow` lets it. */
export class FootageFeed {
  readonly #requests: PlayerRequests;
  readonly #options: FeedOptions;
  readonly #sink: FeedSink;
  #request: OpenRequest | undefined;
  #uncredited = 0;
  #nextMs = 0;
  #askedAtMs = 0;
  /** Everything recorded so far was read; more may come. */
  isAtEdge = false;

  constructor(requests: PlayerRequests, options: FeedOptions, sink: FeedSink) {
    this.#requests = requests;
    this.#options = options;
    this.#sink = sink;
  }

  start(fromMs: number): void {
    this.stop();
    const now = Math.floor(this.#options.now());
    const from = Math.max(0, Math.floor(fromMs));
    const to = Math.min(from + longestAskMs, Math.max(now, from + 1));
    this.isAtEdge = false;
    this.#uncredited = 0;
    this.#askedAtMs = performance.now();
    const { stream, keyframesOnly, transcode } = this.#options;
    this.#request = this.#requests.open(
      { type: 'footage', stream, fromUtcMs: from, toUtcMs: to, keyframesOnly, transcode, windowBytes },
      {
        onReply: (reply) => this.#hear(reply, to),
        onItem: (item) => this.#take(item),
        onLost: () => this.#sink.lost(),
      },
    );
  }

  /** More may come: credits what was received, or asks for what was recorded meanwhile. */
  allow(): void {
    if (this.isAtEdge) {
      if (performance.now() - this.#askedAtMs >= askAgainMs) this.start(this.#nextMs);
      return;
    }
    if (this.#uncredited === 0) return;
    this.#request?.credit(this.#uncredited);
    this.#uncredited = 0;
  }

  stop(): void {
    this.#request?.cancel();
    this.#request = undefined;
  }

  #take(item: PlayerItem): void {
    this.#uncredited += item.bytes.byteLength;
    this.#sink.item(item);
  }

  #hear(reply: RequestReply, toMs: number): void {
    if (reply.type === 'segment') this.#sink.segment(reply);
    else if (reply.type === 'gap') this.#sink.gap(reply);
    else if (reply.type === 'failed') this.#hearFailure(reply.code, toMs);
    else if (reply.type === 'done') this.#hearDone(reply.reachedUtcMs, toMs);
  }

  #hearDone(reachedMs: number | null, toMs: number): void {
    if (toMs < this.#options.now() - 10_000) return this.start(toMs);
    this.#nextMs = reachedMs ?? toMs;
    this.isAtEdge = true;
  }

  #hearFailure(code: ErrorCode, toMs: number): void {
    // Nothing after this instant yet: that is the edge of the recording, not a failure.
    if (code === 'no_footage') this.#hearDone(null, toMs);
    else this.#sink.failed(code);
  }
}
