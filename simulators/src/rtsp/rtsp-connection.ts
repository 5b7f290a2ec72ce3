import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { challenge, isAuthorized, newNonce } from './authentication.ts';
import { createRequestParser } from './request-parser.ts';
import type { RtspRequest } from './request-parser.ts';
import { answerRequest } from './rtsp-methods.ts';
import type { RtspAnswer } from './rtsp-methods.ts';
import type { ConnectionOwner, RequestPeer, RtspSession } from './rtsp-session.ts';
import type { ServedStream, StreamConnection } from './served-stream.ts';
import type { SourceReader } from './stream-source.ts';
import { ThrottledWriter } from './throttled-writer.ts';

/** A reader-paced stream is asked for more while less than this waits in the socket. */
const readyBelowBytes = 512 * 1024;

/** One TCP connection of a reader: requests in, answers and interleaved packets out; at most one session. */
export class RtspConnection implements StreamConnection, SourceReader, RequestPeer {
  readonly #socket: Socket;
  readonly owner: ConnectionOwner;
  readonly writer: ThrottledWriter;
  stream: ServedStream | null = null;
  session: RtspSession | null = null;
  readonly #nonce = newNonce();
  readonly #parse = createRequestParser();
  #expiry: NodeJS.Timeout | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.owner = owner;
    this.writer = new ThrottledWriter(socket);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    // The reader's end of the line; what matters is the close that follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#closed());
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? '127.0.0.1';
  }

  destroy(): void {
    this.#socket.destroy();
  }

  limit(bytesPerSecond: number | null): void {
    this.writer.limit(bytesPerSecond);
  }

  send(track: 'video' | 'audio', unit: Parameters<SourceReader['send']>[1]): number | null {
    const sink = this.session?.sinks.get(track);
    return sink ? sink.send(unit) : 0;
  }

  report(track: 'video' | 'audio', at: { ntpMs: number; rtpTime: number }): void {
    this.session?.sinks.get(track)?.report(at);
  }

  garbage(bytes: number): void {
    this.writer.write(randomBytes(bytes));
  }

  ready(): boolean {
    return !this.#socket.destroyed && this.writer.waitingBytes < readyBelowBytes;
  }

  touch(): void {
    if (this.#expiry) clearTimeout(this.#expiry);
    if (!this.session || !this.stream) return;
    const { stream } = this;
    this.#expiry = setTimeout(
      () => {
        stream.stats.sessionTimeouts += 1;
        this.destroy();
      },
      (stream.options.sessionTimeoutS ?? 60) * 1000,
    );
  }

  endSession(): void {
    if (this.#expiry) clearTimeout(this.#expiry);
    for (const sink of this.session?.sinks.values() ?? []) sink.close();
    if (this.session?.speakerChannel != null) this.stream?.speaker.close();
    this.stream?.source.removeReader(this);
    this.session = null;
  }

  pause(): void {
    this.stream?.source.removeReader(this);
  }

  #receive(chunk: Buffer): void {
    for (const item of this.#parse(chunk)) {
      if (item.kind === 'bad') this.#write({ status: '400 Bad Request' }, '0');
      else if (item.kind === 'frame') this.#takeFrame(item.channel, item.data);
      else
        this.#turn = this.#turn
          .then(() => this.#handle(item.request))
          .catch((error: unknown) => void this.#socket.destroy(error as Error));
      if (item.kind === 'bad') this.#socket.end();
    }
  }

  #takeFrame(channel: number, data: Buffer): void {
    const { stream, session } = this;
    if (stream && session?.playing && channel === session.speakerChannel) stream.speaker.play(data);
    else if (stream && channel % 2 === 1) stream.stats.receiverReports += 1;
    this.touch();
  }

  async #handle(request: RtspRequest): Promise<void> {
    const sequence = request.headers.get('cseq') ?? '0';
    const found = this.owner.find(request.uri);
    if (!found) {
      this.#write(
        { status: request.uri === '*' || request.method === 'OPTIONS' ? '200 OK' : '404 Not Found' },
        sequence,
      );
      return;
    }
    const { stream, trackId } = found;
    if (performance.now() < stream.faults.refuseUntilMs) {
      this.destroy();
      return;
    }
    this.#attach(stream);
    if (stream.faults.frozen === 'all') return;
    const refused = this.#refusal(stream, request);
    this.#write(refused ?? (await answerRequest({ peer: this, stream, trackId, request })), sequence);
    this.touch();
    // Packets must not overtake the answer to PLAY.
    if (request.method === 'PLAY' && this.session?.playing) stream.source.addReader(this);
  }

  #attach(stream: ServedStream): void {
    if (this.stream === stream) return;
    this.endSession();
    this.stream?.connections.delete(this);
    this.stream = stream;
    stream.connections.add(this);
    this.writer.limit(stream.faults.bytesPerSecond);
  }

  #refusal(stream: ServedStream, request: RtspRequest): RtspAnswer | null {
    if (request.method === 'OPTIONS') return null;
    const { method, uri } = request;
    if (
      isAuthorized(
        { method, uri, authorization: request.headers.get('authorization'), nonce: this.#nonce },
        stream.credentials,
      )
    )
      return null;
    if (request.headers.has('authorization')) stream.stats.authFailures += 1;
    return {
      status: '401 Unauthorized',
      headers: [['WWW-Authenticate', challenge(stream.credentials.scheme, this.#nonce)]],
    };
  }

  #write(answer: RtspAnswer, sequence: string): void {
    if (this.#socket.destroyed) return;
    const body = answer.body ?? '';
    const lines = [
      `RTSP/1.0 ${answer.status}`,
      `CSeq: ${sequence}`,
      'Server: Simulated camera',
      ...(answer.headers ?? []).map(([name, value]) => `${name}: ${value}`),
    ];
    if (body) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
    this.#socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    if (answer.thenClose) this.#socket.end();
  }

  #closed(): void {
    this.endSession();
    this.writer.stop();
    this.stream?.connections.delete(this);
  }
}
