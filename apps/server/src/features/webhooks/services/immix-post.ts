import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Database } from '../../../platform/database/database.ts';
import { EgressFailure, type Egress } from '../../../platform/egress/egress.ts';
import type { OpenMails } from '../../../platform/mail/open-mails.ts';
import { pictureOfAlert, type AlertPicture } from '../../alerts/alerts.public.ts';
import { testKind } from '../webhooks.presenter.ts';

const answerWithinMs = 20_000;
const tlsPort = 465;
/** A picture comes a moment after its alert; so often it is looked for it before the alarm goes without. */
const looks = { times: 4, everyMs: 750 };

/** What sending mails to Immix needs from the rest of the server. */
export interface ImmixDeps {
  egress: Egress;
  database: Database;
  blobs: Blobs;
  mails: Pick<OpenMails, 'from'>;
}

/** An alarm on its way to Immix. */
export interface ImmixMail {
  organizationId: string;
  id: string;
  kind: string;
  aboutId: string;
  body: string;
}

/** What the mail server said in the end. */
export interface MailAnswer {
  status: number;
  answer: string;
}

async function pictureOf({ database, blobs }: ImmixDeps, mail: ImmixMail): Promise<Uint8Array | null> {
  if (mail.kind === testKind) return null;
  const { organizationId, aboutId: alertId } = mail;
  let picture: AlertPicture = 'later';
  for (let left = looks.times; left > 0 && picture === 'later'; left -= 1) {
    if (left < looks.times) await sleep(looks.everyMs);
    picture = await database.withOrganization(organizationId, (trx) =>
      pictureOfAlert(trx, blobs, { organizationId, alertId }),
    );
  }
  return picture === 'later' ? null : picture;
}

/** Mails are addressed to the host itself; the site behind it is the first. */
const recipientAt = (host: string): string => `S1@${net.isIP(host) === 6 ? `[IPv6:${host}]` : host}`;

/**
 * Brings an alarm to Immix by mail, through the one way out. Where whoever runs the server has not listed the place, only by TLS: the mail
 * holds pictures. Throws an `EgressFailure` or `address_refused` when nothing was answered.
 */
export async function mailToImmix(deps: ImmixDeps, address: string, mail: ImmixMail): Promise<MailAnswer> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || 25;
  const place = await deps.egress.place(url);
  const picture = await pictureOf(deps, mail);
  const socket = await connected(place.address, port);
  const transport = createTransport({
    host,
    port,
    // Connected to what was resolved and allowed; by its own means the mailer would resolve the name again.
    connection: socket,
    secure: port === tlsPort,
    requireTLS: !place.isListed && port !== tlsPort,
    tls: { ...(net.isIP(host) === 0 ? { servername: host } : {}), rejectUnauthorized: !place.isListed },
    greetingTimeout: answerWithinMs,
    socketTimeout: answerWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const late = setTimeout(
    () => socket.destroy(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })),
    answerWithinMs,
  );
  try {
    const { response } = await transport.sendMail({
      from: deps.mails.from,
      to: { name: '', address: recipientAt(host) },
      subject: 'Alarm',
      text: mail.body,
      // The same with every try: what comes twice can be told.
      messageId: `<${mail.id}@sightline>`,
      attachments:
        picture === null ? [] : [{ filename: 'alarm.jpg', contentType: 'image/jpeg', content: Buffer.from(picture) }],
    });
    return { status: Number(/^\d{3}/.exec(response)?.[0] ?? 250), answer: response };
  } catch (error) {
    return answered(error);
  } finally {
    clearTimeout(late);
    transport.close();
    socket.destroy();
  }
}

function connected(host: string, port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port });
    const fail = (reason: 'timed_out' | 'connection_failed', cause?: Error): void => {
      socket.destroy();
      reject(new EgressFailure(reason, { cause }));
    };
    socket.setTimeout(answerWithinMs, () => fail('timed_out'));
    socket.once('error', (error) => fail('connection_failed', error));
    socket.once('connect', () => {
      socket.setTimeout(0);
      // Whoever sends listens for what follows; nothing that comes later may end the server.
      socket.removeAllListeners('error').on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** A refusal is an answer too. */
function answered(error: unknown): MailAnswer {
  const { code = '', responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  if (code === 'ETLS' || /CERT|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code))
    throw new EgressFailure('tls_failed', { cause: error });
  if (responseCode !== undefined) return { status: responseCode, answer: response ?? '' };
  throw new EgressFailure(code === 'ETIMEDOUT' ? 'timed_out' : 'connection_failed', { cause: error });
}
