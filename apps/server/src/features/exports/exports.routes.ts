import type { Readable } from 'node:stream';
import type { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyInstance } from 'fastify';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { ExportFilesService } from './export-files.service.ts';
import type { ExportsService } from './exports.service.ts';

/** Handlers of the export calls. */
export const exportsRoutes = (service: ExportsService, files: ExportFilesService): CallHandlers<typeof exportsCalls> => ({
  create: ({ params, body }, { actor }) => service.create(actor, params.id, body),
  list: ({ query }, { actor }) => service.list(actor, query),
  get: ({ params }, { actor }) => service.get(actor, params.id),
  cancel: ({ params }, { actor }) => service.cancel(actor, params.id),
  file: ({ params, query }, { request }) => files.file(params.id, { query, address: request.ip }, request.headers.range),
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Where cores send finished files: one file per token, streamed to the disk, whatever its size. */
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
      await files.receive({
        exportId: id,
        token,
        body: request.raw as Readable,
        contentLength: length === undefined ? null : Number(length),
        claimedSha256: typeof claimed === 'string' && /^[0-9a-f]{64}$/.test(claimed) ? claimed : null,
      });
      return reply.code(204).send();
    });
  });
}
