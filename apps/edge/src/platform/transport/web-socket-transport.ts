import type { WebSocket } from 'ws';
import { DrainGate } from './drain-gate.ts';
import type { PlayerTransport, PlayerTransportEvents } from './player-transport.ts';
import { lowWaterBytes } from './player-transport.ts';

const closeLimitMs = 2_000;
/** Messages kept until somebody listens. */
const maxEarlyMessages = 16;

/** The player protocol's pipe over a WebSocket that is open. */
export class WebSocketTransport implements PlayerTransport {
  readonly #socket: WebSocket;
  readonly #gate = new DrainGate();
  #events: PlayerTransportEvents | null = null;
  #early: string[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) this.#receive(data.toString('utf8'));
    });
    socket.on('close', () => {
      this.#gate.open();
      this.#events?.closed();
    });
    // `close` always follows; without a listener the error would end the process.
    socket.on('error', () => socket.terminate());
  }

  listen(events: PlayerTransportEvents): void {
    this.#events = events;
    const early = this.#early;
    this.#early = [];
    for (const text of early) events.text(text);
    if (this.#socket.readyState > this.#socket.OPEN) events.closed();
  }

  sendText(text: string): void {
    if (this.isOpen()) this.#socket.send(text);
  }

  sendBinary(bytes: Uint8Array): void {
    if (this.isOpen()) this.#socket.send(bytes, this.#afterSend);
  }

  bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  whenDrained(): Promise<void> {
    if (!this.isOpen() || this.#socket.bufferedAmount <= lowWaterBytes) return Promise.resolve();
    return this.#gate.wait();
  }

  isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  close(): void {
    this.#socket.close();
    // A peer that does not read never answers the close.
    setTimeout(() => this.#socket.terminate(), closeLimitMs).unref();
  }

  #receive(text: string): void {
    if (this.#events) this.#events.text(text);
    else if (this.#early.length < maxEarlyMessages) this.#early.push(text);
  }

  readonly #afterSend = (): void => {
    if (this.#gate.hasWaiting && this.#socket.bufferedAmount <= lowWaterBytes) this.#gate.open();
  };
}
