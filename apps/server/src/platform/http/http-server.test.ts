import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createLog } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createHttpServer } from './http-server.ts';

const withinMs = 300;
let app: FastifyInstance;

beforeAll(async () => {
  const log = createLog('silent');
  app = await createHttpServer({ log, metrics: createMetrics(), version: '0', tls: null, trustedProxies: [], messageBytes: 1000, bodyWithinMs: withinMs });
  app.post('/echo', async (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const dial = async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, text: () => text };
};
const head = (bytes: number): string => `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

describe('the server', () => {
  it('does not let a body drip in for ever', async () => {
    const { socket, text } = await dial();
    socket.write(head(1000));
    const drip = setInterval(() => socket.write(' '), 20);
    await once(socket, 'close');
    clearInterval(drip);
    expect(socket.bytesWritten).toBeLessThan(head(1000).length + 1000);
    expect(text()).not.toContain('200 OK');
  });

  it('answers a body that comes in time, also later on the same connection', async () => {
    const { socket, text } = await dial();
    socket.write(`${head(2)}{}`);
    await expect.poll(text).toContain('200 OK');
    await new Promise((resolve) => setTimeout(resolve, withinMs * 1.5));
    socket.write(`${head(8)}{"a": 1}`);
    await expect.poll(text).toContain('"a":1');
    socket.destroy();
  });

  it('refuses heads that are larger than anybody needs', async () => {
    const { socket, text } = await dial();
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(40_000)}\r\n\r\n`);
    await expect.poll(text).toContain('431');
    socket.destroy();
  });
});
