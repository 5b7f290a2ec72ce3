import { cameraPageLinkPath } from '@sightline/contracts/camera-pages/camera-page-link';
import type { cameraPagesCalls } from '@sightline/contracts/camera-pages/camera-pages.api';
import type { FastifyInstance } from 'fastify';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { CameraPagesService } from './camera-pages.service.ts';

/** Handlers of the calls about the own pages of cameras. */
export const cameraPagesRoutes = (service: CameraPagesService): CallHandlers<typeof cameraPagesCalls> => ({
  open: ({ params, body }, { actor }) => service.open(actor, { cameraId: params.id, ...body }),
  list: async ({ params }, { actor }) => ({ items: await service.list(actor, params.id) }),
  end: async ({ params }, { actor }) => service.end(actor, params.pageId),
});

/** WebSockets that cores open when they are asked for the page of a camera. Open to all who hold a one-time token. */
export function mountCameraPageLink(app: FastifyInstance, { tunnels }: CameraPagesService): void {
  const options = {
    websocket: true,
    config: { permission: 'public', call: 'cameraPage' },
    schema: { hide: true } as object,
  } as const;
  app.get<{ Params: { token: string } }>(`${cameraPageLinkPath}/:token`, options, (socket, request) =>
    tunnels.arrive(request.params.token, socket),
  );
}
