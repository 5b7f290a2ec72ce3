import type { Socket } from 'node:net';

/** What may wait for a reader before whole units are dropped. */
const maxWaitingBytes = 4 * 1024 * 1024;
const sliceMs = 50;

/** Writes to a socket, optionally no faster than a given rate; never waits, says so when it does not take a unit. */
export class ThrottledWriter {
  readonly #socket: Socket;
  readonly #queue: Buffer[] = [];
  #queuedBytes = 0;
  #bytesPerSecond: number | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get waitingBytes(): number {
    return this.#socket.writableLength + this.#queuedBytes;
  }

  limit(bytesPerSecond: number | null): void {
    this.#bytesPerSecond = bytesPerSecond;
    if (bytesPerSecond === null) this.#flush(Infinity);
  }

  /** False when too much waits already and the bytes were dropped. */
  write(bytes: Buffer): boolean {
    if (this.#socket.destroyed || this.waitingBytes + bytes.length > maxWaitingBytes) return false;
    if (this.#bytesPerSecond === null && this.#queue.length === 0) {
      this.#socket.write(bytes);
      return true;
    }
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    this.#timer ??= setInterval(() => this.#flush(((this.#bytesPerSecond ?? Infinity) * sliceMs) / 1000), sliceMs);
    return true;
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#queue.length = 0;
    this.#queuedBytes = 0;
  }

  #flush(allowance: number): void {
    let left = allowance;
    while (left > 0 && this.#queue.length > 0) {
      const head = this.#queue[0]!;
      const piece = head.subarray(0, Math.ceil(Math.min(left, head.length)));
      this.#socket.write(piece);
      left -= piece.length;
      this.#queuedBytes -= piece.length;
      if (piece.length === head.length) this.#queue.shift();
      else this.#queue[0] = head.subarray(piece.length);
    }
    if (this.#queue.length === 0) this.stop();
  }
}
