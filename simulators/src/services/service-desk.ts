import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceDeskPage } from './service-desk-page.ts';
import { shownOf, type SimulatedService } from './simulated-service.ts';

/** A page and a JSON interface to see what simulated services were sent, and to break them on purpose. */
export interface ServiceDesk {
  port: number;
  url: string;
  stop(): Promise<void>;
}

function send(response: ServerResponse, status: number, body: { type: string; text: string }): void {
  response.writeHead(status, {
    'content-type': `${body.type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body.text);
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, { type: 'application/json', text: JSON.stringify(body) });

/** A page of another origin must not be able to break a service through the visitor's browser. */
const isForeign = ({ headers: { origin, host } }: IncomingMessage): boolean =>
  origin !== undefined && origin !== `http://${host ?? ''}`;

function handle(services: readonly SimulatedService[], request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET' && pathname === '/')
    return send(response, 200, { type: 'text/html', text: serviceDeskPage(services.map(shownOf)) });
  if (request.method === 'GET' && pathname === '/services')
    return sendJson(response, 200, { items: services.map(shownOf) });
  const [, id, what] = /^\/services\/([\w-]+)\/(mode|deed)$/.exec(pathname) ?? [];
  const service = services.find((one) => one.id === id);
  if (!service) return sendJson(response, 404, { code: 'not_found' });
  if (request.method !== 'POST' || isForeign(request)) return sendJson(response, 405, { code: 'not_allowed' });
  const value = searchParams.get('value') ?? '';
  const known = what === 'mode' ? service.modes : Object.keys(service.deeds);
  if (!known.includes(value)) return sendJson(response, 400, { code: 'unknown', known });
  if (what === 'mode') service.setMode(value);
  else service.deeds[value]?.();
  sendJson(response, 200, shownOf(service));
}

/** Starts the control page of simulated services on loopback. */
export async function startServiceDesk(services: readonly SimulatedService[], port = 0): Promise<ServiceDesk> {
  const http = createServer((request, response) => handle(services, request, response));
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
