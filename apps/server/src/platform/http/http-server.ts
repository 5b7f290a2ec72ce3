import { existsSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import websocket from '@fastify/websocket';
import { AppError } from '@sightline/contracts/shared/errors';
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { newId } from '../ids/ids.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { compressLongAnswers } from './compressed-answers.ts';
import { sendFailure } from './failures.ts';
import { bareHeaders, refuseUnreadable } from './unreadable-requests.ts';

const bodyLimitBytes = 1_048_576;
/** A megabyte takes this long on the slowest line that anybody has; who takes longer holds connections, not a conversation. */
const bodyWithinMs = 30_000;

export interface HttpServerOptions {
  log: Log;
  metrics: Metrics;
  version: string;
  tls: { cert: string; key: string } | null;
  /** Addresses of proxies whose forwarding headers are believed; empty for none. */
  trustedProxies: string[];
  /** Origins beside our own from which pages may load a script and talk to it; none unless whoever runs the installation named one. */
  scriptOrigins?: readonly string[];
  /** Largest message on any WebSocket. */
  messageBytes: number;
  /** Time for the body of a request, 30 s unless told; routes with `isUpload` take as long as they move at all. */
  bodyWithinMs?: number;
}

/** A server with the rules that hold for every route: headers, errors, validation, log, metrics. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { log, tls, trustedProxies } = options;
  const app = fastify({
    loggerInstance: log.child({}, { level: 'warn' }),
    genReqId: newId,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    requestTimeout: 0,
    forceCloseConnections: true,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(bareHeaders);
      return void sendFailure(error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
    ...(tls ? { https: tls } : {}),
  } as object) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendFailure);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('permissions-policy', permissionsPolicy);
    limitBodyTime(request, options.bodyWithinMs ?? bodyWithinMs);
  });
  app.addHook('onResponse', async (request, reply) => observe(options, request, reply));
  compressLongAnswers(app);
  await app.register(cookie);
  await app.register(helmet, securityHeaders(tls !== null, options.scriptOrigins ?? []));
  await app.register(websocket, {
    options: { maxPayload: options.messageBytes },
    errorHandler: (error, socket) => closeBroken(log, error, socket),
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Sightline', version: options.version },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  });
  acceptEmptyJson(app);
  return app;
}

/** Ends a request whose body drips in so slowly that it only occupies us; an upload may be long, but not stand still. */
function limitBodyTime({ raw, headers, routeOptions }: FastifyRequest, withinMs: number): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  if (routeOptions.config.isUpload === true) {
    const { socket } = raw;
    const end = (): unknown => raw.destroy();
    socket.setTimeout(withinMs, end);
    // Taken away as well: one connection carries many uploads.
    raw.once('close', () => socket.setTimeout(0, end));
    return;
  }
  const timer = setTimeout(() => raw.destroy(), withinMs);
  raw.once('end', () => clearTimeout(timer));
  raw.once('close', () => clearTimeout(timer));
}

function closeBroken(log: Log, error: Error, socket: { terminate(): void }): void {
  log.warn({ err: error }, 'a WebSocket could not be served');
  socket.terminate();
}

function observe({ log, metrics }: HttpServerOptions, request: FastifyRequest, reply: FastifyReply): void {
  const call = request.routeOptions.config.call ?? 'other';
  metrics.httpSeconds.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  log.debug(
    {
      call,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      requestId: request.id,
      userId: request.actor?.userId,
    },
    'call',
  );
}

/** What our own pages may ask a browser for: full screen for pictures, the microphone to talk through speakers; nothing else. */
const permissionsPolicy = [
  'fullscreen=(self)',
  'microphone=(self)',
  ...[
    'bluetooth',
    'browsing-topics',
    'camera',
    'display-capture',
    'geolocation',
    'hid',
    'midi',
    'payment',
    'serial',
    'usb',
  ].map((name) => `${name}=()`),
].join(', ');

/** Scripts only from us; styles inline because the component library writes them; media only from the page's own memory. */
const securityHeaders = (isTls: boolean, scriptOrigins: readonly string[]) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      scriptSrc: ["'self'", ...scriptOrigins],
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'", 'data:'],
      // Our own WebSockets are 'self' too, in every browser that the web app is built for (Safari since 16).
      connectSrc: ["'self'", ...scriptOrigins],
      mediaSrc: ["'self'", 'blob:'],
      imgSrc: ["'self'", 'data:', 'blob:'],
      workerSrc: ["'self'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  hsts: isTls,
  referrerPolicy: { policy: 'no-referrer' as const },
});

/** Clients often name JSON and send nothing; whether nothing is allowed is for the call's schema to say. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, body as string, done);
  });
}

/** The built web app: hashed files for ever, everything else that a browser asks for is its first page. */
export async function serveWeb(app: FastifyInstance, webDir: string | null): Promise<void> {
  const hasWeb = webDir !== null && existsSync(join(webDir, 'index.html'));
  if (hasWeb) {
    await app.register(fastifyStatic, {
      root: webDir,
      wildcard: false,
      index: false,
      // Beside the larger ones lies the same as `.gz`.
      preCompressed: true,
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  const page = (reply: FastifyReply): FastifyReply =>
    reply.header('cache-control', 'no-cache').sendFile('index.html', webDir ?? '');
  if (hasWeb) app.get('/', { schema: { hide: true } as object }, (_request, reply) => page(reply));
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api') &&
      (request.headers.accept ?? '').includes('text/html');
    if (wantsPage && hasWeb) return page(reply);
    return sendFailure(new AppError('not_found'), request, reply);
  });
}

/** The address under which this machine reaches the server, with the port that it got. */
export function listeningUrl(app: FastifyInstance, wanted: { host: string; port: number; tls: unknown }): string {
  const listening = app.server.address();
  const port = typeof listening === 'object' && listening !== null ? listening.port : wanted.port;
  const host = wanted.host === '0.0.0.0' || wanted.host === '::' ? 'localhost' : wanted.host;
  return `${wanted.tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
