import type { EdgeRecord } from '@sightline/contracts/link/link-records';
import type { Outbox } from '../store/outbox.ts';

const batchRecords = 200;

/** Text of one batch stays well below the link's message limit, whatever single records weigh. */
const batchBytes = 400_000;

/** Records on the way without acknowledgement; more would only fill buffers. */
const windowRecords = 1_000;

/** Sends the outbox in order and forgets what the server has. At most `windowRecords` are on the way. */
export class OutboxSender {
  private readonly outbox: Outbox;
  private readonly send: (records: EdgeRecord[]) => void;
  private readonly unsubscribe: () => void;
  private sentSequence = 0;
  private ackedSequence = 0;
  private running = false;

  constructor(outbox: Outbox, send: (records: EdgeRecord[]) => void) {
    this.outbox = outbox;
    this.send = send;
    // After the current turn: the transaction that appended may still be open.
    this.unsubscribe = outbox.onAppend(() => setImmediate(() => this.pump()));
  }

  /** The link is up and the server has everything up to `ackedSequence`. */
  resume(ackedSequence: number): void {
    this.running = true;
    this.sentSequence = ackedSequence;
    this.ackedSequence = ackedSequence;
    this.acknowledged(ackedSequence);
  }

  pause(): void {
    this.running = false;
  }

  acknowledged(sequence: number): void {
    // The server asks for a resend by repeating what it has: something on the way was lost or came out of order.
    if (sequence <= this.ackedSequence) this.sentSequence = Math.min(this.sentSequence, sequence);
    this.ackedSequence = sequence;
    this.outbox.acknowledge(sequence);
    this.pump();
  }

  dispose(): void {
    this.pause();
    this.unsubscribe();
  }

  private pump(): void {
    while (this.running && this.sentSequence - this.ackedSequence < windowRecords) {
      const batch = takeBytes(this.outbox.after(this.sentSequence, batchRecords), batchBytes);
      if (batch.length === 0) return;
      this.sentSequence = batch[batch.length - 1].sequence;
      this.send(batch);
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
