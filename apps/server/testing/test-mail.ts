import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';

/** A mail as it lies in the outbox of a test server. */
export interface TestMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Secret of its link; empty for mails without one. */
  token: string;
}

/** All mails to an address so far, oldest first. */
export async function mailsTo(server: { dataDir: string }, to: string): Promise<TestMail[]> {
  const folder = join(server.dataDir, 'outbox');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Made with the first mail.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => readMail(join(folder, name))),
  );
  return mails.filter((mail) => mail.to === to);
}

async function readMail(path: string): Promise<TestMail> {
  const [whole, html] = await Promise.all([readFile(path, 'utf8'), readFile(path.replace(/txt$/, 'html'), 'utf8')]);
  const [, to = '', subject = '', text = ''] = /^To: (.*)\nSubject: (.*)\n\n([^]*)$/.exec(whole) ?? [];
  return { to, subject, text, html, token: /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '' };
}

/** The newest mail to an address, once there are `count` of them. */
export const waitForMail = (server: { dataDir: string }, to: string, count = 1): Promise<TestMail> =>
  vi.waitFor(
    async () => {
      const mails = await mailsTo(server, to);
      const last = mails[count - 1];
      if (!last) throw new Error(`${mails.length} of ${count} mails to ${to} so far`);
      return last;
    },
    { timeout: 10_000, interval: 50 },
  );
