import type { RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';

/** What the client does with a message. */
export type Verdict = 'deliver' | 'refetch' | 'deliverAndRefetch' | 'nothing';

/**
 * Decides whether anything was missed. Events count from 1 per connection; a jump, or a second connection, means that
 * what the screen shows may be old.
 */
export class SequenceWatch {
  #expected = 1;
  #connections = 0;

  /** Whether a connection stood before. */
  get wasWelcomed(): boolean {
    return this.#connections > 0;
  }

  /** Judges one message in the order of arrival. */
  assess(message: RealtimeServerMessage): Verdict {
    if (message.type === 'welcome') {
      this.#expected = 1;
      this.#connections += 1;
      return this.#connections > 1 ? 'refetch' : 'nothing';
    }
    if (message.type === 'refetch') return 'refetch';
    if (message.type !== 'event') return 'nothing';
    const jumped = message.sequence !== this.#expected;
    this.#expected = message.sequence + 1;
    return jumped ? 'deliverAndRefetch' : 'deliver';
  }
}
