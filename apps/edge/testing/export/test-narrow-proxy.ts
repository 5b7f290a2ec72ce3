import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** nginx as it comes: no body over this passes. */
const maxBytes = 1_048_576;

/** A proxy in front of a server that refuses large bodies with 413, as nginx does unless it is told otherwise. */
export async function startNarrowProxy(
  target: string,
): Promise<{ url: string; refused: () => number; stop: () => Promise<void> }> {
  let refused = 0;
  const server: Server = createServer((request, response) => {
    if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > maxBytes) {
      refused += 1;
      response.writeHead(413, { connection: 'close' }).end('<html><h1>413 Request Entity Too Large</h1></html>');
      request.resume();
      return;
    }
    const onward = httpRequest(new URL(request.url ?? '/', target), {
      method: request.method,
      headers: request.headers,
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
