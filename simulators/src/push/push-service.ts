import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { decryptMessage, makeBrowserKeys, type BrowserKeys } from './message-encryption.ts';
import { vapidFault } from './vapid-proof.ts';

/** How the service answers. `gone`: the subscription is no more; `busy`: 429 with a wait; `broken`: 503; `slow`: takes it late; `late`: takes it, and says so late. */
export const pushModes = ['ok', 'gone', 'busy', 'broken', 'slow', 'late', 'tooLarge'] as const;

export type PushMode = (typeof pushModes)[number];

const largestBytes = 4096;
const statusOf: Partial<Record<PushMode, number>> = { gone: 410, busy: 429, broken: 503, tooLarge: 413 };

/** A message as the browser would get it. */
export interface ReceivedPush {
  text: string;
  ttlSeconds: number;
  urgency: string | null;
  atMs: number;
}

interface Subscribed {
  keys: BrowserKeys;
  serverKey: string | null;
  received: ReceivedPush[];
}

/**
 * A push service on loopback with the browsers behind it: checks who sends (VAPID) and what (encryption), keeps what the
 * browsers would show. By script: `POST /control/mode?value=MODE`.
 */
export class PushService {
  mode: PushMode = 'ok';
  /** Every request, also those that were refused, with the status that they got. */
  readonly answered: number[] = [];
  slowMs = 3_000;
  retryAfterSeconds = 1;
  readonly #browsers = new Map<string, Subscribed>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  #origin = '';

  /** Where it listens. */
  get url(): string {
    return this.#origin;
  }

  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.#origin;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  /** What a browser's push manager would answer; only the given server may then write to it. */
  subscribe(serverKey: string | null = null): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const id = randomUUID();
    const keys = makeBrowserKeys();
    this.#browsers.set(id, { keys, serverKey, received: [] });
    return {
      endpoint: `${this.#origin}/push/${id}`,
      keys: { p256dh: keys.publicKey.toString('base64url'), auth: keys.auth.toString('base64url') },
    };
  }

  /** What the browser of a subscription got so far. */
  receivedBy({ endpoint }: { endpoint: string }): readonly ReceivedPush[] {
    return this.#browsers.get(endpoint.split('/').at(-1) ?? '')?.received ?? [];
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const end = (status: number, text = ''): void =>
      void response.writeHead(status, { 'content-type': 'text/plain', ...this.#headersOf(status) }).end(text);
    try {
      const url = new URL(request.url ?? '/', this.#origin);
      if (url.pathname === '/control/mode' && request.method === 'POST') {
        this.mode = (url.searchParams.get('value') ?? 'ok') as PushMode;
        return end(204);
      }
      const { status, text } = await this.#take(request, url.pathname.split('/').at(-1) ?? '');
      this.answered.push(status);
      end(status, text);
    } catch (error) {
      this.answered.push(400);
      end(400, error instanceof Error ? error.message : String(error));
    }
  }

  #headersOf = (status: number): Record<string, string> =>
    status === 429 ? { 'retry-after': String(this.retryAfterSeconds) } : {};

  async #take(request: IncomingMessage, id: string): Promise<{ status: number; text?: string }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const fault = vapidFault(request.headers.authorization, {
      origin: this.#origin,
      nowMs: Date.now(),
      onlyKey: this.#browsers.get(id)?.serverKey ?? null,
    });
    if (fault !== null) return { status: 403, text: fault };
    const { ttl, urgency } = request.headers;
    if (request.method !== 'POST' || ttl === undefined || request.headers['content-encoding'] !== 'aes128gcm')
      return { status: 400, text: 'no TTL or coding' };
    if (body.length > largestBytes) return { status: 413 };
    const refused = statusOf[this.mode];
    if (refused !== undefined) return { status: refused };
    if (this.mode === 'slow') await sleep(this.slowMs);
    const browser = this.#browsers.get(id);
    if (!browser) return { status: 404 };
    const text = decryptMessage(body, browser.keys);
    browser.received.push({
      text,
      ttlSeconds: Number(ttl),
      urgency: typeof urgency === 'string' ? urgency : null,
      atMs: Date.now(),
    });
    if (this.mode === 'late') await sleep(this.slowMs, undefined, { ref: false });
    return { status: 201 };
  }
}
