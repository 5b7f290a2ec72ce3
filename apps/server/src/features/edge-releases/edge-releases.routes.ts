import { packagePartBytes } from '@sightline/contracts/edge-releases/core-package';
import type { edgeReleasesCalls } from '@sightline/contracts/edge-releases/edge-releases.api';
import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyInstance } from 'fastify';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { EdgeReleasesService } from './edge-releases.service.ts';
import type { CoreUpdatesService } from './core-updates.service.ts';

/** Handlers of the calls about the software of cores. */
export const edgeReleasesRoutes = (
  releases: EdgeReleasesService,
  updates: CoreUpdatesService,
): CallHandlers<typeof edgeReleasesCalls> => ({
  list: ({ query }, { actor }) => releases.list(actor, query),
  upload: ({ body }, { actor }) => releases.upload(actor, body),
  uploadPart: async ({ params, query: { from = null, totalBytes }, body }, { actor }) =>
    releases.uploadPart(actor, { file: params.file, from, totalBytes, bytes: await readPart(body) }),
  remove: ({ params }, { actor }) => releases.remove(actor, params.id),
  software: ({ params }, { actor }) => updates.software(actor, params.id),
  update: ({ params, body }, { actor }) => updates.update(actor, params.id, body.releaseId),
  rollBack: ({ params }, { actor }) => updates.rollBack(actor, params.id),
  cancel: ({ params }, { actor }) => updates.cancel(actor, params.id),
});

async function readPart(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > packagePartBytes) throw new AppError('payload_too_large', { bytes: packagePartBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Where cores fetch packages, in as many pieces as they need. */
export function mountReleaseFiles(app: FastifyInstance, updates: CoreUpdatesService): void {
  const options = {
    config: { permission: 'public', call: 'edgeReleases.file' },
    schema: { hide: true } as object,
  } as const;
  app.get<{ Params: { id: string } }>('/api/v1/link/releases/:id', options, async (request, reply) => {
    const { id } = request.params;
    const token = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!uuid.test(id) || token === undefined) throw new AppError('not_found');
    const { status, headers, body } = await updates.file(id, { token, range: request.headers.range });
    return reply
      .code(status ?? 200)
      .headers({ 'content-type': 'application/gzip', 'cache-control': 'no-store', ...headers })
      .send(body);
  });
}
