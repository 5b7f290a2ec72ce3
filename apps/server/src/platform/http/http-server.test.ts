import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createLog } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { takesGzip } from './compressed-answers.ts';
import { createHttpServer, serveWeb } from './http-server.ts';

const withinMs = 300;
let app: FastifyInstance;
let webDir: string;
const long = { text: 'site '.repeat(10_000) };
const script = `// ${'long '.repeat(1000)}`;

beforeAll(async () => {
  const log = createLog('silent');
  app = await createHttpServer({
    log,
    metrics: createMetrics(),
    version: '0',
    tls: null,
    trustedProxies: [],
    messageBytes: 1000,
    bodyWithinMs: withinMs,
  });
  app.post('/echo', async (request) => request.body);
  app.post('/upload', { config: { isUpload: true } }, async (request) => ({
    timeouts: request.raw.socket.listenerCount('timeout'),
  }));
  app.get('/long', async () => long);
  app.get('/short', async () => ({ text: 'short' }));
  webDir = await mkdtemp(join(tmpdir(), 'sightline-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'index.html'), '<!doctype html>');
  await writeFile(join(webDir, 'assets/app-1.js'), script);
  await writeFile(join(webDir, 'assets/app-1.js.gz'), gzipSync(script));
  await writeFile(join(webDir, 'assets/small-1.js'), '1');
  await serveWeb(app, webDir);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(webDir, { recursive: true });
});

const dial = async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, text: () => text };
};
const head = (bytes: number): string =>
  `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

describe('the server', () => {
  it('keeps nothing of an upload when its connection carries further ones', async () => {
    const { socket, text } = await dial();
    const counts = (): string[] => [...text().matchAll(/"timeouts":(\d+)/g)].map(([, count]) => count ?? '');
    for (const sent of [1, 2, 3]) {
      socket.write(`${head(2).replace('/echo', '/upload')}{}`);
      await expect.poll(() => counts().length).toBe(sent);
    }
    socket.destroy();
    expect(new Set(counts()).size).toBe(1);
  });

  it('does not let a body drip in for ever', async () => {
    const { socket, text } = await dial();
    socket.write(head(1000));
    const drip = setInterval(() => socket.write(' '), 20);
    // Not `once` of events, which fails by the reset that this is about.
    await new Promise((resolve) => socket.once('close', resolve));
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

const get = (path: string, encoding: string) =>
  fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`, {
    headers: { 'accept-encoding': encoding },
  });

describe('long answers', () => {
  it('come compressed to whoever takes that, and as they are to others', async () => {
    for (const [encoding, sent] of [
      ['gzip, deflate, br', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/long', encoding);
      expect(answer.headers.get('content-encoding')).toBe(sent);
      expect(answer.headers.get('vary')).toBe('accept-encoding');
      expect(await answer.json()).toEqual(long);
    }
    const short = await get('/short', 'gzip');
    expect(short.headers.get('content-encoding')).toBeNull();
    expect(await short.json()).toEqual({ text: 'short' });
  });

  it.each([
    ['gzip', true],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
    ['gzip;q=0', false],
    ['br, gzip; q=0.0', false],
    ['xgzip', false],
    [undefined, false],
  ])('take %s for what it says', (header, takes) => expect(takesGzip(header)).toBe(takes));
});

describe('the web app', () => {
  it('comes compressed to whoever takes that, and as it is to others', async () => {
    for (const [encoding, sent] of [
      ['gzip, br', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/assets/app-1.js', encoding);
      expect(answer.headers.get('content-encoding')).toBe(sent);
      expect(answer.headers.get('content-type')).toMatch(/javascript/);
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect(await answer.text()).toBe(script);
    }
    expect(await (await get('/assets/small-1.js', 'gzip')).text()).toBe('1');
    expect((await get('/assets/none.js', 'gzip')).status).toBe(404);
  });
});
