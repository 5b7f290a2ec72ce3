import { rangesOf } from './buffered-ranges.ts';
import type { MediaRange } from './buffered-ranges.ts';

type Step = { run: (buffer: SourceBuffer) => void; bytes: number };

interface QueueEvents {
  /** Something was appended or removed. */
  onChange(): void;
  /** The browser refused the bytes; the buffer is of no use afterwards. */
  onBroken(error: Error): void;
  /** The instant being shown, in seconds, so that a full buffer knows what may go. */
  playhead(): number;
}

/** Behind the playhead this much stays for stepping back; less when the browser's buffer is full. Seconds. */
const keptBehind = 5;

/** A source buffer that takes one step at a time: appends, offsets, types and removals stay in order. */
export class SourceQueue {
  readonly #buffer: SourceBuffer;
  readonly #events: QueueEvents;
  readonly #steps: Step[] = [];
  #type: string;
  #wantedType: string;
  #isClosed = false;

  constructor(mediaSource: MediaSource, mimeType: string, events: QueueEvents) {
    this.#events = events;
    this.#type = mimeType;
    this.#wantedType = mimeType;
    this.#buffer = mediaSource.addSourceBuffer(mimeType);
    this.#buffer.addEventListener('updateend', () => this.#advance(true));
    this.#buffer.addEventListener('error', () => this.#break(new Error('the browser refused a fragment')));
  }

  get ranges(): MediaRange[] {
    return this.#isClosed ? [] : rangesOf(this.#buffer.buffered);
  }

  /** Everything that was pushed has been done. */
  get isIdle(): boolean {
    return this.#isClosed || (this.#steps.length === 0 && !this.#buffer.updating);
  }

  /** Bytes that wait to be appended. */
  get waitingBytes(): number {
    return this.#steps.reduce((sum, step) => sum + step.bytes, 0);
  }

  /** The type of the newest fragments. */
  get type(): string {
    return this.#wantedType;
  }

  append(bytes: Uint8Array<ArrayBuffer>): void {
    this.#push({ run: (buffer) => buffer.appendBuffer(bytes), bytes: bytes.byteLength });
  }

  /** Fragments that follow count their time from `offset` seconds of media time, and are of this type. */
  begin(mimeType: string, offset: number): void {
    this.#wantedType = mimeType;
    this.#push({
      run: (buffer) => {
        buffer.abort();
        if (mimeType !== this.#type) {
          buffer.changeType(mimeType);
          this.#type = mimeType;
        }
        buffer.timestampOffset = offset;
      },
      bytes: 0,
    });
  }

  remove(from: number, to: number): void {
    if (to > from) this.#push({ run: (buffer) => buffer.remove(from, to), bytes: 0 });
  }

  /** Drops what waits and empties the buffer. */
  clear(): void {
    this.#steps.length = 0;
    this.#push({ run: (buffer) => buffer.abort(), bytes: 0 });
    this.#push({ run: (buffer) => buffer.remove(0, Number.POSITIVE_INFINITY), bytes: 0 });
  }

  close(): void {
    this.#isClosed = true;
    this.#steps.length = 0;
  }

  #push(step: Step): void {
    if (this.#isClosed) return;
    this.#steps.push(step);
    this.#advance(false);
  }

  #advance(isUpdate: boolean): void {
    if (isUpdate && !this.#isClosed) this.#events.onChange();
    while (!this.#isClosed && !this.#buffer.updating) {
      const step = this.#steps.shift();
      if (!step) return;
      try {
        step.run(this.#buffer);
      } catch (thrown) {
        if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError' && this.#makeRoom())
          this.#steps.unshift(step);
        else return this.#break(thrown instanceof Error ? thrown : new Error(String(thrown)));
      }
    }
  }

  /** Frees what lies behind the playhead, or else far ahead of it. False when nothing can go. */
  #makeRoom(): boolean {
    const at = this.#events.playhead();
    const first = this.ranges[0];
    const last = this.ranges.at(-1);
    if (!first || !last) return false;
    if (first.from < at - keptBehind) this.#buffer.remove(0, at - keptBehind);
    else if (first.from < at - 0.5) this.#buffer.remove(0, at - 0.5);
    else if (last.to > at + keptBehind) this.#buffer.remove(at + keptBehind, Number.POSITIVE_INFINITY);
    else return false;
    return true;
  }

  #break(error: Error): void {
    if (this.#isClosed) return;
    this.close();
    this.#events.onBroken(error);
  }
}
