import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { WebSocket } from 'ws';

const pauseAboveBytes = 1_048_576;
const resumeBelowBytes = 262_144;
/** A viewer that takes nothing for this long has left without saying so. */
const stuckMs = 10_000;
const checkMs = 1_000;

export interface RelayPairEvents {
  onBytes: (bytes: number) => void;
  onClosed: () => void;
}

/**
 * Passes messages between a core and a browser, text and binary, as they are. When one side reads too slowly the other
 * is not read from until it has caught up: the core notices and skips ahead, and nothing piles up here.
 */
export class RelayPair {
  readonly #edge: WebSocket;
  readonly #viewer: WebSocket;
  readonly #events: RelayPairEvents;
  readonly #watch: NodeJS.Timeout;
  #isClosed = false;
  #lastBuffered = 0;
  #movedAt = performance.now();

  constructor(edge: WebSocket, viewer: WebSocket, events: RelayPairEvents) {
    this.#edge = edge;
    this.#viewer = viewer;
    this.#events = events;
    this.#pipe(edge, viewer);
    this.#pipe(viewer, edge);
    this.#watch = setInterval(() => this.#checkProgress(), checkMs);
  }

  /** Ends both sides; the viewer reads why. */
  end(code: ErrorCode): void {
    if (this.#isClosed) return;
    if (this.#viewer.readyState === this.#viewer.OPEN) this.#viewer.send(JSON.stringify({ type: 'bye', code }));
    this.#close();
  }

  #pipe(source: WebSocket, target: WebSocket): void {
    source.on('message', (data, isBinary) => {
      if (target.readyState !== target.OPEN) return;
      this.#events.onBytes((data as Buffer).length);
      target.send(data, { binary: isBinary }, () => {
        if (source.isPaused && target.bufferedAmount < resumeBelowBytes) source.resume();
      });
      if (target.bufferedAmount > pauseAboveBytes) source.pause();
    });
    source.on('close', () => this.#close());
    source.on('error', () => this.#close());
    source.resume();
  }

  #checkProgress(): void {
    // A side that was closed while nobody read from it says nothing more.
    if ([this.#edge, this.#viewer].some((socket) => socket.readyState !== socket.OPEN)) return this.#close();
    const buffered = this.#viewer.bufferedAmount;
    if (buffered < resumeBelowBytes || buffered !== this.#lastBuffered) {
      this.#lastBuffered = buffered;
      this.#movedAt = performance.now();
    } else if (performance.now() - this.#movedAt > stuckMs) this.end('viewer_too_slow');
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#watch);
    for (const socket of [this.#edge, this.#viewer]) {
      socket.resume();
      socket.close(1000);
      setTimeout(() => socket.terminate(), 1_000).unref();
    }
    this.#events.onClosed();
  }
}
