import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';
import { createMailQueue } from './mail-queue.ts';
import { mailSender } from './mail-sender.ts';
import { outboxTransport, smtpTransport } from './mail-transport.ts';
import type { Mails } from './mails.ts';

/** Time for the transaction that queued a mail to end, before it is looked for. */
const commitWithinMs = 50;

export interface MailDeps {
  database: Database;
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
  stop(): Promise<void>;
}

export function openMails({ database, box, clock, log, dataDir, smtpUrl, from }: MailDeps): OpenMails {
  const queue = createMailQueue({ database, box, clock });
  const transport = smtpUrl === null ? outboxTransport(join(dataDir, 'outbox'), log) : smtpTransport(smtpUrl, from);
  const sender = mailSender({ queue, transport, clock, log });
  sender.start();
  return {
    isSent: transport.isSent,
    queue: async (trx, mail) => {
      await queue.add(trx, mail);
      setTimeout(() => sender.wake(), commitWithinMs).unref();
    },
    stop: async () => {
      await sender.stop();
      transport.close();
    },
  };
}
