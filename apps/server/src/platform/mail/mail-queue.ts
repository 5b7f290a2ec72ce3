import { sql } from 'kysely';
import type { Database, Work } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';
import type { Mail } from './mails.ts';

/** A mail that is being sent gets this long before another process tries it. */
const leaseMs = 90_000;
const keepSentMs = 7 * 86_400_000;
const keepFailedMs = 30 * 86_400_000;

/** One mail to try now. */
export interface DueMail {
  id: string;
  /** Throws for a mail that the present master key does not open. */
  mail: () => Mail;
  /** With this one. */
  attempts: number;
}

const contextOf = (id: string): string => `mail:${id}`;

function openMail(box: SealedBox, row: { id: string; sealed: Buffer }): Mail {
  const stored = JSON.parse(box.open(row.sealed, contextOf(row.id))) as Omit<Mail, 'attachments'> & {
    attachments: { filename: string; contentType: string; content: string }[];
  };
  const attachments = stored.attachments.map((attachment) => ({
    ...attachment,
    content: Buffer.from(attachment.content, 'base64'),
  }));
  return { ...stored, attachments };
}

/** Mails in the database, each sealed until it is sent. */
export function createMailQueue({ database, box, clock }: { database: Database; box: SealedBox; clock: () => number }) {
  const close = (
    id: string,
    change: { sealed?: null; sentAt?: Date; failedAt?: Date; dueAt?: Date; lastFailure: string | null },
  ) => database.global.updateTable('mails').set(change).where('id', '=', id).execute();
  return {
    add: async (trx: Work | Database['global'], mail: Mail): Promise<void> => {
      const id = newId();
      const attachments = (mail.attachments ?? []).map(({ content, ...rest }) => ({
        ...rest,
        content: Buffer.from(content).toString('base64'),
      }));
      const sealed = box.seal(JSON.stringify({ ...mail, attachments }), contextOf(id));
      await trx
        .insertInto('mails')
        .values({ id, sealed, dueAt: new Date(clock()) })
        .execute();
    },
    /** Takes the next due mail for a while; another process gets another one. */
    take: async (): Promise<DueMail | null> => {
      const now = new Date(clock());
      const { rows } = await sql<{ id: string; sealed: Buffer; attempts: number }>`
        update mails set attempts = attempts + 1, due_at = ${new Date(clock() + leaseMs)}
        where id = (select id from mails where sent_at is null and failed_at is null and due_at <= ${now} order by due_at limit 1 for update skip locked)
        returning id, sealed, attempts`.execute(database.global);
      const row = rows[0];
      if (!row) return null;
      return { ...row, mail: () => openMail(box, row) };
    },
    sent: (id: string) => close(id, { sealed: null, sentAt: new Date(clock()), lastFailure: null }),
    again: (id: string, failure: string, dueAtMs: number) =>
      close(id, { dueAt: new Date(dueAtMs), lastFailure: failure }),
    failed: (id: string, failure: string) => close(id, { failedAt: new Date(clock()), lastFailure: failure }),
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
