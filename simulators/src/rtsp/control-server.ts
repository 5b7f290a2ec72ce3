import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { controlPage } from './control-page.ts';
import type { FaultSwitches, RtspServer } from './rtsp-server-api.ts';

/** A page and a JSON interface to see simulated cameras and to break them on purpose. */
export interface ControlServer {
  port: number;
  url: string;
  stop(): Promise<void>;
}

/** Faults by name, as the page and scripts ask for them; `value` is what was typed, often empty. */
const actions: Record<string, (faults: FaultSwitches, value: string) => void | Promise<void>> = {
  freeze: (faults, value) => faults.freeze(value === 'media' || value === 'off' ? value : 'all'),
  drop: (faults, value) => faults.drop(Number(value) || 10_000),
  changePassword: (faults, value) => faults.changePassword(value),
  clockJump: (faults, value) => faults.clockJump(Number(value) || 3_600_000),
  losePackets: (faults, value) => faults.losePackets(Number(value) || 9),
  noParameterSets: (faults, value) => faults.noParameterSets(value !== 'off'),
  switchFile: (faults, value) => faults.switchFile(value, 'disconnect'),
  garbage: (faults, value) => faults.garbage(Number(value) || 2000),
  slow: (faults, value) => faults.slow(value === 'off' ? null : Number(value) || 20_000),
  clear: (faults) => faults.clear(),
};

/** What the page offers besides faults. */
const playOnceFault = 'playOnce';

/** Names of the faults that can be asked for. */
export const faultNames = [...Object.keys(actions), playOnceFault];

function send(response: ServerResponse, status: number, body: { type: string; text: string }): void {
  response.writeHead(status, {
    'content-type': `${body.type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body.text);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, { type: 'application/json', text: JSON.stringify(body) });
}

function listStreams(server: RtspServer) {
  return server
    .paths()
    .map((path) => ({ path, url: server.url(path), stats: server.stats(path), lastPlay: server.lastPlay(path) }));
}

async function handle(server: RtspServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET' && url.pathname === '/')
    return send(response, 200, { type: 'text/html', text: controlPage(listStreams(server), faultNames) });
  if (request.method === 'GET' && url.pathname === '/streams')
    return sendJson(response, 200, { items: listStreams(server) });
  const name = url.pathname.replace('/faults/', '');
  const action = actions[name];
  if (!url.pathname.startsWith('/faults/') || (!action && name !== playOnceFault))
    return sendJson(response, 404, { code: 'not_found' });
  // A page of another origin must not be able to break cameras through the visitor's browser.
  if (
    request.method !== 'POST' ||
    (request.headers.origin !== undefined && request.headers.origin !== `http://${request.headers.host}`)
  )
    return sendJson(response, 405, { code: 'not_allowed' });
  const path = url.searchParams.get('path') ?? '';
  if (!server.paths().includes(path)) return sendJson(response, 404, { code: 'not_found' });
  const value = url.searchParams.get('value') ?? '';
  if (action) await action(server.faults(path), value);
  else await server.playOnce(path, value);
  sendJson(response, 200, { path, stats: server.stats(path), lastPlay: server.lastPlay(path) });
}

/** Starts the control page of a camera server on loopback. */
export async function startControlServer(server: RtspServer, port = 0): Promise<ControlServer> {
  const http = createServer((request, response) => {
    handle(server, request, response).catch((error: unknown) =>
      sendJson(response, 400, { code: 'refused', message: (error as Error).message }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', () => resolve());
  });
  const bound = (http.address() as AddressInfo).port;
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}/`,
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
