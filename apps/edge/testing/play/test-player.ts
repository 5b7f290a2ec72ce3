import { decodeBinaryHeader, binaryHeaderBytes } from '@sightline/contracts/live/player-binary';
import type { PlayerReply, PlayerRequest } from '@sightline/contracts/live/player-protocol';
import { playerReply } from '@sightline/contracts/live/player-protocol';
import type { PlayerTransport, PlayerTransportEvents } from '../../src/platform/transport/player-transport.ts';

export interface ReceivedItem {
  kind: 1 | 2 | 3;
  requestId: number;
  wallMs: number;
  startsWithKey: boolean;
  bytes: Uint8Array;
}

/** Collects what a browser would: replies checked by their schema, items put together from chunks. */
export class ReceivedMessages {
  readonly replies: PlayerReply[] = [];
  readonly items: ReceivedItem[] = [];
  bytes = 0;
  readonly #parts = new Map<string, Uint8Array[]>();
  #watchers: (() => void)[] = [];

  text(text: string): void {
    this.replies.push(playerReply.parse(JSON.parse(text)));
    this.#wake();
  }

  binary(message: Uint8Array): void {
    const header = decodeBinaryHeader(message);
    if (header === null) throw new Error('binary message with a broken header');
    this.bytes += message.length;
    const key = `${header.requestId}/${header.kind}`;
    const parts = [...(this.#parts.get(key) ?? []), message.slice(binaryHeaderBytes)];
    this.#parts.set(key, parts);
    if (!header.isLast) return;
    this.#parts.delete(key);
    this.items.push({
      kind: header.kind,
      requestId: header.requestId,
      wallMs: header.wallMs,
      startsWithKey: header.startsWithKey,
      bytes: new Uint8Array(Buffer.concat(parts)),
    });
    this.#wake();
  }

  of<T extends PlayerReply['type']>(type: T): (PlayerReply & { type: T })[] {
    return this.replies.filter((reply): reply is PlayerReply & { type: T } => reply.type === type);
  }

  /** Waits until `condition` holds, looking after every message. */
  async until(condition: () => boolean, limitMs = 8_000): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (!condition()) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0)
        throw new Error(
          `condition did not come true; replies: ${JSON.stringify(this.replies).slice(0, 2000)}; items: ${this.items.length}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(leftMs, 50));
        this.#watchers.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #wake(): void {
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const watcher of watchers) watcher();
  }
}

/** A transport within the process whose reader may stop reading. */
export class MemoryTransport implements PlayerTransport {
  readonly received = new ReceivedMessages();
  isReading = true;
  peakBufferedBytes = 0;
  #events: PlayerTransportEvents | null = null;
  #queued: Uint8Array[] = [];
  #drained: (() => void)[] = [];
  #open = true;

  listen(events: PlayerTransportEvents): void {
    this.#events = events;
  }

  /** Says something as the browser. */
  say(request: PlayerRequest | Record<string, unknown>): void {
    this.sayText(JSON.stringify(request));
  }

  sayText(text: string): void {
    this.#events?.text(text);
  }

  sendText(text: string): void {
    if (this.#open) this.received.text(text);
  }

  sendBinary(bytes: Uint8Array): void {
    if (!this.#open) return;
    if (this.isReading) this.received.binary(bytes);
    else this.#queued.push(bytes);
    this.peakBufferedBytes = Math.max(this.peakBufferedBytes, this.bufferedBytes());
  }

  bufferedBytes(): number {
    return this.#queued.reduce((sum, bytes) => sum + bytes.length, 0);
  }

  whenDrained(): Promise<void> {
    return this.isReading ? Promise.resolve() : new Promise((resolve) => this.#drained.push(resolve));
  }

  read(): void {
    this.isReading = true;
    for (const bytes of this.#queued.splice(0)) this.received.binary(bytes);
    for (const wake of this.#drained.splice(0)) wake();
  }

  isOpen(): boolean {
    return this.#open;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const wake of this.#drained.splice(0)) wake();
    this.#events?.closed();
  }
}
