import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { passToCamera, type Admitted } from './page-passing.ts';

let server: Server;
afterEach(() => void server.close());

/** A server whose core answers every request with these headers. */
async function serving(headers: object, cameraOrigin = 'http://10.0.0.9'): Promise<string> {
  server = createServer((raw, response) => {
    const stream = Object.assign(new PassThrough(), { rstCode: 0, close: () => undefined });
    const page = { lang: 'en', tunnel: { request: () => stream } };
    const names = { ownOrigin: 'http://x.localhost:1', cameraOrigin, cookiePrefix: 'page-x-' };
    const request = { raw, response, host: 'x', address: '127.0.0.1', upgrade: null };
    passToCamera({
      request,
      page,
      pages: { has: () => true, count: () => undefined },
      names,
      isSecure: false,
    } as unknown as Admitted);
    stream.emit('response', headers);
    stream.end('text');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}

it.each<[string, object, string?]>([
  ['a status that is none', { ':status': '000' }],
  ['a header that HTTP/1 cannot carry', { ':status': '200', 'x-name': 'a\u0001b' }],
  [
    'a text of a camera that names itself by no address',
    { ':status': '200', 'content-type': 'text/html' },
    'no address',
  ],
])('CAM-015 %s from a core ends its request and not the server', async (_name, headers, cameraOrigin) => {
  const url = await serving(headers, cameraOrigin);
  for (let times = 0; times < 2; times++) {
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('sightline-failure')]).toEqual([502, 'camera_unreachable']);
  }
});

it('CAM-015 what the camera says passes', async () => {
  const answer = await fetch(await serving({ ':status': '200', 'content-type': 'text/html' }));
  expect([answer.status, await answer.text()]).toEqual([200, 'text']);
});
