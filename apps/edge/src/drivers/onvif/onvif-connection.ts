import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Challenge } from '@sightline/media/rtsp/authorization';
import { authorize, chooseChallenge } from '@sightline/media/rtsp/authorization';
import type { DeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import type { XmlReply } from './post-xml.ts';
import { postXml } from './post-xml.ts';
import type { DeviceCredentials } from './soap-envelope.ts';
import { readAnswer, soapEnvelope, usernameToken } from './soap-envelope.ts';
import type { XmlElement } from './xml-element.ts';

/** Where a service of a device is reached. The host is always the one that we were given: devices name others. */
export interface ServicePlace {
  port: number;
  path: string;
}

export interface OnvifAsk {
  /** Element of the body, with its name space. */
  body: string;
  /** Further header elements, as subscriptions want them. */
  header?: string;
  /** Action of the call, for the content type; most devices look at the body alone. */
  action?: string;
  /** Sent without credentials. */
  isOpen?: boolean;
  timeoutMs?: number;
  /** Ends this call alone with `camera_timeout`. */
  signal?: AbortSignal;
}

/** A device that is spoken to. */
export interface OnvifConnection {
  readonly host: string;
  readonly port: number;
  /** Address behind the host. */
  readonly address: string;
  /** Device's clock minus ours; set once it was read, null while unknown. Tokens are made for the device's clock. */
  clockOffsetMs: number | null;
  /** Asks a service. Fails with a code of the catalogue. */
  call(place: ServicePlace, ask: OnvifAsk): Promise<XmlElement>;
}

export interface OnvifConnectionOptions {
  host: string;
  port: number;
  credentials: DeviceCredentials;
  networks: DeviceNetworks;
  nowUtcMs: () => number;
  /** Bound of each call unless it says otherwise. */
  timeoutMs: number;
  /** Ends every call that is under way. */
  signal?: AbortSignal;
}

const hashHex = (algorithm: 'md5' | 'sha256', text: string): string => createHash(algorithm).update(text).digest('hex');

/** The strongest Digest challenge; Basic would send the password in clear text. */
function digestOf(reply: XmlReply): Challenge | null {
  const challenge = chooseChallenge(reply.challenges.filter((header) => !/^\s*basic\b/i.test(header)));
  return challenge?.scheme === 'digest' ? challenge : null;
}

/** Shows the device who asks: by Digest once it has sent a challenge, before by a token in the message. */
class AccountProof {
  readonly #credentials: DeviceCredentials;
  #challenge: Challenge | null = null;
  #nonceCount = 0;

  constructor(credentials: DeviceCredentials) {
    this.#credentials = credentials;
  }

  isMeant({ isOpen }: OnvifAsk): boolean {
    return this.#credentials.username !== '' && isOpen !== true;
  }

  /** Header of the request and of the message that show it; empty where there is none. */
  forCall(path: string, deviceUtcMs: number): { headers: Record<string, string>; token: string } {
    if (this.#challenge === null) return { headers: {}, token: usernameToken(this.#credentials, deviceUtcMs) };
    const request = {
      method: 'POST',
      url: path,
      nonceCount: ++this.#nonceCount,
      clientNonce: randomBytes(8).toString('hex'),
      hash: hashHex,
    };
    return { headers: { Authorization: authorize(this.#challenge, this.#credentials, request) }, token: '' };
  }

  /** Takes the challenge of a refusal; false when there is no other way to ask than the one that was refused. */
  take(reply: XmlReply): boolean {
    const offered = digestOf(reply);
    // The same challenge again means that the password is wrong; asking on would lock the account.
    if (offered === null || (offered.nonce === this.#challenge?.nonce && !offered.stale)) return false;
    this.#challenge = offered;
    this.#nonceCount = 0;
    return true;
  }

  get hasChallenge(): boolean {
    return this.#challenge !== null;
  }

  forget(): void {
    this.#challenge = null;
  }
}

/** Finds the device's address; nothing is sent yet. Fails with `camera_unreachable` or `camera_address_refused`. */
export async function openConnection(options: OnvifConnectionOptions): Promise<OnvifConnection> {
  const { host, port, credentials, networks, nowUtcMs, signal } = options;
  const address = await networks.resolve(host);
  const proof = new AccountProof(credentials);

  const send = (place: ServicePlace, ask: OnvifAsk): Promise<XmlReply> => {
    const action = ask.action === undefined ? '' : `; action="${ask.action}"`;
    const deviceUtcMs = nowUtcMs() + (connection.clockOffsetMs ?? 0);
    const { headers, token } = proof.isMeant(ask) ? proof.forCall(place.path, deviceUtcMs) : { headers: {}, token: '' };
    return postXml({
      address,
      host,
      port: place.port,
      path: place.path,
      headers: { 'Content-Type': `application/soap+xml; charset=utf-8${action}`, ...headers },
      body: soapEnvelope({ header: `${ask.header ?? ''}${token}`, body: ask.body }),
      timeoutMs: ask.timeoutMs ?? options.timeoutMs,
      signal: ask.signal ?? signal ?? null,
    });
  };

  const connection: OnvifConnection = {
    host,
    port,
    address,
    clockOffsetMs: null,
    async call(place, ask) {
      const reply = await send(place, ask);
      const isRenewal = proof.hasChallenge;
      if (reply.status !== 401 || !proof.isMeant(ask) || !proof.take(reply))
        return readAnswer(reply.status, reply.text);
      const again = await send(place, ask);
      if (again.status === 401 && !isRenewal) proof.forget();
      return readAnswer(again.status, again.text);
    },
  };
  return connection;
}

/** Leaves out an optional part of a device: null for what it does not offer, every other failure goes on. */
export async function unlessUnsupported<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'onvif_unsupported' || error.code === 'onvif_refused'))
      return null;
    throw error;
  }
}
