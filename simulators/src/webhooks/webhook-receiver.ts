import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureFault } from './webhook-signature-check.ts';

/**
 * How the receiver behaves. `slow`: answers late; `broken`: 500; `busy`: 429 with a wait; `drop`: acts, and cuts the connection instead of
 * answering; `wrongKey`: holds another secret than the sender; `huge`: answers with 10 MB; `gone`: 410; `redirect`: sends elsewhere.
 */
export const receiverModes = ['ok', 'slow', 'broken', 'busy', 'drop', 'wrongKey', 'huge', 'gone', 'redirect'] as const;

export type ReceiverMode = (typeof receiverModes)[number];

const hugeBytes = 10 * 1024 * 1024;
const anotherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const control = '/control';

/** A message as it came. */
export interface ReceivedMessage {
  id: string;
  type: string;
  data: Record<string, unknown>;
  signatures: string;
  atMs: number;
}

export interface ReceiverOptions {
  clock?: () => number;
}

/**
 * A place outside that is told what happens, on loopback: checks signatures, acts once on every id, and fails as it is told. By script:
 * `POST /control/mode?value=MODE`, `POST /control/secret?value=SECRET`, `GET /control/received`.
 */
export class WebhookReceiver {
  /** For all that comes, and before that one by one for what comes next. */
  mode: ReceiverMode = 'ok';
  readonly next: ReceiverMode[] = [];
  /** By what signatures are checked; null: whatever comes is believed. */
  secret: string | null = null;
  slowMs = 2_000;
  retryAfterSeconds = 1;
  /** Every message that came, again and again where it came again. */
  readonly received: ReceivedMessage[] = [];
  /** On what it acted: every id once. */
  readonly acted = new Map<string, ReceivedMessage>();
  /** What was wrong with what it refused. */
  readonly faults: string[] = [];
  /** Bytes of the last answer that the sender took before it hung up. */
  takenBytes = 0;
  readonly #clock: () => number;
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  #origin = '';

  constructor({ clock = Date.now }: ReceiverOptions = {}) {
    this.#clock = clock;
  }

  /** Where it listens. */
  get url(): string {
    return `${this.#origin}/hook`;
  }

  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.url;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  /** As it was at first, with nothing received. */
  reset(): void {
    this.mode = 'ok';
    this.secret = null;
    this.next.length = 0;
    this.received.length = 0;
    this.faults.length = 0;
    this.acted.clear();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin);
    if (url.pathname.startsWith(`${control}/`)) return this.#control(url, response);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    await this.#answer(request, { response, body: Buffer.concat(chunks).toString('utf8') });
  }

  #control({ pathname, searchParams }: URL, response: ServerResponse): void {
    const value = searchParams.get('value') ?? '';
    if (pathname === `${control}/mode`) this.mode = value as ReceiverMode;
    if (pathname === `${control}/secret`) this.secret = value === '' ? null : value;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.received));
  }

  async #answer(
    { headers }: IncomingMessage,
    { response, body }: { response: ServerResponse; body: string },
  ): Promise<void> {
    const mode = this.next.shift() ?? this.mode;
    const header = (name: string): string => String(headers[name] ?? '');
    const message = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signatures: header('webhook-signature'),
      body,
    };
    const secret = mode === 'wrongKey' ? anotherSecret : this.secret;
    const fault = secret === null ? null : signatureFault(secret, message, this.#clock());
    if (fault !== null) {
      this.faults.push(fault);
      response.writeHead(401, { 'content-type': 'text/plain' }).end(fault);
      return;
    }
    this.#keep(message, mode === 'ok' || mode === 'slow' || mode === 'drop' || mode === 'huge');
    if (mode === 'slow') await sleep(this.slowMs);
    this.#end(mode, response);
  }

  #keep({ id, body, signatures }: { id: string; body: string; signatures: string }, acts: boolean): void {
    const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
    const message = { id, type, data, signatures, atMs: this.#clock() };
    this.received.push(message);
    if (acts && !this.acted.has(id)) this.acted.set(id, message);
  }

  #end(mode: ReceiverMode, response: ServerResponse): void {
    if (mode === 'drop') return void response.destroy();
    if (mode === 'huge') return this.#endHuge(response);
    const plain = { 'content-type': 'text/plain' };
    if (mode === 'broken') return void response.writeHead(500, plain).end('out of order');
    if (mode === 'gone') return void response.writeHead(410, plain).end('gone');
    if (mode === 'redirect') return void response.writeHead(302, { location: this.url }).end();
    if (mode === 'busy')
      return void response.writeHead(429, { ...plain, 'retry-after': String(this.retryAfterSeconds) }).end('too many');
    response.writeHead(200, plain).end('taken');
  }

  #endHuge(response: ServerResponse): void {
    this.takenBytes = 0;
    const piece = Buffer.alloc(65_536, 'x');
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': String(hugeBytes) });
    response.on('error', () => undefined);
    const write = (): void => {
      if (response.destroyed) return;
      this.takenBytes += piece.length;
      if (this.takenBytes >= hugeBytes) response.end(piece);
      else if (response.write(piece)) setImmediate(write);
      else response.once('drain', write);
    };
    write();
  }
}
