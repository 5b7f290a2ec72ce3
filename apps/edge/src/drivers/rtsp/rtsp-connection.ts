import { createHash, randomBytes } from 'node:crypto';
import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { authorize, type Challenge, chooseChallenge, type Credentials } from '@sightline/media/rtsp/authorization';
import { formatRequest, headerOf, type RtspMessage } from '@sightline/media/rtsp/rtsp-message';
import { createRtspParser, type RtspParser } from '@sightline/media/rtsp/rtsp-parser';
import { failureOfSocket, RtspFailure } from './rtsp-failure.ts';
import type { RtspTarget } from './rtsp-redirect.ts';

export interface ConnectionEvents {
  interleaved: (channel: number, packet: Uint8Array) => void;
  /** Exactly once, unless `close` was called first. */
  ended: (failure: RtspFailure) => void;
}

export interface RtspRequest {
  method: string;
  url: string;
  headers?: [string, string][];
}

// All connections read into the same memory: everything is parsed or copied before the next read. A buffer per read (Node's
// default) made the garbage collector the most expensive part of recording.
const receiveBuffer = Buffer.allocUnsafeSlow(256 * 1024);

const userAgent = 'Sightline';

/** Calls the addresses that were looked at, where there are such. */
function lookupOf(addresses: readonly string[]): Pick<TcpNetConnectOpts, 'lookup'> {
  if (addresses.length === 0) return {};
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return {
    lookup: (_host, options, done) =>
      options.all === true ? done(null, found) : done(null, found[0]!.address, found[0]!.family),
  };
}

/** One RTSP connection: requests with answers, authentication, interleaved packets. */
export class RtspConnection {
  bytesReceived = 0;
  readonly #events: ConnectionEvents;
  readonly #credentials: Credentials | null;
  readonly #waiting = new Map<
    number,
    { resolve: (message: RtspMessage) => void; reject: (failure: RtspFailure) => void }
  >();
  readonly #parser: RtspParser;
  readonly #socket: Socket;
  #cseq = 0;
  #challenge: Challenge | null = null;
  #nonceCount = 0;
  #failure: RtspFailure | null = null;
  #closed = false;
  #spoken = false;
  /** True once PLAY was answered: later socket errors mean "closed", not "unreachable". */
  playing = false;

  constructor(target: Pick<RtspTarget, 'url' | 'credentials' | 'addresses'>, events: ConnectionEvents) {
    this.#events = events;
    this.#credentials = target.credentials;
    this.#parser = createRtspParser({
      message: (message) => this.#take(message),
      interleaved: events.interleaved,
      broken: (reason) =>
        this.#end(
          new RtspFailure(
            'camera_not_rtsp',
            reason === 'not_rtsp' ? 'the answer is not RTSP' : 'an answer is larger than allowed',
          ),
        ),
    });
    const place = { host: target.url.host, port: target.url.port, ...lookupOf(target.addresses) };
    this.#socket = target.url.tls ? this.#openTls(place) : this.#openPlain(place);
    this.#socket.setNoDelay(true);
    this.#socket.on('error', (error) => this.#end(failureOfSocket(error, this.playing)));
    this.#socket.on('close', () => this.#end(new RtspFailure('camera_closed', 'the camera closed the connection')));
  }

  /** Something came, but nothing of it was RTSP. */
  get isStrange(): boolean {
    return !this.#spoken && this.bytesReceived > 0;
  }

  /** Addresses of both ends, for UDP beside this connection. */
  get addresses(): { local: string; remote: string } {
    return { local: this.#socket.localAddress ?? '0.0.0.0', remote: this.#socket.remoteAddress ?? '' };
  }

  /** Bytes that the camera has not taken yet. */
  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  /** Leaves what the camera sends with it for a while, or goes on reading. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#socket.pause();
    else this.#socket.resume();
  }

  /** Sends a request and answers the final response: a challenge is met once per nonce. */
  async request(request: RtspRequest): Promise<RtspMessage> {
    let response = await this.#send(request);
    for (let attempt = 0; response.status === 401 && attempt < 2 && this.#credentials !== null; attempt++) {
      const challenge = chooseChallenge(response.headers.get('www-authenticate') ?? []);
      // The same nonce refused again means a wrong password; only `stale` (or another nonce, once) is worth a second try.
      if (challenge === null || (attempt > 0 && !challenge.stale)) break;
      this.#challenge = challenge;
      this.#nonceCount = 0;
      response = await this.#send(request);
    }
    return response;
  }

  /** Sends without waiting for an answer (TEARDOWN while closing). */
  notify(request: RtspRequest): void {
    if (!this.#closed && this.#socket.writable) this.#socket.write(this.#format(request, ++this.#cseq));
  }

  /** Writes an interleaved packet (receiver reports, sound for a speaker). */
  sendInterleaved(channel: number, packet: Uint8Array): void {
    if (this.#closed || !this.#socket.writable) return;
    const head = Buffer.from([0x24, channel, packet.length >> 8, packet.length & 0xff]);
    this.#socket.write(Buffer.concat([head, packet]));
  }

  /** Closes; resolves when the socket is gone. `ended` is not called any more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#failure ??= new RtspFailure('stopped', 'stopped');
    this.#rejectWaiting(this.#failure);
    if (this.#socket.closed) return;
    await new Promise<void>((resolve) => {
      this.#socket.once('close', () => resolve());
      // TEARDOWN gets a moment to leave; a peer that does not read must not keep us.
      const timer = setTimeout(() => this.#socket.destroy(), 200);
      this.#socket.once('close', () => clearTimeout(timer));
      if (this.#socket.writable && !this.#socket.connecting) this.#socket.end(() => this.#socket.destroy());
      else this.#socket.destroy();
    });
  }

  #openPlain(place: TcpNetConnectOpts): Socket {
    const onread = {
      buffer: receiveBuffer,
      callback: (bytes: number, buffer: Uint8Array): boolean => {
        this.#receive(buffer, bytes);
        return true;
      },
    };
    return connect({ ...place, onread });
  }

  #openTls(place: TcpNetConnectOpts): Socket {
    // Cameras have self-made certificates; rtsps here protects against listening, not against an active man in the middle.
    const socket = connectTls({ ...place, rejectUnauthorized: false });
    socket.on('data', (chunk) => this.#receive(chunk, chunk.length));
    return socket;
  }

  // A plain Uint8Array: `slice` of a Buffer would be a view into memory that is written over.
  #receive(buffer: Uint8Array, bytes: number): void {
    this.bytesReceived += bytes;
    this.#parser.push(new Uint8Array(buffer.buffer, buffer.byteOffset, bytes));
  }

  #send(request: RtspRequest): Promise<RtspMessage> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const cseq = ++this.#cseq;
    return new Promise((resolve, reject) => {
      this.#waiting.set(cseq, { resolve, reject });
      this.#socket.write(this.#format(request, cseq));
    });
  }

  #format(request: RtspRequest, cseq: number): string {
    const headers: [string, string][] = [['CSeq', String(cseq)], ['User-Agent', userAgent], ...(request.headers ?? [])];
    if (this.#challenge !== null && this.#credentials !== null) {
      this.#nonceCount++;
      const value = authorize(this.#challenge, this.#credentials, {
        method: request.method,
        url: request.url,
        nonceCount: this.#nonceCount,
        clientNonce: randomBytes(8).toString('hex'),
        hash: (algorithm, text) => createHash(algorithm).update(text).digest('hex'),
      });
      headers.push(['Authorization', value]);
    }
    return formatRequest({ method: request.method, url: request.url, headers });
  }

  #take(message: RtspMessage): void {
    this.#spoken = true;
    if (message.kind === 'request') {
      const cseq = headerOf(message, 'cseq').replace(/\D/g, '');
      if (this.#socket.writable) this.#socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${cseq}\r\n\r\n`);
      return;
    }
    const cseq = Number(headerOf(message, 'cseq'));
    // Some cameras forget CSeq: then the answer belongs to the oldest question.
    const key = this.#waiting.has(cseq)
      ? cseq
      : headerOf(message, 'cseq') === ''
        ? this.#waiting.keys().next().value
        : undefined;
    if (key === undefined) return;
    const waiter = this.#waiting.get(key);
    this.#waiting.delete(key);
    waiter?.resolve(message);
  }

  #end(failure: RtspFailure): void {
    if (this.#closed) return;
    this.#closed = true;
    const strange = failure.reason === 'camera_closed' && this.isStrange;
    this.#failure = strange ? new RtspFailure('camera_not_rtsp', 'the answer is not RTSP') : failure;
    this.#socket.destroy();
    this.#rejectWaiting(this.#failure);
    this.#events.ended(this.#failure);
  }

  #rejectWaiting(failure: RtspFailure): void {
    for (const waiter of this.#waiting.values()) waiter.reject(failure);
    this.#waiting.clear();
  }
}
