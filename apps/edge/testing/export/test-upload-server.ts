import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedUpload {
  path: string;
  authorization: string;
  sha256: string;
  bytes: Buffer;
}

/** Takes uploads like the server, whole or in pieces, or behaves as told. */
export class TestUploadServer {
  readonly uploads: ReceivedUpload[] = [];
  /** Bytes of each piece that came, questions left out. */
  readonly pieces: number[] = [];
  attempts = 0;
  readonly #parts = new Map<string, Buffer>();
  /** Called for each attempt; answers a status to refuse with, `drop` to cut it off, or null to take it. */
  behave: (attempt: number) => number | 'drop' | 'stall' | null = () => null;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => this.#handle(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const what = this.behave(++this.attempts);
    if (what === 'stall') return;
    if (what === 'drop') {
      request.once('data', () => request.destroy());
      return;
    }
    if (typeof what === 'number') {
      response.writeHead(what).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const bytes = this.#join(request, response, body);
      if (bytes === null) return;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      this.uploads.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', sha256, bytes });
      response.writeHead(sha256 === request.headers['x-sightline-sha256'] ? 204 : 422).end();
    });
  }
  /** The whole file once it is there; until then the answer to a piece was given. */
  #join(request: IncomingMessage, response: ServerResponse, body: Buffer): Buffer | null {
    const range = /^bytes (?:\*|(\d+)-\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '');
    if (range === null) return body;
    const name = String(request.headers['x-sightline-sha256']);
    const before = this.#parts.get(name) ?? Buffer.alloc(0);
    const isMisplaced = range[1] !== undefined && Number(range[1]) !== before.length;
    const now = isMisplaced ? before : Buffer.concat([before, body]);
    this.#parts.set(name, now);
    if (body.length > 0) this.pieces.push(body.length);
    if (now.length === Number(range[2])) return now;
    response.writeHead(isMisplaced ? 409 : 202, { 'x-sightline-received': String(now.length) }).end();
    return null;
  }
}
