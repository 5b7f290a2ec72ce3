import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { AppError } from '@sightline/contracts/shared/errors';
import { createAddressPolicy, type AddressPolicy } from './address-policy.ts';

const timeoutMs = 10_000;
const maxBytes = 1_048_576;

export interface EgressRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  /** How many redirects are followed, each to an address that is asked about anew; none unless said. */
  redirects?: number;
  timeoutMs?: number;
  maxBytes?: number;
  /** What is longer than `maxBytes` is cut there instead of failing: for answers of which only the beginning matters. */
  cutsAnswer?: boolean;
}

/** The one way out to addresses that people type. */
export interface Egress {
  /**
   * Calls an address, as `fetch` would. Throws `address_refused` for places the server may not call, an `EgressFailure` for others
   * that do not answer. A name is resolved once, and what was resolved is what is called.
   */
  fetch(url: string | URL, request?: EgressRequest): Promise<Response>;
  /** Throws `address_refused` when the address leads to where the server may not call; a name that does not resolve now may resolve later. */
  check(url: string | URL): Promise<void>;
  /**
   * Where an address of mail (`smtp://host:port`) leads, resolved once: whoever asks connects there and nowhere else. Throws as `fetch` does.
   */
  place(url: string | URL): Promise<EgressPlace>;
}

/** An address that may be called. */
export interface EgressPlace {
  address: string;
  /** Whoever runs the server has listed it: it may be called without TLS. */
  isListed: boolean;
}

/** Why nothing came back. */
export type EgressFailureCause = 'dns_failed' | 'connection_failed' | 'tls_failed' | 'timed_out' | 'answer_too_large';

export class EgressFailure extends Error {
  readonly reason: EgressFailureCause;

  constructor(reason: EgressFailureCause, options?: ErrorOptions) {
    super(`the address could not be called: ${reason}`, options);
    this.name = 'EgressFailure';
    this.reason = reason;
  }
}

interface Resolved {
  address: string;
  family: number;
}

type Resolve = (host: string) => Promise<Resolved[]>;

export interface EgressOptions {
  allow: readonly string[];
  deny: readonly string[];
  resolve?: Resolve;
}

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

export function createEgress({
  allow,
  deny,
  resolve = (host) => lookup(host, { all: true, verbatim: true }),
}: EgressOptions): Egress {
  const policy = createAddressPolicy({ allow, deny });
  return {
    fetch: (url, request = {}) => follow(new URL(url), request, { policy, resolve }),
    check: async (url) => {
      try {
        await placesOf(new URL(url), { policy, resolve });
      } catch (error) {
        if (!(error instanceof EgressFailure)) throw error;
      }
    },
    place: async (url) => {
      const target = new URL(url);
      const signal = AbortSignal.timeout(timeoutMs);
      const [first] = await within(placesOf(target, { policy, resolve }), signal);
      const address = first?.address ?? '';
      return { address, isListed: policy.lists(address, bareHost(target)) };
    },
  };
}

interface Way {
  policy: AddressPolicy;
  resolve: Resolve;
}

/** The addresses behind a URL that may be called. */
async function placesOf(url: URL, { policy, resolve }: Way): Promise<Resolved[]> {
  const host = bareHost(url);
  const family = isIP(host);
  const found = family === 0 ? await resolveOrFail(host, resolve) : [{ address: host, family }];
  const isPlain = url.protocol === 'http:';
  if (!['http:', 'https:', 'smtp:'].includes(url.protocol)) throw new AppError('address_refused', { host });
  // Names and passwords in the open only where whoever runs the server said so.
  const places = found.filter(
    ({ address }) => (isPlain ? policy.lists(address, host) : true) && policy.allows(address, host),
  );
  if (places.length === 0) throw new AppError('address_refused', { host });
  return places;
}

async function resolveOrFail(host: string, resolve: Resolve): Promise<Resolved[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw new EgressFailure('dns_failed', { cause: error });
  }
}

async function follow(url: URL, request: EgressRequest, way: Way): Promise<Response> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(request.timeoutMs ?? timeoutMs),
    ...(request.signal ? [request.signal] : []),
  ]);
  let place = url;
  let sent = request;
  for (let left = request.redirects ?? 0; ; left -= 1) {
    if (place.protocol === 'smtp:') throw new AppError('address_refused', { host: bareHost(place) });
    const response = await send(place, { request: sent, places: await within(placesOf(place, way), signal), signal });
    const location = response.headers.get('location');
    if (left === 0 || response.status < 301 || response.status > 308 || location === null) return response;
    const next = new URL(location, place);
    if (place.protocol === 'https:' && next.protocol !== 'https:')
      throw new AppError('address_refused', { host: bareHost(next) });
    if (next.origin !== place.origin) sent = { ...sent, headers: withoutSecrets(sent.headers ?? {}) };
    if (response.status <= 303) {
      const { body: _body, ...rest } = sent;
      sent = { ...rest, method: 'GET' };
    }
    place = next;
  }
}

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['authorization', 'cookie'].includes(name.toLowerCase())),
  );

/** A resolver that hangs is as good as one that does not answer. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new EgressFailure('timed_out'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function failureOf(error: unknown, signal: AbortSignal): Error {
  if (error instanceof EgressFailure || error instanceof AppError) return error;
  if (signal.aborted) return new EgressFailure('timed_out', { cause: error });
  const code = (error as { code?: string }).code ?? '';
  const isTls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code);
  return new EgressFailure(isTls ? 'tls_failed' : 'connection_failed', { cause: error });
}

function send(
  url: URL,
  { request, places, signal }: { request: EgressRequest; places: Resolved[]; signal: AbortSignal },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(failureOf(error, signal));
    const { request: open } = url.protocol === 'https:' ? https : http;
    const outgoing = open(url, {
      method: request.method ?? 'GET',
      headers: { 'user-agent': 'Sightline', ...request.headers, 'accept-encoding': 'identity' },
      // A connection that somebody else's question left open was resolved for that question.
      agent: false,
      signal,
      lookup: (_host, options, done) => {
        const [first] = places;
        if (options.all) done(null, places);
        else done(null, first?.address ?? '', first?.family ?? 4);
      },
    });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => void readAnswer(incoming, request).then(resolve, fail));
    outgoing.end(request.body);
  });
}

async function readAnswer(
  incoming: http.IncomingMessage,
  { maxBytes: limit = maxBytes, cutsAnswer = false }: EgressRequest,
): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    const left = limit - bytes;
    bytes += part.length;
    parts.push(part.subarray(0, left));
    if (bytes <= limit) continue;
    incoming.destroy();
    if (!cutsAnswer) throw new EgressFailure('answer_too_large');
    break;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct))
    for (const one of value ?? []) headers.append(name, one);
  const status = incoming.statusCode ?? 502;
  const hasBody = status >= 200 && ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
}
