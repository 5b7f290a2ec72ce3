import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { readMail, type ReceivedMail } from './received-mail.ts';

/**
 * What the server is told to do wrong. `refuse`: says that it will never take the mail. `busy`: says to try later.
 * `slow`: takes two seconds for each mail. `drop`: cuts the connection in the middle of the mail. `dropAfter`: takes
 * the mail and cuts the connection before saying so. `hold`: takes the mail and never says so.
 */
export const mailFaults = ['refuse', 'busy', 'slow', 'drop', 'dropAfter', 'hold'] as const;

export type MailFault = (typeof mailFaults)[number];

const slowMs = 2000;

/** A mail server on this machine, for the demo and for tests. */
export interface MailSimulator {
  /** For `SIGHTLINE_SMTP_URL`, with user and password. */
  url: string;
  port: number;
  /** Everything that arrived, oldest first. */
  received: ReceivedMail[];
  /** One after another, one per attempt; without any, mails are taken. */
  faults: MailFault[];
  /** Attempts so far, with those that failed. */
  attempts: number;
  stop(): Promise<void>;
}

const account = { user: 'sightline', password: 'p@ss word' };

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const failure = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

const addressesOf = ({ envelope }: SMTPServerSession) => ({
  from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
  to: envelope.rcptTo.map(({ address }) => address),
});

function cut(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of (server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> })
    .connections) {
    if (connection.id === session.id) connection._socket.destroy();
  }
}

/** Listens on 127.0.0.1, on a free port unless told one; asks for user and password unless it is open; TLS only when given a certificate. */
export async function startMailSimulator(
  options: { tls?: { key: string; cert: string }; isOpen?: boolean; port?: number } = {},
): Promise<MailSimulator> {
  const server = new SMTPServer({
    secure: options.tls !== undefined,
    ...(options.tls ?? { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    authOptional: options.isOpen ?? false,
    authMethods: ['PLAIN', 'LOGIN'],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === account.user && password === account.password) callback(null, { user: username });
      else callback(failure(535, 'wrong user or password'));
    },
    onData: (stream, session, callback) => void take(stream, session, callback),
  });
  // Connections that are cut are what the faults are for.
  server.on('error', () => undefined);
  const simulator: MailSimulator = {
    url: '',
    port: 0,
    received: [],
    faults: [],
    attempts: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): Promise<void> {
    simulator.attempts += 1;
    const fault = simulator.faults.shift();
    if (fault === 'drop') return cut(server, session);
    const raw = await textOf(stream);
    if (fault === 'refuse') return callback(failure(550, 'no such mailbox'));
    if (fault === 'busy') return callback(failure(451, 'try again later'));
    if (fault === 'slow') await sleep(slowMs);
    simulator.received.push(readMail(raw, addressesOf(session)));
    if (fault === 'hold') return undefined;
    return fault === 'dropAfter' ? cut(server, session) : callback();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  simulator.port = typeof address === 'object' && address !== null ? address.port : 0;
  const user = `${account.user}:${encodeURIComponent(account.password)}`;
  simulator.url = `${options.tls ? 'smtps' : 'smtp'}://${user}@127.0.0.1:${simulator.port}`;
  return simulator;
}
