import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compress = promisify(gzip);

/** Shorter ones arrive as soon as they are. */
const minLength = 32_768;

/** Whether a client takes gzip, by its header `accept-encoding`. */
export const takesGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '')
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/))
    .some(([name, quality]) => name === 'gzip' && !/^q=0(\.0*)?$/.test(quality ?? ''));

/**
 * Long answers go compressed to whoever takes that: a thousand sites are a tenth of the bytes then. Nobody can guess at what is in an answer
 * by its length: a foreign page cannot ask for it, because the token of a session is no cookie.
 */
export function compressLongAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minLength || reply.hasHeader('content-encoding'))
      return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    void reply.header('vary', 'accept-encoding');
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    // The fastest kind: more would cost the server more than it saves the line.
    return compress(payload, { level: constants.Z_BEST_SPEED });
  });
}
