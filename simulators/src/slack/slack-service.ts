import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How the service behaves. `slow`: answers late; `broken`: 500; `busy`: 429 with a wait; `drop`: posts, and cuts the connection instead of
 * answering; `gone`: 404, as for an app that was removed; `forbidden`: 403; `archived`: 410.
 */
export const slackModes = ['ok', 'slow', 'broken', 'busy', 'drop', 'gone', 'forbidden', 'archived'] as const;

export type SlackMode = (typeof slackModes)[number];

/** What came, whether or not it was posted. */
export interface SlackPost {
  text: string;
  headers: IncomingMessage['headers'];
  isPosted: boolean;
  atMs: number;
}

const refusals = {
  broken: [500, 'rollup_error'],
  busy: [429, 'rate_limited'],
  gone: [404, 'no_service'],
  forbidden: [403, 'action_prohibited'],
  archived: [410, 'channel_is_archived'],
} as const;

const path = '/services/T000/B000/secret-of-the-channel';
const control = '/control/mode';

/**
 * A chat that takes messages at the address of an incoming webhook, on loopback; it knows no message again, as the real one. By script:
 * `POST /control/mode?value=MODE`.
 */
export class SlackService {
  /** For all that comes, and before that one by one for what comes next. */
  mode: SlackMode = 'ok';
  readonly next: SlackMode[] = [];
  slowMs = 2_000;
  retryAfterSeconds = 1;
  readonly received: SlackPost[] = [];
  readonly #clock: () => number;
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  #origin = '';

  constructor({ clock = Date.now }: { clock?: () => number } = {}) {
    this.#clock = clock;
  }

  /** Address of the incoming webhook. */
  get url(): string {
    return this.#origin + path;
  }

  /** What stands in the channel. */
  get posted(): string[] {
    return this.received.filter(({ isPosted }) => isPosted).map(({ text }) => text);
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
    this.next.length = 0;
    this.received.length = 0;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin);
    if (url.pathname === control) {
      this.mode = (url.searchParams.get('value') ?? 'ok') as SlackMode;
      response.end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = textOf(Buffer.concat(chunks).toString('utf8'));
    const plain = { 'content-type': 'text/plain' };
    if (url.pathname !== path || text === null) return void response.writeHead(400, plain).end('invalid_payload');
    const mode = this.next.shift() ?? this.mode;
    const refusal = mode in refusals ? refusals[mode as keyof typeof refusals] : null;
    this.received.push({ text, headers: request.headers, isPosted: refusal === null, atMs: this.#clock() });
    if (refusal) {
      const wait = mode === 'busy' ? { 'retry-after': String(this.retryAfterSeconds) } : {};
      return void response.writeHead(refusal[0], { ...plain, ...wait }).end(refusal[1]);
    }
    if (mode === 'drop') return void response.destroy();
    if (mode === 'slow') await sleep(this.slowMs);
    response.writeHead(200, plain).end('ok');
  }
}

function textOf(body: string): string | null {
  try {
    const { text } = JSON.parse(body) as { text?: unknown };
    return typeof text === 'string' && text !== '' ? text : null;
  } catch {
    return null;
  }
}
