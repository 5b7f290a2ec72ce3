import { z } from 'zod';
import type { AccountScope, Database } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';
import type { Mail } from './mails.ts';

const keepSentMs = 7 * 86_400_000;
const keepFailedMs = 30 * 86_400_000;

/** Mails to be sent. How long a failed one waits is said by its sender; this holds for senders that were lost. */
export const mailJobs = jobQueue({
  name: 'mails',
  data: z.object({ mailId: z.uuid() }),
  retries: { limit: 20, fromSeconds: 10, toSeconds: 43_200 },
  isUrgent: true,
});

/** One mail to send. */
export interface WaitingMail {
  id: string;
  /** Throws for a mail that the present master key does not open. */
  mail: () => Mail;
}

/** What became of an attempt; no failure: it was sent. */
export interface MailAttempt {
  attempts: number;
  lastFailure: string | null;
  /** It is not tried again. */
  isFailed: boolean;
}

const contextOf = (id: string): string => `mail:${id}`;

function openMail(box: SealedBox, id: string, sealed: Buffer): Mail {
  const stored = JSON.parse(box.open(sealed, contextOf(id))) as Omit<Mail, 'attachments'> & {
    attachments: { filename: string; contentType: string; content: string }[];
  };
  const attachments = stored.attachments.map((attachment) => ({
    ...attachment,
    content: Buffer.from(attachment.content, 'base64'),
  }));
  return { ...stored, attachments };
}

export interface MailQueueDeps {
  database: Database;
  jobs: Jobs;
  box: SealedBox;
  clock: () => number;
}

/** Mails in the database, each sealed until it is sent, and each with a job that sends it. */
export function createMailQueue({ database, jobs, box, clock }: MailQueueDeps) {
  return {
    add: async (trx: AccountScope, mail: Mail): Promise<void> => {
      const id = newId();
      const attachments = (mail.attachments ?? []).map(({ content, ...rest }) => ({
        ...rest,
        content: Buffer.from(content).toString('base64'),
      }));
      const sealed = box.seal(JSON.stringify({ ...mail, attachments }), contextOf(id));
      await trx.insertInto('mails').values({ id, sealed }).execute();
      await jobs.add(trx, mailJobs, { id, data: { mailId: id } });
    },
    /** A mail that still waits. */
    find: async (id: string): Promise<WaitingMail | null> => {
      const row = await database.global
        .selectFrom('mails')
        .select('sealed')
        .where('id', '=', id)
        .where('sentAt', 'is', null)
        .where('failedAt', 'is', null)
        .executeTakeFirst();
      const sealed = row?.sealed;
      return sealed ? { id, mail: () => openMail(box, id, sealed) } : null;
    },
    /** Writes down what became of an attempt; what is in a mail is forgotten once it was sent. */
    tried: async (id: string, { attempts, lastFailure, isFailed }: MailAttempt): Promise<void> => {
      const now = new Date(clock());
      const end = lastFailure === null ? { sealed: null, sentAt: now } : isFailed ? { failedAt: now } : {};
      await database.global
        .updateTable('mails')
        .set({ attempts, lastFailure, ...end })
        .where('id', '=', id)
        .execute();
    },
  };
}

export type MailQueue = ReturnType<typeof createMailQueue>;

/** Forgets what was sent a week ago and what failed a month ago. */
export async function deleteOldMails(database: Database, now: Date): Promise<void> {
  await database.global
    .deleteFrom('mails')
    .where((row) =>
      row.or([
        row('sentAt', '<', new Date(now.getTime() - keepSentMs)),
        row('failedAt', '<', new Date(now.getTime() - keepFailedMs)),
      ]),
    )
    .execute();
}
