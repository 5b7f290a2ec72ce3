import type { LinkFromEdge, LinkFromServer } from '@sightline/contracts/link/link';

export type ThumbnailMessage = LinkFromEdge & { type: 'thumbnail' };
type ThumbnailAck = LinkFromServer & { type: 'thumbnailAck' };

/** A picture that waits: one object as long as it does. `key` names event and kind; `version` changes when a newer picture takes its place. */
export interface WaitingThumbnail {
  key: string;
  version: number;
}

/** Where pictures wait until the server has them. */
export interface ThumbnailQueue {
  /** The next that may be sent now, other than those that `isHeld` names; null when there is none. */
  next(isHeld: (key: string) => boolean): WaitingThumbnail | null;
  /** Null when it is gone meanwhile. */
  read(waiting: WaitingThumbnail): Promise<Omit<ThumbnailMessage, 'type'> | null>;
  /** The server has it, or does not want it. A newer one of the same key stays. */
  done(waiting: WaitingThumbnail): void;
  /** Calls `listener` when another one may be ready. Returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** Pictures on the way at once: they are large, and records go first. */
const windowThumbnails = 4;
/** An event whose record has not arrived yet gets its picture after this; each further time it is offered half as often. */
const laterMs = 5_000;
const doublings = 6;
/**
 * So often, over some twenty minutes, a picture is put off. Records go first and are long acknowledged by then: the server has
 * refused the event, or was never told of it, and will not want its picture.
 */
const latersAtMost = 10;
/** An answer that does not come in this time was lost. */
const answerLimitMs = 30_000;

/** Sends pictures of events, a few at a time, until the server has answered for each. */
export class ThumbnailSender {
  readonly #queue: ThumbnailQueue;
  readonly #send: (message: ThumbnailMessage) => void;
  readonly #unsubscribe: () => void;
  readonly #onTheWay = new Map<string, { waiting: WaitingThumbnail; timer: NodeJS.Timeout }>();
  readonly #resting = new Map<string, NodeJS.Timeout>();
  /** How often pictures were put off. */
  readonly #putOff = new WeakMap<WaitingThumbnail, number>();
  readonly #laterMs: number;
  #running = false;

  constructor(
    queue: ThumbnailQueue,
    send: (message: ThumbnailMessage) => void,
    pace: { laterMs: number } = { laterMs },
  ) {
    this.#queue = queue;
    this.#laterMs = pace.laterMs;
    this.#send = send;
    this.#unsubscribe = queue.onChange(() => this.pump());
  }

  /** The link is up: whatever was on the way before is sent again. */
  resume(): void {
    this.pause();
    this.#running = true;
    this.pump();
  }

  pause(): void {
    this.#running = false;
    for (const { timer } of this.#onTheWay.values()) clearTimeout(timer);
    this.#onTheWay.clear();
    for (const timer of this.#resting.values()) clearTimeout(timer);
    this.#resting.clear();
  }

  answered({ eventId, kind, outcome }: ThumbnailAck): void {
    const key = thumbnailKey(eventId, kind);
    const sent = this.#onTheWay.get(key);
    if (sent === undefined) return;
    this.#release(key);
    if (outcome === 'later') this.#wait(sent.waiting);
    else this.#queue.done(sent.waiting);
    this.pump();
  }

  /** Something that pictures wait for may have happened. */
  pump(): void {
    while (this.#running && this.#onTheWay.size < windowThumbnails) {
      const waiting = this.#queue.next((key) => this.#onTheWay.has(key) || this.#resting.has(key));
      if (waiting === null) return;
      const { key } = waiting;
      this.#onTheWay.set(key, { waiting, timer: setTimeout(() => this.#lost(key), answerLimitMs) });
      void this.#deliver(waiting);
    }
  }

  dispose(): void {
    this.pause();
    this.#unsubscribe();
  }

  async #deliver(waiting: WaitingThumbnail): Promise<void> {
    const thumbnail = await this.#queue.read(waiting);
    if (this.#onTheWay.get(waiting.key)?.waiting !== waiting) return;
    if (thumbnail !== null) return this.#send({ ...thumbnail, type: 'thumbnail' });
    this.#release(waiting.key);
    this.#queue.done(waiting);
    this.pump();
  }

  #wait(waiting: WaitingThumbnail): void {
    const count = (this.#putOff.get(waiting) ?? 0) + 1;
    if (count > latersAtMost) return this.#queue.done(waiting);
    this.#putOff.set(waiting, count);
    this.#rest(waiting.key, this.#laterMs * 2 ** Math.min(count - 1, doublings));
  }

  #lost(key: string): void {
    this.#release(key);
    this.pump();
  }

  #release(key: string): void {
    clearTimeout(this.#onTheWay.get(key)?.timer);
    this.#onTheWay.delete(key);
  }

  #rest(key: string, forMs: number): void {
    const timer = setTimeout(() => {
      this.#resting.delete(key);
      this.pump();
    }, forMs);
    this.#resting.set(key, timer);
  }
}

/** Names a picture: an event has at most one of a kind. */
export const thumbnailKey = (eventId: string, kind: string): string => `${eventId}/${kind}`;
