import type { Readable } from 'node:stream';
import type { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyInstance } from 'fastify';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { ExportFilesService } from './export-files.service.ts';
import type { ExportsService } from './exports.service.ts';

/** Handlers of the export calls. */
export const exportsRoutes = (
  service: ExportsService,
  files: ExportFilesService,
): CallHandlers<typeof exportsCalls> => ({
  create: ({ params, body }, { actor }) => service.create(actor, params.id, body),
  list: ({ query }, { actor }) => service.list(actor, query),
  get: ({ params }, { actor }) => service.get(actor, params.id),
  cancel: ({ params }, { actor }) => service.cancel(actor, params.id),
  file: ({ params, query }, { request }) =>
    files.file(params.id, { query, address: request.ip }, request.headers.range),
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A piece is at most a megabyte: proxies take no more unless they are told to. Cores that send larger ones are none of ours. */
const largestPartBytes = 4_000_000;

/** `bytes 0-9/100`, and `bytes *\/100` that asks how far the file has come. */
function partOf(header: string | undefined): { from: number | null; bytes: number; totalBytes: number } | null {
  const match = /^bytes (?:\*|(\d{1,15})-(\d{1,15}))\/(\d{1,15})$/.exec(header ?? '');
  if (!match) return null;
  const [from, to, totalBytes] = match.slice(1).map((number) => (number === undefined ? null : Number(number)));
  if (from === null || from === undefined || to === null || to === undefined)
    return { from: null, bytes: 0, totalBytes: totalBytes ?? 0 };
  return { from, bytes: to - from + 1, totalBytes: totalBytes ?? 0 };
}

async function readPart(body: Readable, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > length) throw new AppError('bad_request');
    chunks.push(chunk);
  }
  if (read !== length) throw new AppError('bad_request');
  return Buffer.concat(chunks);
}

/** Where cores send finished files: one file per token, in pieces, or from cores of before in one stream whatever its size. */
export async function mountUploads(app: FastifyInstance, files: ExportFilesService): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is not read here: it flows from the socket to the disk as fast as the disk takes it.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const options = {
      config: { permission: 'public', call: 'exports.upload', isUpload: true },
      schema: { hide: true } as object,
      bodyLimit: Number.MAX_SAFE_INTEGER,
    } as const;
    scope.put<{ Params: { id: string } }>('/api/v1/link/uploads/:id', options, async (request, reply) => {
      const { id } = request.params;
      const token = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
      if (!uuid.test(id) || token === undefined) throw new AppError('not_found');
      const claimed = request.headers['x-sightline-sha256'];
      const length = request.headers['content-length'];
      const claimedSha256 = typeof claimed === 'string' && /^[0-9a-f]{64}$/.test(claimed) ? claimed : null;
      const body = request.raw as Readable;
      const range = request.headers['content-range'];
      if (range === undefined) {
        await files.receive({
          exportId: id,
          token,
          body,
          contentLength: length === undefined ? null : Number(length),
          claimedSha256,
        });
        return reply.code(204).send();
      }
      const part = partOf(range);
      if (part === null || claimedSha256 === null || part.bytes < 0) throw new AppError('bad_request');
      if (part.bytes > largestPartBytes) throw new AppError('payload_too_large', { bytes: largestPartBytes });
      const bytes = await readPart(body, part.bytes);
      const { received, isDone, isMisplaced } = await files.receivePart({
        ...part,
        exportId: id,
        token,
        claimedSha256,
        bytes,
      });
      return reply
        .code(isDone ? 204 : isMisplaced ? 409 : 202)
        .header('x-sightline-received', String(received))
        .send();
    });
  });
}
