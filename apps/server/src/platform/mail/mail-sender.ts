import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Clock } from '../clock/clock.ts';
import { RepeatingJob } from '../jobs/repeating-job.ts';
import type { Log } from '../log/log.ts';
import type { DueMail, MailQueue } from './mail-queue.ts';
import type { MailTransport } from './mail-transport.ts';

/** Waits after each failure; then the mail is kept as failed. Two days in all. */
const waitsMs = [
  10_000,
  60_000,
  5 * 60_000,
  15 * 60_000,
  3_600_000,
  3 * 3_600_000,
  6 * 3_600_000,
  12 * 3_600_000,
  24 * 3_600_000,
];
const lookEveryMs = 1000;

export interface MailSenderDeps {
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
export const mailSender = (deps: MailSenderDeps): RepeatingJob =>
  new RepeatingJob({
    everyMs: lookEveryMs,
    work: async (isStopping) => {
      while (!isStopping()) {
        const due = await deps.queue.take();
        if (!due) return;
        await send(deps, due);
      }
    },
    log: deps.log,
    failure: 'the mails that wait could not be read; they are tried again',
  });

async function send({ transport, queue, clock, log }: MailSenderDeps, { id, mail, attempts }: DueMail): Promise<void> {
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
