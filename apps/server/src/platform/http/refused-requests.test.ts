import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Sends bytes as they are, which no client of ours would. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('an answer to what is no call', () => {
  it.each([
    ['a path that does not decode', 'GET /%c0%af HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a path of the API that does not exist', 'GET /api/v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    [
      'a body that is too large',
      `POST /api/v1/sessions/sign-in HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{`,
    ],
    [
      'a body of another kind',
      'POST /api/v1/sessions/sign-in HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'a method that does not exist there',
      'TRACE /api/v1/sessions/current HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    ],
  ])('carries the headers that protect a browser: %s', async (_what, request) => {
    const answer = (await raw(request)).toLowerCase();
    expect(answer).toContain('content-security-policy: default-src');
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toContain('referrer-policy: no-referrer');
    expect(answer).toContain('x-frame-options');
    expect(answer).not.toContain('access-control-allow-origin');
  });

  it.each([
    {
      what: 'headers that are too large',
      request: `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      status: 431,
      code: 'payload_too_large',
    },
    { what: 'bytes that are no HTTP', request: 'HELLO\r\n\r\n', status: 400, code: 'bad_request' },
  ])('has the form of all failures: $what', async ({ request, status, code }) => {
    const answer = await raw(request);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${String(status)} `);
    expect(head).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toMatchObject({
      code,
      message: expect.any(String) as string,
      data: {},
      requestId: expect.any(String) as string,
    });
  });

  it('lets pages use the microphone of their own and no camera, place or payment', async () => {
    const policy = (await fetch(`${server.url}/healthz`)).headers.get('permissions-policy') ?? '';
    expect(policy.split(', ')).toEqual(
      expect.arrayContaining(['microphone=(self)', 'fullscreen=(self)', 'camera=()', 'geolocation=()', 'payment=()']),
    );
  });
});
