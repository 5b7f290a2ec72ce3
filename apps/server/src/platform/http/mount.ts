import type { CallDefinition, CallInput, CallOutput } from '@sightline/contracts/shared/call';
import { AppError, errorBody, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { CallPermission } from '@sightline/contracts/shared/permissions';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { holds } from '../auth/entity-right.ts';
import type { ActorOf, MemberActor, SessionActor } from '../auth/actor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route below /api declares one; the server does not start otherwise. */
    permission?: CallPermission;
    call?: string;
    /** The body may be as long as it wants to be, as long as it flows. */
    isUpload?: boolean;
    /** How a file of a type that the call does not take is refused. */
    otherKind?: ErrorCode;
  }
  interface FastifyRequest {
    actor: SessionActor | null;
  }
}

export interface CallContext<C extends CallDefinition> {
  actor: ActorOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Bytes as the answer of a call that declares `streams`. */
export interface ByteAnswer {
  body: Uint8Array | NodeJS.ReadableStream;
  status?: 200 | 206 | 416;
  headers?: Record<string, string>;
}

type Answer<C extends CallDefinition> = C extends { streams: string } ? ByteAnswer : CallOutput<C>;

export type CallHandler<C extends CallDefinition> = (
  input: CallInput<C>,
  context: CallContext<C>,
) => Promise<Answer<C>>;

/** One handler per call of a contract: a missing one does not compile. */
export type CallHandlers<T extends Record<string, CallDefinition>> = { [K in keyof T]: CallHandler<T[K]> };

export type Authenticate = (request: FastifyRequest) => Promise<SessionActor | null>;

/** Decides before anything of the request is parsed: nobody learns from a validation message what they may not use. */
export function requirePermission(actor: SessionActor | null, permission: CallPermission): void {
  if (permission === 'public') return;
  if (actor === null) throw new AppError('unauthenticated');
  if (permission === 'signedIn') {
    // A key works for its maker in one organization; the maker's account is not its business.
    if (actor.apiKeyId !== undefined) throw new AppError('api_key_scope');
    return;
  }
  if (permission === 'staff') {
    if (!actor.isStaff) throw new AppError('forbidden');
    if (actor.barredBy !== undefined) throw new AppError(actor.barredBy);
    return;
  }
  if (actor.organizationId === null) throw new AppError('no_organization');
  if (actor.barredBy !== undefined) throw new AppError(actor.barredBy);
  if (permission === 'member') return;
  if (permission === 'person') {
    if (actor.apiKeyId !== undefined) throw new AppError('api_key_scope');
    return;
  }
  if (!holds(actor, permission)) throw new AppError('forbidden', { permission });
}

/** Refuses to start with a route below /api that declares no permission, and asks for it in every request. */
export function guardRoutes(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('actor', null);
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api') && route.config?.permission === undefined)
      throw new Error(`the route ${route.url} declares no permission`);
  });
  app.addHook('onRequest', async (request) => {
    const permission = request.routeOptions.config.permission;
    if (permission === undefined || permission === 'public') return;
    request.actor = await authenticate(request);
    requirePermission(request.actor, permission);
  });
}

function schemaOf(name: string, call: CallDefinition): FastifySchema {
  const status = String(call.status ?? 200);
  return {
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: call.streams === undefined ? { [status]: call.output, default: errorBody } : { default: errorBody },
    operationId: name,
    summary: call.summary,
    'x-permission': call.permission,
    'x-error-codes': call.errors ?? [],
    ...(call.permission === 'public' ? { security: [] } : {}),
  } as FastifySchema;
}

async function sendBytes(reply: FastifyReply, call: CallDefinition, answer: ByteAnswer): Promise<FastifyReply> {
  return reply
    .code(answer.status ?? 200)
    .headers({
      'content-type': call.streams ?? 'application/octet-stream',
      'cache-control': 'private, no-cache',
      ...answer.headers,
    })
    .send(answer.body);
}

/** Files are read into memory whole, each as long as its own call allows; a call that wants them as a stream counts itself. */
function acceptFiles(app: FastifyInstance, call: CallDefinition): void {
  for (const type of call.accepts?.mediaTypes ?? [])
    if (app.hasContentTypeParser(type)) continue;
    else if (call.accepts?.isStreamed === true)
      app.addContentTypeParser(type, (_request, body, done) => done(null, body));
    else app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** What a handler gets as body: the file of a call that takes one, and no file where something else was sent. */
function bodyOf(call: CallDefinition, body: unknown): unknown {
  if (call.accepts?.isStreamed === true) return body instanceof Readable ? body : Readable.from([]);
  return call.accepts === undefined || body instanceof Uint8Array ? body : new Uint8Array();
}

/** Makes one route per call of a contract. `noun` names them in the reference, the log and the metrics. */
export function mountCalls<T extends Record<string, CallDefinition>>(
  app: FastifyInstance,
  noun: string,
  mounted: { calls: T; handlers: CallHandlers<T> },
): void {
  for (const [name, call] of Object.entries(mounted.calls)) {
    const handler = mounted.handlers[name] as unknown as CallHandler<CallDefinition>;
    acceptFiles(app, call);
    app.route({
      ...(call.accepts ? { bodyLimit: call.accepts.bytes } : {}),
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: { ...schemaOf(`${noun}.${name}`, call), tags: [noun] },
      config: {
        permission: call.permission,
        call: `${noun}.${name}`,
        isUpload: call.accepts !== undefined,
        ...(call.accepts?.otherKind ? { otherKind: call.accepts.otherKind } : {}),
      },
      handler: async (request, reply) => {
        const input = {
          params: request.params,
          query: request.query,
          body: bodyOf(call, request.body),
        } as CallInput<CallDefinition>;
        const answer = await handler(input, { actor: request.actor as MemberActor, request, reply });
        if (call.streams !== undefined) return sendBytes(reply, call, answer as ByteAnswer);
        // Answers depend on who asks and when; no cache between may keep them.
        return reply
          .code(call.status ?? 200)
          .header('cache-control', 'no-store')
          .send(answer);
      },
    });
  }
}
