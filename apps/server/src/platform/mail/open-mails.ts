import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log/log.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';
import { createMailQueue } from './mail-queue.ts';
import { startMailSender } from './mail-sender.ts';
import { outboxTransport, smtpTransport } from './mail-transport.ts';
import type { Mails } from './mails.ts';

export interface MailDeps {
  database: Database;
  jobs: Jobs;
  box: SealedBox;
  clock: Clock;
  log: Log;
  dataDir: string;
  /** Null: mails lie in `<data>/outbox`. */
  smtpUrl: string | null;
  from: string;
}

/** The mails of this process, with its part of the sending; `stop` lets the mail in hand end. */
export interface OpenMails extends Mails {
  isSent: boolean;
  /** Who mails of this server are from. */
  from: string;
  stop(): Promise<void>;
}

export async function openMails(deps: MailDeps): Promise<OpenMails> {
  const { jobs, clock, log, dataDir, smtpUrl, from } = deps;
  const queue = createMailQueue(deps);
  const transport = smtpUrl === null ? outboxTransport(join(dataDir, 'outbox'), log) : smtpTransport(smtpUrl, from);
  const sender = await startMailSender({ queue, transport, jobs, clock, log });
  return {
    isSent: transport.isSent,
    from,
    queue: queue.add,
    stop: async () => {
      await sender.stop();
      transport.close();
    },
  };
}
