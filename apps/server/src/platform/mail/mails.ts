import type { Database, Work } from '../database/database.ts';

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

/** One message to one person, wholly written: what is sent is what is kept. */
export interface Mail {
  to: string;
  lang: 'en' | 'he';
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
}

/** Mails leave after the transaction that asked for them, at least once, also after a crash; without a mail server they lie in the outbox. */
export interface Mails {
  /** Queues a mail in the given transaction (or at once with `database.global`). */
  queue(trx: Work | Database['global'], mail: Mail): Promise<void>;
}
