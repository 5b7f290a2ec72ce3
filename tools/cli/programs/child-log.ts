import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';
import type { Readable } from 'node:stream';

const rotateBytes = 10_000_000;
const rememberedLines = 40;

/** Appends what a child prints to a file, keeps one older file, and remembers the last lines for error messages. */
export class ChildLog {
  readonly path: string;
  #stream: WriteStream;
  #bytes: number;
  #last: string[] = [];

  constructor(path: string) {
    this.path = path;
    this.#bytes = existsSync(path) ? statSync(path).size : 0;
    this.#stream = this.#open();
  }

  get lastLines(): string[] {
    return this.#last;
  }

  take(source: Readable): void {
    source.on('data', (chunk: Buffer) => this.#write(chunk));
  }

  close(): void {
    this.#stream.end();
  }

  #open(): WriteStream {
    // A full disk must not end the supervisor; the children report it themselves.
    return createWriteStream(this.path, { flags: 'a', mode: 0o600 }).on('error', () => undefined);
  }

  #write(chunk: Buffer): void {
    const lines = chunk
      .toString()
      .split('\n')
      .filter((line) => line !== '');
    this.#last = [...this.#last, ...lines].slice(-rememberedLines);
    if (this.#bytes > rotateBytes) this.#rotate();
    this.#bytes += chunk.length;
    this.#stream.write(chunk);
  }

  #rotate(): void {
    this.#stream.end();
    renameSync(this.path, `${this.path}.1`);
    this.#bytes = 0;
    this.#stream = this.#open();
  }
}
