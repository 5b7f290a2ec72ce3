import type { DataChannel } from 'node-datachannel';
import { DrainGate } from '../../platform/transport/drain-gate.ts';
import type { PlayerTransport, PlayerTransportEvents } from '../../platform/transport/player-transport.ts';
import { lowWaterBytes } from '../../platform/transport/player-transport.ts';

/** The player protocol's pipe over a data channel. */
export class DataChannelTransport implements PlayerTransport {
  readonly #channel: DataChannel;
  readonly #gate = new DrainGate();
  #events: PlayerTransportEvents | null = null;
  #early: string[] = [];
  #closed = false;

  constructor(channel: DataChannel) {
    this.#channel = channel;
    channel.setBufferedAmountLowThreshold(lowWaterBytes);
    channel.onBufferedAmountLow(() => this.#gate.open());
    channel.onMessage((message) => {
      if (typeof message !== 'string') return;
      if (this.#events) this.#events.text(message);
      else if (this.#early.length < 16) this.#early.push(message);
    });
    channel.onClosed(() => this.markClosed());
    channel.onError(() => this.markClosed());
  }

  listen(events: PlayerTransportEvents): void {
    this.#events = events;
    const early = this.#early;
    this.#early = [];
    for (const text of early) events.text(text);
  }

  sendText(text: string): void {
    this.#send(() => this.#channel.sendMessage(text));
  }

  sendBinary(bytes: Uint8Array): void {
    this.#send(() => this.#channel.sendMessageBinary(bytes));
  }

  bufferedBytes(): number {
    return this.isOpen() ? this.#channel.bufferedAmount() : 0;
  }

  whenDrained(): Promise<void> {
    if (!this.isOpen() || this.#channel.bufferedAmount() <= lowWaterBytes) return Promise.resolve();
    return this.#gate.wait();
  }

  isOpen(): boolean {
    return !this.#closed && this.#channel.isOpen();
  }

  close(): void {
    if (!this.#closed) this.#channel.close();
    this.markClosed();
  }

  /** A channel whose other end has just gone still says that it is open; sending then throws. */
  #send(write: () => void): void {
    if (!this.isOpen()) return;
    try {
      write();
    } catch {
      this.markClosed();
    }
  }

  /** The connection below is gone. */
  markClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#gate.open();
    this.#events?.closed();
  }
}
