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

/** Takes uploads like the server, or behaves as told. */
export class TestUploadServer {
  readonly uploads: ReceivedUpload[] = [];
  attempts = 0;
  /** Called for each attempt; answers a status to refuse with, `drop` to cut it off, or null to take it. */
  behave: (attempt: number) => number | 'drop' | 'stall' | null = () => null;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => this.handle(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
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
      const bytes = Buffer.concat(chunks);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      this.uploads.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', sha256, bytes });
      response.writeHead(sha256 === request.headers['x-sightline-sha256'] ? 204 : 422).end();
    });
  }
}
