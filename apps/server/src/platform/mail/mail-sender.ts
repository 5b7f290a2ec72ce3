import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Clock } from '../clock/clock.ts';
import type { JobEnd } from '../jobs/job-queue.ts';
import type { Jobs, Worker } from '../jobs/jobs.ts';
import type { Log } from '../log/log.ts';
import { mailJobs, type MailQueue } from './mail-queue.ts';
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

export interface MailSenderDeps {
  queue: MailQueue;
  transport: MailTransport;
  jobs: Jobs;
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
export const startMailSender = (deps: MailSenderDeps): Promise<Worker> =>
  deps.jobs.work(mailJobs, {}, ({ data, attempt }) => send(deps, data.mailId, attempt));

async function send(
  { transport, queue, clock, log }: MailSenderDeps,
  id: string,
  attempts: number,
): Promise<JobEnd | undefined> {
  const waiting = await queue.find(id);
  if (!waiting) return undefined;
  try {
    await transport.deliver(id, waiting.mail());
  } catch (error) {
    const waitMs = waitsMs[attempts - 1];
    const reason = reasonOf(error);
    const atMs = clock() + (waitMs ?? 0);
    const isLast = isFinal(error) || waitMs === undefined;
    log.warn(
      { code: 'mail_failed' satisfies ErrorCode, mailId: id, attempts, reason },
      isLast ? 'a mail could not be sent and is kept as failed' : 'a mail could not be sent yet',
    );
    await queue.tried(id, { attempts, lastFailure: reason, isFailed: isLast });
    return isLast ? { kind: 'dead', reason } : { kind: 'later', atMs, reason };
  }
  await queue.tried(id, { attempts, lastFailure: null, isFailed: false });
  return undefined;
}
