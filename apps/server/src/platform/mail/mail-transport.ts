import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../log/log.ts';
import type { Mail } from './mails.ts';

const answerWithinMs = 20_000;
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Brings one mail out of the house. Throws what the way there answered. */
export interface MailTransport {
  /** False when mails only lie in the outbox of this machine. */
  isSent: boolean;
  deliver(id: string, mail: Mail): Promise<void>;
  close(): void;
}

/**
 * `smtp://user:password@host:587` or `smtps://...:465`. Beyond this machine nothing is sent without TLS and a valid
 * certificate: a mail holds links that open accounts.
 */
export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const url = new URL(smtpUrl);
  const isTls = url.protocol === 'smtps:';
  const isLocal = localHosts.has(url.hostname);
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 465 : 587),
    secure: isTls,
    requireTLS: !isTls && !isLocal,
    ignoreTLS: !isTls && isLocal,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: answerWithinMs,
    greetingTimeout: answerWithinMs,
    socketTimeout: answerWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isSent: true,
    deliver: async (id, mail) => {
      const { to, subject, text, html, attachments = [] } = mail;
      await transport.sendMail({
        from,
        // As an object: an address is never parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // The same for every attempt, so that a mail that arrives twice can be told by its reader's program.
        messageId: `<${id}@sightline>`,
        attachments: attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content: Buffer.from(content),
        })),
      });
    },
    close: () => transport.close(),
  };
}

/** Without a mail server: files that whoever runs the server can read, nobody else. */
export function outboxTransport(folder: string, log: Log): MailTransport {
  return {
    isSent: false,
    deliver: async (id, mail) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const write = (name: string, content: string | Uint8Array) =>
        writeFile(join(folder, name), content, { mode: 0o600 });
      for (const [index, attachment] of (mail.attachments ?? []).entries())
        await write(`${id}-${index}-${attachment.filename.replaceAll(/[^\w.-]/g, '_')}`, attachment.content);
      await write(`${id}.html`, mail.html);
      await write(`${id}.txt`, `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}`);
      // Not the text: it holds links that open accounts.
      log.info(
        { mailId: id },
        'a mail lies in the outbox, because no mail server is configured; ./sightline mail shows it',
      );
    },
    close: () => undefined,
  };
}
