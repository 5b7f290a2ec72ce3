import { type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Log } from '../log/log.ts';
import { refuseUnreadable } from './unreadable-requests.ts';

/** A request as it came, or a socket that wants to be upgraded; whoever handles it answers on `response`. */
export interface BareRequest {
  raw: IncomingMessage;
  response: ServerResponse;
  /** As the trusted proxies say it. */
  host: string;
  address: string;
  /** Set when a WebSocket is asked for: bytes that came with the request. */
  upgrade: { socket: Socket; head: Buffer } | null;
}

export interface BareServer {
  /** Port that it listens on. */
  port: number;
  stop(): Promise<void>;
}

export interface BareServerOptions {
  tls: { cert: string; key: string } | null;
  trustedProxies: string[];
  host: string;
  port: number;
  log: Log;
  handle: (request: BareRequest) => Promise<void>;
}

function passUpgrades(
  app: FastifyInstance,
  upgrades: WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>,
): void {
  app.server.on('upgrade', (raw: IncomingMessage, socket: Socket, head: Buffer) => {
    upgrades.set(raw, { socket, head });
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(raw);
    response.assignSocket(socket);
    // A refusal is the last thing that such a socket says.
    response.once('finish', () => socket.destroySoon());
    app.routing(raw, response);
  });
}

/** A server of its own port that gives every request to one handler, with nothing parsed, added or allowed beforehand. */
export async function startBareServer({
  tls,
  trustedProxies,
  host,
  port,
  log,
  handle,
}: BareServerOptions): Promise<BareServer> {
  const upgrades = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>();
  const app = fastify({
    loggerInstance: log.child({}, { level: 'warn' }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    requestTimeout: 0,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (
      _error: unknown,
      _request: unknown,
      reply: { code(status: number): { send(text: string): unknown } },
    ) => void reply.code(400).send(''),
    ...(tls ? { https: tls } : {}),
  } as object) as unknown as FastifyInstance;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setNotFoundHandler(async (request, reply) => {
    reply.hijack();
    await handle({
      raw: request.raw,
      response: reply.raw,
      host: request.host,
      address: request.ip,
      upgrade: upgrades.get(request.raw) ?? null,
    });
  });
  await app.ready();
  passUpgrades(app, upgrades);
  await app.listen({ host, port });
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
}
