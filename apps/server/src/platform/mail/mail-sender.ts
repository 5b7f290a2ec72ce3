import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { DueMail, MailQueue } from './mail-queue.ts';
import type { MailTransport } from './mail-transport.ts';

/** Waits after each failure; then the mail is kept as failed. Two days in all. */
const waitsMs = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 3_600_000, 3 * 3_600_000, 6 * 3_600_000, 12 * 3_600_000, 24 * 3_600_000];
const lookEveryMs = 1000;

export interface MailSenderParts {
  queue: MailQueue;
  transport: MailTransport;
  clock: Clock;
  log: Log;
}

/** The receiver's server said that it will never take this mail; what concerns our own sign-in there can be mended. */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}

/** A line for whoever looks after the server; answers of mail servers may hold addresses, never our links. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** Sends what waits, one after the other, in every server process; each mail is taken by one of them. */
export class MailSender {
  readonly #parts: MailSenderParts;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(parts: MailSenderParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), lookEveryMs);
    this.wake();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#running;
    this.#parts.transport.close();
  }

  wake(): void {
    this.#running ??= this.#sendAll()
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'the mails that wait could not be read; they are tried again'))
      .finally(() => void (this.#running = null));
  }

  async #sendAll(): Promise<void> {
    while (this.#timer !== null) {
      const due = await this.#parts.queue.take();
      if (!due) return;
      await this.#send(due);
    }
  }

  async #send({ id, mail, attempts }: DueMail): Promise<void> {
    const { transport, queue, clock, log } = this.#parts;
    try {
      await transport.deliver(id, mail());
    } catch (error) {
      const waitMs = waitsMs[attempts - 1];
      const isLast = isFinal(error) || waitMs === undefined;
      log.warn(
        { code: 'mail_failed' satisfies ErrorCode, mailId: id, attempts, reason: reasonOf(error) },
        isLast ? 'a mail could not be sent and is kept as failed' : 'a mail could not be sent yet',
      );
      await (isLast ? queue.failed(id, reasonOf(error)) : queue.again(id, reasonOf(error), clock() + waitMs));
      return;
    }
    await queue.sent(id);
  }
}
