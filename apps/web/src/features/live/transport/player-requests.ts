import type { PlayerReply, PlayerRequest } from '@sightline/contracts/live/player-protocol';
import type { PlayerItem } from './item-assembler.ts';
import type { PlayerTransport } from './player-transport.ts';

/** Replies that belong to a request. */
export type RequestReply = Exclude<PlayerReply, { type: 'bye' }>;

export interface RequestHandlers {
  onReply?(reply: RequestReply): void;
  onItem?(item: PlayerItem): void;
  /** The transport went away before `done` or `failed`. */
  onLost?(): void;
}

export interface OpenRequest {
  readonly requestId: number;
  /** Allows the core to send that many bytes more (footage only). */
  credit(bytes: number): void;
  /** Ends it; nothing is handed up afterwards. */
  cancel(): void;
}

type WithoutId<T> = T extends { requestId: number } ? Omit<T, 'requestId'> : never;
export type RequestBody = WithoutId<Exclude<PlayerRequest, { type: 'credit' | 'cancel' }>>;

/** Numbers requests, routes replies and items to whoever asked, on one transport. */
export class PlayerRequests {
  readonly transport: PlayerTransport;
  readonly #open = new Map<number, RequestHandlers>();
  #lastId = 0;

  /** The transport's events go to `receive`, `receiveItem` and `lose`. */
  constructor(transport: PlayerTransport) {
    this.transport = transport;
  }

  open(body: RequestBody, handlers: RequestHandlers): OpenRequest {
    const requestId = (this.#lastId += 1);
    this.#open.set(requestId, handlers);
    this.transport.send({ ...body, requestId } as PlayerRequest);
    return {
      requestId,
      credit: (bytes) => {
        if (this.#open.has(requestId)) this.transport.send({ type: 'credit', requestId, bytes });
      },
      cancel: () => {
        if (!this.#open.delete(requestId)) return;
        this.transport.forget(requestId);
        this.transport.send({ type: 'cancel', requestId });
      },
    };
  }

  receive(reply: RequestReply): void {
    const handlers = this.#open.get(reply.requestId);
    if (reply.type === 'done' || reply.type === 'failed' || reply.type === 'pong') this.#open.delete(reply.requestId);
    handlers?.onReply?.(reply);
  }

  receiveItem(item: PlayerItem): void {
    const handlers = this.#open.get(item.requestId);
    handlers?.onItem?.(item);
  }

  /** Tells everybody who still waits that nothing more comes. */
  lose(): void {
    const waiting = [...this.#open.values()];
    this.#open.clear();
    for (const handlers of waiting) handlers.onLost?.();
  }
}
