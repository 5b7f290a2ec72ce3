import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody whom a simulated provider knows. */
export interface IdentityPerson {
  subject: string;
  email: string;
  name: string;
}

/** What a provider can be told to do wrong, or how; absent means right. */
export type IdentityFault =
  | 'down'
  | 'slow'
  | 'wrongSignature'
  | 'otherKey'
  | 'unsigned'
  | 'signedElsewhere'
  | 'wrongAudience'
  | 'wrongIssuer'
  | 'wrongRecipient'
  | 'wrongRequest'
  | 'wrongNonce'
  | 'expired'
  | 'early'
  | 'lateClock'
  | 'unverifiedEmail'
  | 'noEmail'
  | 'cancelled'
  | 'wrapped';

const slowMs = 15_000;

/** Faults and the person that signs in, changed while it runs. */
export interface IdentityState {
  people: readonly IdentityPerson[];
  /** Who is signed in without being asked; null shows a page to choose on. */
  chosen: string | null;
  faults: Map<IdentityFault, string>;
}

/** A provider that listens. */
export interface IdentityHost {
  origin: string;
  stop(): Promise<void>;
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page of ours: no script, nothing from elsewhere. */
export function sendPage(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`<!doctype html><meta charset="utf-8"><title>Simulated provider</title>${body}`);
}

/** The people to choose from, as links that `hrefOf` makes. */
export const peoplePage = (state: IdentityState, hrefOf: (subject: string) => string): string =>
  `<h1>Sign in as</h1><ul>${state.people
    .map(
      ({ subject, name, email }) =>
        `<li><a href="${escaped(hrefOf(subject))}">${escaped(name)} (${escaped(email)})</a></li>`,
    )
    .join('')}</ul>`;

const controlPage = (state: IdentityState): string =>
  `<h1>Simulated provider</h1><p>Faults: ${escaped([...state.faults].map(([fault, value]) => `${fault} ${value}`).join(', ')) || 'none'}</p>` +
  `<p>POST /control/faults/NAME?value=off|VALUE, POST /control/person?subject=SUBJECT</p>`;

/** Switches by hand and by script; pages of other origins may not. */
function control(state: IdentityState, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET') return sendPage(response, controlPage(state));
  if (
    request.method !== 'POST' ||
    (request.headers.origin !== undefined && request.headers.origin !== `http://${request.headers.host}`)
  )
    return void response.writeHead(405).end();
  const [, , what, name] = url.pathname.split('/');
  if (what === 'person') state.chosen = url.searchParams.get('subject');
  else if (url.searchParams.get('value') === 'off') state.faults.delete(name as IdentityFault);
  else state.faults.set(name as IdentityFault, url.searchParams.get('value') ?? '');
  response.writeHead(204).end();
}

/** Listens on loopback; being down and being slow is the same for every kind of provider. */
export async function startIdentityHost(
  state: IdentityState,
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
  port = 0,
): Promise<IdentityHost> {
  const timers = new Set<NodeJS.Timeout>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String((error as Error).message));
    });
  };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/control')) return control(state, request, response);
    if (state.faults.has('down')) return void request.socket.destroy();
    if (!state.faults.has('slow')) return answer(request, response);
    const timer = setTimeout(
      () => (timers.delete(timer), answer(request, response)),
      Number(state.faults.get('slow')) || slowMs,
    );
    timers.add(timer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
