import type { EdgeRecord } from '@sightline/contracts/link/link-records';
import type { Outbox } from '../store/outbox.ts';

const batchRecords = 200;

/** Text of one batch stays well below the link's message limit, whatever single records weigh. */
const batchBytes = 400_000;

/** Records on the way without acknowledgement; more would only fill buffers. */
const windowRecords = 1_000;

/** An acknowledgement that does not come for so long was lost, or the records were; twice as long each time, because a server may be slow. */
const overdueMs = { first: 10_000, most: 300_000 };

/** Sends the outbox in order and forgets what the server has. At most `windowRecords` are on the way. */
export class OutboxSender {
  readonly #outbox: Outbox;
  readonly #send: (records: EdgeRecord[]) => void;
  readonly #nowMs: () => number;
  readonly #isHeld: () => boolean;
  readonly #unsubscribe: () => void;
  #sentSequence = 0;
  #ackedSequence = 0;
  #running = false;
  /** Since when nothing was acknowledged while something is on the way. */
  #waitingSinceMs = 0;
  #patienceMs = overdueMs.first;

  constructor(
    outbox: Outbox,
    options: { send: (records: EdgeRecord[]) => void; nowMs: () => number; isHeld?: () => boolean },
  ) {
    this.#outbox = outbox;
    this.#send = options.send;
    this.#nowMs = options.nowMs;
    this.#isHeld = options.isHeld ?? ((): boolean => false);
    // After the current turn: the transaction that appended may still be open.
    this.#unsubscribe = outbox.onAppend(() => setImmediate(() => this.pump()));
  }

  /** The link is up and the server has everything up to `ackedSequence`. */
  resume(ackedSequence: number): void {
    this.#running = true;
    this.#sentSequence = ackedSequence;
    this.#ackedSequence = ackedSequence;
    this.#patienceMs = overdueMs.first;
    this.acknowledged({ sequence: ackedSequence });
  }

  pause(): void {
    this.#running = false;
  }

  /** The server keeps everything up to `sequence`; `isBehind`: it misses what comes then. An older one says that by repeating itself. */
  acknowledged({ sequence, isBehind }: { sequence: number; isBehind?: boolean | undefined }): void {
    if (isBehind ?? sequence <= this.#ackedSequence) this.#sentSequence = Math.min(this.#sentSequence, sequence);
    if (sequence > this.#ackedSequence) {
      this.#waitingSinceMs = this.#nowMs();
      this.#patienceMs = overdueMs.first;
    }
    // An answer that comes late knows less than one that came before.
    this.#ackedSequence = Math.max(this.#ackedSequence, sequence);
    this.#sentSequence = Math.max(this.#sentSequence, this.#ackedSequence);
    this.#outbox.acknowledge(this.#ackedSequence);
    this.pump();
  }

  /** Asked now and then while the link is up: sends again what was on the way for too long. */
  retryOverdue(): void {
    if (
      !this.#running ||
      this.#sentSequence <= this.#ackedSequence ||
      this.#nowMs() - this.#waitingSinceMs < this.#patienceMs
    )
      return;
    this.#waitingSinceMs = this.#nowMs();
    this.#patienceMs = Math.min(overdueMs.most, this.#patienceMs * 2);
    this.#sentSequence = this.#ackedSequence;
    this.pump();
  }

  dispose(): void {
    this.pause();
    this.#unsubscribe();
  }

  /** Sends what may be sent now. */
  pump(): void {
    while (this.#running && !this.#isHeld() && this.#sentSequence - this.#ackedSequence < windowRecords) {
      const batch = takeBytes(this.#outbox.after(this.#sentSequence, batchRecords), batchBytes);
      if (batch.length === 0) return;
      if (this.#sentSequence <= this.#ackedSequence) this.#waitingSinceMs = this.#nowMs();
      this.#sentSequence = batch[batch.length - 1].sequence;
      this.#outbox.noteSent(this.#sentSequence);
      this.#send(batch);
    }
  }
}

/** The longest head of `records` whose JSON stays below `limit`, at least one record. */
function takeBytes(records: EdgeRecord[], limit: number): EdgeRecord[] {
  let bytes = 0;
  const end = records.findIndex((record, index) => {
    bytes += JSON.stringify(record).length;
    return index > 0 && bytes > limit;
  });
  return end === -1 ? records : records.slice(0, end);
}
