import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { GapRow, GapsStore } from '../../platform/store/gaps-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import type { SegmentsStore } from '../../platform/store/segments-store.ts';
import type {
  GapMessage,
  RecordMessage,
  SegmentClosedMessage,
  SegmentOpenedMessage,
} from '../footage/record-messages.ts';

export interface RecordJournalOptions {
  store: Store;
  segments: SegmentsStore;
  gaps: GapsStore;
  /** A gap ended, or one that had turned out to be none: it ends where it begins. Called inside the transaction of the change. */
  onGapClosed: (gap: GapRow) => void;
  /** Runs writes that come by time, in order with the rest. */
  write: (job: () => void) => void;
}

/** Ends of open files are noted at most this late; after a crash the repair scan finds the rest. */
const flushMs = 1_000;

/**
 * Writes what the recorder says into the edge's database. Fragments arrive several times a second per stream, so only
 * the newest end of each open file is kept and written once a second, in one transaction.
 */
export class RecordJournal {
  readonly #options: RecordJournalOptions;
  readonly #pending = new Map<string, { endUtcMs: number; bytes: number }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RecordJournalOptions) {
    this.#options = options;
  }

  receive(message: RecordMessage): void {
    if (message.type === 'fragment.written') {
      this.#pending.set(message.path, { endUtcMs: message.endAtUtcMs, bytes: message.offset + message.bytes });
      this.#timer ??= setTimeout(() => this.#options.write(() => this.flush()), flushMs);
    } else if (message.type === 'segment.opened') this.#open(message);
    else if (message.type === 'segment.closed') this.#close(message);
    else if (message.type === 'segment.removed') this.#remove(message.path);
    else if (message.type === 'gap') this.#gap(message);
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#pending.size === 0) return;
    this.#options.store.transaction(() => {
      for (const [path, end] of this.#pending) this.#options.segments.extend(path, Math.round(end.endUtcMs), end.bytes);
    })();
    this.#pending.clear();
  }

  /** The worker that held them has ended: its open gaps end at the last moment that it told of. */
  closeForgotten(): void {
    for (const { streamId, startUtcMs, endUtcMs, cause } of this.#options.gaps.open()) {
      this.#gap({
        type: 'gap',
        streamId,
        startAtUtcMs: startUtcMs,
        endAtUtcMs: endUtcMs,
        cause: cause as GapMessage['cause'],
        open: false,
      });
    }
  }

  #open(message: SegmentOpenedMessage): void {
    this.#options.segments.put({
      ...segmentFields(message),
      endUtcMs: null,
      bytes: message.initBytes,
      initBytes: message.initBytes,
      isRepaired: false,
    });
  }

  #close(message: SegmentClosedMessage): void {
    this.#pending.delete(message.path);
    this.#options.segments.put({
      ...segmentFields(message),
      endUtcMs: Math.round(message.endAtUtcMs),
      bytes: message.bytes,
      initBytes: 0,
      isRepaired: message.repaired,
    });
  }

  #remove(path: string): void {
    this.#pending.delete(path);
    this.#options.segments.remove(path);
  }

  #gap(message: GapMessage): void {
    const startUtcMs = Math.round(message.startAtUtcMs);
    if (!message.open && Math.round(message.endAtUtcMs) <= startUtcMs) {
      this.#options.store.transaction(() => {
        const row = this.#options.gaps.remove(message.streamId, startUtcMs);
        // Of one that was open nobody was told.
        if (row?.isOpen === 0) this.#options.onGapClosed({ ...row, endUtcMs: startUtcMs });
      })();
      return;
    }
    this.#options.store.transaction(() => {
      const row = this.#options.gaps.put({
        streamId: message.streamId,
        startUtcMs,
        endUtcMs: Math.round(message.endAtUtcMs),
        cause: message.cause satisfies ErrorCode,
        isOpen: message.open,
      });
      if (!message.open) this.#options.onGapClosed(row);
    })();
  }
}

function segmentFields(message: SegmentOpenedMessage | SegmentClosedMessage) {
  const { streamId, path, videoCodec, codecString, width, height, audioCodec } = message;
  return {
    streamId,
    path,
    startUtcMs: Math.round(message.startAtUtcMs),
    videoCodec,
    codecString,
    width,
    height,
    audioCodec,
  };
}
