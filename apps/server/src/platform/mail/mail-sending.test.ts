import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import { makeCertifiedKey } from '@sightline/simulators/identity/self-signed-certificate';
import { startMailSimulator, type MailSimulator } from '@sightline/simulators/mail/mail-server';
import { afterEach, describe, expect, it } from 'vitest';
import { waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { Mail } from './mails.ts';

let now = Date.now();
const running: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop();
});

async function startSmtp(options: Parameters<typeof startMailSimulator>[0] = {}): Promise<MailSimulator> {
  const smtp = await startMailSimulator(options);
  running.push(smtp);
  return smtp;
}

async function startServer(
  env: Record<string, string>,
  more: { connectionString?: string; copyKeyFrom?: string } = {},
): Promise<TestServer> {
  const server = await startTestServer({ clock: () => now, env, ...more });
  running.push(server);
  return server;
}

const withSmtp = (smtp: MailSimulator, env: Record<string, string> = {}) =>
  startServer({ SIGHTLINE_SMTP_URL: smtp.url, SIGHTLINE_MAIL_FROM: 'Sightline <no-reply@example.com>', ...env });

const mail = (change: Partial<Mail> = {}): Mail => ({
  to: 'dana@example.com',
  lang: 'he',
  subject: 'שלום דנה 😀',
  text: 'https://sightline.example/x?token=secret-of-the-link\n',
  html: '<p dir="rtl">שלום</p>',
  ...change,
});

const rows = (server: TestServer) =>
  server.platform.database.global.selectFrom('mails').selectAll().orderBy('id').execute();

describe('a mail', () => {
  it('does not leave when its transaction fails', async () => {
    const smtp = await startSmtp();
    const server = await withSmtp(smtp);
    const failing = server.platform.database.global.transaction().execute(async (trx) => {
      await server.platform.mails.queue(trx, mail());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await server.platform.mails.queue(server.platform.database.global, mail({ to: 'other@example.com' }));
    await expect.poll(() => smtp.received.map(({ to }) => to)).toEqual([['other@example.com']]);
  });

  it('arrives by SMTP as it was written, with its attachments, and is forgotten here', async () => {
    const smtp = await startSmtp();
    const server = await withSmtp(smtp);
    const content = Buffer.from([0, 1, 2, 255]);
    await server.platform.mails.queue(
      server.platform.database.global,
      mail({ attachments: [{ filename: 'report.pdf', contentType: 'application/pdf', content }] }),
    );
    await expect.poll(() => smtp.received).toHaveLength(1);
    const [arrived] = smtp.received;
    expect(arrived).toMatchObject({
      from: 'no-reply@example.com',
      to: ['dana@example.com'],
      text: mail().text,
      html: mail().html,
    });
    expect(arrived?.headers.get('subject')).toBe('שלום דנה 😀');
    expect(arrived?.attachments).toEqual([{ filename: 'report.pdf', content }]);
    await expect.poll(async () => (await rows(server))[0]).toMatchObject({ sealed: null, attempts: 1, failedAt: null });
    expect(server.logged()).not.toContain('secret-of-the-link');
  });

  it('goes to one address, whatever stands in it', async () => {
    const smtp = await startSmtp();
    const server = await withSmtp(smtp);
    await server.platform.mails.queue(
      server.platform.database.global,
      mail({ to: 'a@example.com, b@example.com', subject: 'x\r\nBcc: c@example.com' }),
    );
    await expect.poll(async () => (await rows(server))[0]?.attempts).toBe(1);
    await expect
      .poll(async () => ((await rows(server))[0]?.sentAt ?? (await rows(server))[0]?.lastFailure) !== null)
      .toBe(true);
    expect(smtp.received.flatMap(({ to }) => to)).not.toContain('b@example.com');
    expect(smtp.received.flatMap(({ to }) => to)).not.toContain('c@example.com');
  });

  it('is tried again later when the server is busy or cuts the line, and arrives', async () => {
    const smtp = await startSmtp();
    smtp.faults.push('busy', 'drop');
    const server = await withSmtp(smtp);
    await server.platform.mails.queue(server.platform.database.global, mail());
    for (const failure of [/try again later/, /closed|reset|hang up|socket/i]) {
      await expect.poll(async () => (await rows(server))[0]?.lastFailure, { timeout: 5000 }).toMatch(failure);
      expect((await rows(server))[0]).toMatchObject({ sentAt: null, failedAt: null });
      expect(smtp.received).toEqual([]);
      now += 3_600_000;
    }
    await expect.poll(() => smtp.received, { timeout: 5000 }).toHaveLength(1);
  });

  it('arrives at least once when the server takes it and cuts the line, with the same id', async () => {
    const smtp = await startSmtp();
    smtp.faults.push('dropAfter');
    const server = await withSmtp(smtp);
    await server.platform.mails.queue(server.platform.database.global, mail());
    await expect.poll(async () => (await rows(server))[0]?.lastFailure, { timeout: 5000 }).toEqual(expect.any(String));
    now += 3_600_000;
    await expect.poll(() => smtp.received, { timeout: 5000 }).toHaveLength(2);
    expect(smtp.received[0]?.headers.get('message-id')).toBe(smtp.received[1]?.headers.get('message-id'));
  });

  it('is kept as failed when it will never be taken', async () => {
    const smtp = await startSmtp();
    smtp.faults.push('refuse');
    const server = await withSmtp(smtp);
    await server.platform.mails.queue(server.platform.database.global, mail());
    await expect.poll(async () => (await rows(server))[0]?.lastFailure).toContain('no such mailbox');
    expect((await rows(server))[0]).toMatchObject({
      attempts: 1,
      failedAt: expect.any(Date) as Date,
      sealed: expect.any(Buffer) as Buffer,
    });
    expect(server.logged()).toContain('"code":"mail_failed"');
    now += 3_600_000;
    await server.platform.mails.queue(server.platform.database.global, mail({ to: 'next@example.com' }));
    await expect.poll(() => smtp.received.map(({ to }) => to)).toEqual([['next@example.com']]);
  });

  it('waits while the sign-in at the mail server is wrong, because that can be mended', async () => {
    const smtp = await startSmtp();
    const server = await startServer({ SIGHTLINE_SMTP_URL: smtp.url.replace('sightline:', 'somebody:') });
    await server.platform.mails.queue(server.platform.database.global, mail());
    await expect.poll(async () => (await rows(server))[0]?.lastFailure).toEqual(expect.any(String));
    expect((await rows(server))[0]).toMatchObject({ failedAt: null, sentAt: null });
    expect(server.logged()).not.toContain('ss word');
    expect(server.logged()).not.toContain('ss%20word');
  });

  it('leaves once when two servers share the database', async () => {
    const smtp = await startSmtp();
    const first = await withSmtp(smtp, { SIGHTLINE_BUS: 'postgres' });
    await startServer(
      { SIGHTLINE_SMTP_URL: smtp.url, SIGHTLINE_BUS: 'postgres' },
      { connectionString: first.connectionString, copyKeyFrom: first.dataDir },
    );
    for (let n = 0; n < 10; n += 1)
      await first.platform.mails.queue(first.platform.database.global, mail({ to: `n${n}@example.com` }));
    await expect
      .poll(async () => (await rows(first)).filter(({ sentAt }) => sentAt !== null), { timeout: 10_000 })
      .toHaveLength(10);
    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 10 }, (_, n) => `n${n}@example.com`),
    );
  });
});

describe('the way to a mail server', () => {
  it('is refused beyond this machine when it offers no TLS', async () => {
    const smtp = await startSmtp();
    // The same server by an address that does not say that it is this machine.
    const server = await startServer({ SIGHTLINE_SMTP_URL: smtp.url.replace('127.0.0.1', '[::ffff:127.0.0.1]') });
    await server.platform.mails.queue(server.platform.database.global, mail());
    await expect.poll(async () => (await rows(server))[0]?.lastFailure, { timeout: 5000 }).toMatch(/STARTTLS|TLS/i);
    expect(smtp.attempts).toBe(0);
  });

  it('is refused with a certificate that nobody vouches for', async () => {
    const made = makeCertifiedKey('mail.example');
    const cert = `-----BEGIN CERTIFICATE-----\n${made.certificate}\n-----END CERTIFICATE-----\n`;
    const smtp = await startSmtp({ tls: { key: made.privatePem, cert } });
    const server = await withSmtp(smtp);
    await server.platform.mails.queue(server.platform.database.global, mail());
    await expect
      .poll(async () => (await rows(server))[0]?.lastFailure, { timeout: 5000 })
      .toMatch(/self.signed|certificate/i);
    expect(smtp.attempts).toBe(0);
  });
});

describe('without a mail server', () => {
  it('mails lie readable in the outbox, the screens are told, and the log does not hold the link', async () => {
    const server = await startServer({});
    expect((await server.call(appInfoCalls.get, {})).body.isMailSent).toBe(false);
    const { email } = (await server.person()).session.user;
    await server.call(accountsCalls.requestPasswordReset, { body: { email } });
    const { token, html } = await waitForMail(server, email);
    expect(token).toHaveLength(43);
    expect(html).toContain(token);
    expect(server.logged()).toContain('a mail lies in the outbox');
    expect(server.logged()).not.toContain(token);
  });
});
